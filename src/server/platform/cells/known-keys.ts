import { sql } from 'kysely';
import { createEncryption } from '../crypto/encryption.ts';
import { createPeppers } from '../crypto/peppers.ts';
import type { Database } from '../db/database.ts';
import type { Env } from '../settings/env.ts';

type KeySettings = Pick<
  Env,
  'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_OLD' | 'PASSWORD_PEPPER' | 'PASSWORD_PEPPERS_OLD'
>;

export interface KnownKey {
  purpose: 'encryption' | 'pepper';
  keyId: string;
}

/** The ids of the keys that a process with these settings can use. */
export const keysOf = (env: KeySettings): KnownKey[] => [
  ...[env.ENCRYPTION_KEY, ...env.ENCRYPTION_KEYS_OLD].map((key) => ({
    purpose: 'encryption' as const,
    keyId: createEncryption({ key }).keyId,
  })),
  ...[env.PASSWORD_PEPPER, ...env.PASSWORD_PEPPERS_OLD].map((pepper) => ({
    purpose: 'pepper' as const,
    keyId: createPeppers(pepper).id,
  })),
];

/** Noted by each process at its start, so that whoever moves a tenant here knows that its rows can be opened. */
export async function noteKnownKeys(db: Database, keys: readonly KnownKey[]): Promise<void> {
  for (const { purpose, keyId } of keys)
    await sql`
      insert into cells.known_keys (purpose, key_id) values (${purpose}, ${keyId})
      on conflict (purpose, key_id) do update set seen_at = now()`.execute(db);
}

/** Keys that another process of this cell was seen with, and this one does not have. */
export async function readOtherKeys(db: Database, keys: readonly KnownKey[]): Promise<KnownKey[]> {
  const { rows } = await sql<KnownKey>`
    select purpose, key_id from cells.known_keys where seen_at > now() - interval '30 days' order by 1, 2`.execute(
    db,
  );
  return rows.filter(
    (row) => !keys.some(({ purpose, keyId }) => purpose === row.purpose && keyId === row.keyId),
  );
}
