import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { withClaims } from '../platform/db/transactions.ts';

/** How many passwords of members each pepper has hashed, by its id; null stands for hashes that name none. */
export async function readPepperUse(db: Database): Promise<Map<string | null, number>> {
  const peppers = new Map<bigint, string | null>();
  for (const { id: tenantId } of await listTenants(db)) {
    const members = await withClaims(
      db,
      { tenantId, listsMembers: true },
      (tx) =>
        tx
          .selectFrom('users')
          .innerJoin('memberships', 'memberships.userId', 'users.id')
          .select([
            'users.id',
            sql<string | null>`substring(password_hash from ',keyid=([^$,]+)')`.as('pepperId'),
          ])
          .where('memberships.tenantId', '=', tenantId)
          .where('users.passwordHash', 'is not', null)
          .execute(),
      { readOnly: true },
    );
    for (const { id, pepperId } of members) peppers.set(id, pepperId);
  }
  const counts = new Map<string | null, number>();
  for (const pepperId of peppers.values()) counts.set(pepperId, (counts.get(pepperId) ?? 0) + 1);
  return counts;
}
