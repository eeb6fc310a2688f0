import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import type { NewPayoutLine } from '../payout-lines.ts';
import { type NewCashEntry, writeCashEntries } from './cash-entries.ts';
import { type DuePayDate, type DueShare, findDuePayDates, findDueShares } from './due-entries.ts';

/**
 * Enters what the shares of deals cost, or cost no longer, in the accounts of all their syndicates or of some. Callers hold the locks of these
 * syndicates. To take further ones here, after others, could deadlock with posting, which takes them in order.
 */
export async function enterSharesOfDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
  ofSyndicates?: readonly bigint[],
): Promise<void> {
  if (dealIds.length === 0) return;
  const concerned = ofSyndicates
    ? sql`total.syndicate_id = any(${ofSyndicates}::bigint[])`
    : sql`total.syndicate_id in (
        select syndicate_id from participations where tenant_id = ${tenantId}::uuid and deal_id = any(${dealIds}::bigint[]))`;
  const { rows } = await sql<{ syndicateId: bigint }>`
    select total.syndicate_id from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.cash_entered_through is not null and ${concerned}`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const syndicateIds = rows.map(({ syndicateId }) => syndicateId);
  const due = await findDueShares(tx, { tenantId, syndicateIds, dealIds });
  const day = await readToday(tx);
  await writeCashEntries(
    tx,
    tenantId,
    due.map((share) => entryOfShare(share, day)),
  );
}

/**
 * Enters what lines change about pay dates that have been entered. Those of later days are entered when the day comes. Callers hold the
 * locks of the syndicates.
 */
export async function enterLatePayouts(
  tx: Tx,
  tenantId: string,
  lines: readonly Pick<NewPayoutLine, 'syndicateId' | 'payDate'>[],
): Promise<void> {
  const payDates = [...new Set(lines.map(({ payDate }) => payDate))].sort();
  const [first] = payDates;
  if (first === undefined) return;
  const { rows } = await sql<{ syndicateId: bigint }>`
    select syndicate_id from syndicate_totals
    where tenant_id = ${tenantId}::uuid and cash_entered_through >= ${first}::date
      and syndicate_id = any(${[...new Set(lines.map(({ syndicateId }) => syndicateId))]}::bigint[])`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const syndicateIds = rows.map(({ syndicateId }) => syndicateId);
  const due = await findDuePayDates(tx, { tenantId, syndicateIds, payDates });
  const day = await readToday(tx);
  await writeCashEntries(
    tx,
    tenantId,
    due.map((payDate) => entryOfPayDate(payDate, day)),
  );
}

/**
 * Enters everything that is missing in the account of a syndicate through a day, and that it has been entered. That also finds what a
 * server of an earlier release has left out. Callers hold the lock of the syndicate.
 */
export async function enterThrough(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  day: CalendarDate,
): Promise<void> {
  const scope = { tenantId, syndicateIds: [syndicateId] };
  const shares = await findDueShares(tx, scope);
  const payDates = await findDuePayDates(tx, { ...scope, through: day });
  await writeCashEntries(tx, tenantId, [
    ...shares.map((share) => entryOfShare(share, day)),
    ...payDates.map((payDate) => entryOfPayDate(payDate, day)),
  ]);
  await tx
    .updateTable('syndicateTotals')
    // One that began before midnight may come last.
    .set({ cashEnteredThrough: sql<string>`greatest(cash_entered_through, ${day}::date)` })
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .execute();
}

/**
 * The first entry is of the day of the agreement, or of today if that is still to come: the money is spoken for. What is corrected later counts
 * from the day of the correction.
 */
function entryOfShare(share: DueShare, day: CalendarDate): NewCashEntry {
  const { syndicateId, participationId, due, entered, entryCount, mid } = share;
  const amount = due - entered;
  const agreed = calendarDate(share.agreementDate);
  return {
    syndicateId,
    kind: amount < 0n ? 'participation' : 'refund',
    effectiveDate: entryCount === 0 && agreed < day ? agreed : day,
    amount,
    participationId,
    entryNumber: entryCount + 1,
    reference: mid,
  };
}

function entryOfPayDate(
  { syndicateId, due, entered, entryCount, ...row }: DuePayDate,
  day: CalendarDate,
): NewCashEntry {
  const amount = due - entered;
  const payDate = calendarDate(row.payDate);
  return {
    syndicateId,
    kind: amount < 0n ? 'payout reversal' : 'payout',
    effectiveDate: entryCount === 0 ? payDate : day,
    amount,
    payDate,
    entryNumber: entryCount + 1,
  };
}
