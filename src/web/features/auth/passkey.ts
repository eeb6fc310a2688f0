import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { authContract } from '../../../shared/contract/auth.ts';
import { finishSignIn } from '../../app/session/session.ts';
import { send } from '../../lib/send.ts';
import { PasskeyNotShown } from './passkey-not-shown.ts';

export async function finishByPasskey(challengeToken: string): Promise<void> {
  const [{ options }, { startAuthentication }] = await Promise.all([
    send(authContract.passkeyOptions, { body: { challengeToken } }),
    import('@simplewebauthn/browser'),
  ]);
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const assertion = await startAuthentication({ optionsJSON }).catch(() => {
    throw new PasskeyNotShown();
  });
  await finishSignIn({ grant: 'second_factor', challengeToken, method: 'passkey', assertion });
}
