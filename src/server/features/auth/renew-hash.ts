import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

/**
 * Makes the hash anew with the current pepper, if it was made with an older one: at sign-in the password is known. It is still the
 * same password, so nothing ends and nobody is told.
 */
export async function renewHash(
  { db, passwords, peppers }: Pick<Deps, 'db' | 'passwords' | 'peppers'>,
  { id, passwordHash: old }: { id: bigint; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (old === null || !peppers.isOutdated(old)) return;
  const passwordHash = await passwords.hash(password).catch((error: unknown) => {
    // Under load nobody is kept from signing in for this. The next sign-in tries again.
    if (error instanceof Refusal && error.code === 'server_busy') return null;
    throw error;
  });
  if (passwordHash === null) return;
  await withClaims(db, { userId: id }, async (tx) => {
    // The database counts changes of the password, and is told that this is none.
    await sql`select set_config('app.same_password', 'yes', true)`.execute(tx);
    // A password that was changed meanwhile has a newer hash, which stays.
    await tx
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', id)
      .where('passwordHash', '=', old)
      .execute();
  });
}
