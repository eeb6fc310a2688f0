import { generateSecret, generateURI, verify } from 'otplib';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';

const STEP_SECONDS = 30;

export const newTotpSecret = (): string => generateSecret({ length: 20 });

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  generateURI({ secret, label: account, issuer });

export const totpPlace = (table: 'user_totp' | 'totp_enrolments', userId: bigint): Place => [
  table,
  userId.toString(),
  'secret_cipher',
];

/**
 * The time step of a code: the current one, or the one before it for whoever typed while the code changed. None of the future counts,
 * so that a code lives no longer than its own 30 seconds and that allowance (RFC 6238, 5.2). Null for a wrong code.
 */
export async function stepOfCode(secret: string, typed: string): Promise<bigint | null> {
  const token = typed.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const result = await verify({ secret, token, period: STEP_SECONDS, epochTolerance: [STEP_SECONDS, 0] });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
}

/** Whether the code signs this user in. Each time step works once, even for simultaneous requests. */
export async function redeemTotpCode(
  tx: Tx,
  encryption: Encryption,
  userId: bigint,
  code: string,
): Promise<boolean> {
  const totp = await tx
    .selectFrom('userTotp')
    .select(['secretCipher as cipher', 'keyId'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!totp) return false;
  const step = await stepOfCode(encryption.open(totp, totpPlace('user_totp', userId)), code);
  if (step === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('userTotp')
    .set({ lastUsedStep: step })
    .where('userId', '=', userId)
    .where('lastUsedStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
