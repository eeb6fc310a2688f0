import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

const LARGE = 5_000;

/** Whether a tenant's book is so large that nightly work takes more than a moment. */
export async function hasLargeBook(tx: Tx, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ isLarge: boolean }>`
    select coalesce(sum(participation_count), 0) > ${LARGE}::bigint as is_large
    from syndicate_totals where tenant_id = ${tenantId}::uuid`.execute(tx);
  return rows[0]?.isLarge ?? false;
}
