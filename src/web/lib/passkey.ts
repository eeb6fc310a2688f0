import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { PasskeyError } from './passkey-error.ts';

/** Asks the browser for a passkey, with the options that the server gives for it. */
export async function askForPasskey(
  requestOptions: () => Promise<{ options: unknown }>,
): Promise<AuthenticationResponseJSON> {
  const [{ options }, { startAuthentication }] = await Promise.all([
    requestOptions(),
    import('@simplewebauthn/browser'),
  ]);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(() => {
    // The user declined, waited too long or has no such passkey.
    throw new PasskeyError('The passkey was not confirmed. Please try again.');
  });
}
