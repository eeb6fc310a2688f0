import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';

/**
 * The first pay date that may not be paid yet. Dates before the funder's first payout run were paid outside the portal, on their day; from that
 * run on a date is paid once the file of its run is made.
 */
const unpaidFrom = (tenantId: string) => sql<string>`least(${today} + 1, ${firstRun(tenantId)})`;

const firstRun = (tenantId: string) => sql<string | null>`(
  select min(begun.pay_date) from payout_runs begun where begun.tenant_id = ${tenantId}::uuid and begun.state <> 'discarded')`;

/** Whether a row of `syndicate_pay_dates` is on its way. An index has the few of a book that are. */
export const isUnpaid = (tenantId: string, day: string) =>
  sql<boolean>`(not ${sql.ref(`${day}.is_paid`)} and ${sql.ref(`${day}.pay_date`)} >= ${unpaidFrom(tenantId)})`;

/** Whether it is paid by a run and not on its day. */
export const isByRun = (tenantId: string, day: string) =>
  sql<boolean>`coalesce(${sql.ref(`${day}.pay_date`)} >= ${firstRun(tenantId)}, false)`;

/** The file of a run is made: what its items leave or pay is told of the pay dates that they carry. */
export const carryPayDates = (tx: Tx, { tenantId, runId }: { tenantId: string; runId: bigint }) =>
  sql`call carry_pay_dates(${tenantId}::uuid, ${runId}, null)`.execute(tx);

/** The same for every run, of syndicates whose pay dates were written anew. */
export const carryPayDatesAnew = (tx: Tx, tenantId: string, syndicateIds: readonly bigint[]) =>
  sql`call carry_pay_dates_anew(${tenantId}::uuid, ${syndicateIds}::bigint[])`.execute(tx);

/** The pay dates that these items carry have been paid, or are owed again. */
export async function markPayDates(
  tx: Tx,
  { tenantId, itemIds, isPaid }: { tenantId: string; itemIds: readonly bigint[]; isPaid: boolean },
): Promise<void> {
  await sql`
    update syndicate_pay_dates kept set is_paid = ${isPaid}
    from payout_run_items item
    where item.tenant_id = ${tenantId}::uuid and item.id = any(${itemIds}::bigint[]) and kept.tenant_id = item.tenant_id
      and kept.syndicate_id = item.syndicate_id and kept.payout_item_id = item.id`.execute(tx);
  const { rows } = await sql<{ id: bigint }>`
    select distinct syndicate_id as id from payout_run_items
    where tenant_id = ${tenantId}::uuid and id = any(${itemIds}::bigint[])`.execute(tx);
  // What is returned is told with its code, also where that changes no mark.
  await sql`call renew_versions_of(${tenantId}::uuid, ${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
}
