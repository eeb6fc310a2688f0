import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { authContract } from '../../../shared/contract/auth.ts';
import { call } from '../../lib/call.ts';
import { PasskeyError } from '../../lib/passkey-error.ts';
import { finishSignIn } from '../../session/session.ts';

export async function finishByPasskey(challengeToken: string): Promise<void> {
  const [{ options }, { startAuthentication }] = await Promise.all([
    call(authContract.passkeyOptions, { body: { challengeToken } }),
    import('@simplewebauthn/browser'),
  ]);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const assertion = await startAuthentication({ optionsJSON }).catch(() => {
    // The user declined, waited too long or has no such passkey.
    throw new PasskeyError('The passkey was not confirmed. Please try again.');
  });
  await finishSignIn({ grant: 'second_factor', challengeToken, method: 'passkey', assertion });
}
