import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';

interface Visitor {
  tenantId: string;
  syndicateId: bigint;
  userId: bigint;
}

/** As if the person had looked at the dashboard a day ago: whoever comes for the first time is told of nothing, which takes no time. */
export async function lookYesterday(databaseUrl: string, visitor: Visitor): Promise<void> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  await withTenant(db, visitor.tenantId, (tx) =>
    sql`
      insert into last_visits (tenant_id, user_id, syndicate_id, visited_at)
      values (${visitor.tenantId}::uuid, ${visitor.userId}, ${visitor.syndicateId}, now() - interval '1 day')
      on conflict (tenant_id, user_id, syndicate_id)
        do update set visited_at = excluded.visited_at, earlier_visit_at = null, hidden_through = null`.execute(
      tx,
    ),
  );
  await db.destroy();
}
