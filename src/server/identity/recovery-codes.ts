import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

const CODES = 10;
/**
 * Crockford's alphabet has no letters that look like digits. With 32 characters, the remainder of a byte is evenly
 * distributed.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * 140 random bits in groups that can be read aloud: 'K7QF-02MX-9RTB-HW4D-31ZC-8VPN-5T6S'. That many cannot be guessed, nor found
 * from a fast hash (ASVS asks for 128 in 11.5.1 and 112 in 6.5.2). Codes of before were shorter, and work until they are used or
 * replaced.
 */
function newCode(): string {
  const letters = [...randomBytes(28)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

function hashCode(typed: string): Buffer {
  const letters = typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256')
    .update(letters.replaceAll(/[^0-9A-Z]/g, ''))
    .digest();
}

/** Replaces all codes. Only their hashes are stored, so the user sees the codes only now. */
export async function renewRecoveryCodes(tx: Tx, userId: bigint): Promise<string[]> {
  await removeRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashCode(code) })))
    .execute();
  return codes;
}

export async function removeRecoveryCodes(tx: Tx, userId: bigint): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Whether the code signs this user in. Each code works once. */
export async function redeemRecoveryCode(tx: Tx, userId: bigint, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashCode(code))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
