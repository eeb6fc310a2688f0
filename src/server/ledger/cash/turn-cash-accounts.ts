import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readToday, today } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { enterThrough } from './enter-movements.ts';

/**
 * Enters the payouts of the days that have come in all cash accounts of a tenant, each in a transaction of its own. What has been entered
 * through today is passed over, so that it goes on where it was stopped. Returns the number of accounts.
 */
export async function turnCashAccounts(db: Database, tenantId: string): Promise<number> {
  const behind = await withTenant(db, tenantId, (tx) => readBehind(tx, tenantId), { readOnly: true });
  for (const syndicateId of behind)
    await withTenant(db, tenantId, (tx) => turnAccount(tx, tenantId, syndicateId));
  return behind.length;
}

async function readBehind(tx: Tx, tenantId: string): Promise<bigint[]> {
  const { rows } = await sql<{ syndicateId: bigint }>`
    select syndicate_id from syndicate_totals
    where tenant_id = ${tenantId}::uuid and cash_entered_through < ${today} order by syndicate_id`.execute(
    tx,
  );
  return rows.map(({ syndicateId }) => syndicateId);
}

async function turnAccount(tx: Tx, tenantId: string, syndicateId: bigint): Promise<void> {
  await sql`
    select from syndicate_totals
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} for update`.execute(tx);
  await enterThrough(tx, tenantId, syndicateId, await readToday(tx));
}
