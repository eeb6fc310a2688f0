import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { type PayoutState, payoutState, payoutWords } from '../../shared/domain/payout-states.ts';
import { isByRun, isUnpaid } from '../ledger/unpaid-dates.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';

type PayDateRow = Awaited<ReturnType<ReturnType<typeof payDatesOf>['executeTakeFirstOrThrow']>>;

/** With what has become of it, in words where there is something to know. */
export function toldPayDate({ payDate, ...row }: PayDateRow) {
  const { isUpcoming, isByRun, today: day, runState, outcome, reason, returnCode, carriedOn, ...told } = row;
  const followed = {
    ...{ isByRun, runState, outcome, reason, returnCode },
    isPaid: !isUpcoming,
    payDate: calendarDate(payDate),
    today: calendarDate(day),
    carriedOn: carriedOn === null ? null : calendarDate(carriedOn),
  };
  return {
    ...told,
    isUpcoming,
    payDate: followed.payDate,
    state: payoutState(followed),
    words: payoutWords(followed),
  };
}

/** Each with the item that carries it: of the run that paid it or left it, or of its own run that is approved. */
export const payDatesOf = (tx: Tx, tenantId: string, syndicateId: bigint) =>
  tx
    .selectFrom('syndicatePayDates as paid')
    .leftJoin('payDateNotes as noted', (join) =>
      join
        .onRef('noted.tenantId', '=', 'paid.tenantId')
        .onRef('noted.syndicateId', '=', 'paid.syndicateId')
        .onRef('noted.payDate', '=', 'paid.payDate'),
    )
    .leftJoin('payoutRuns as run', (join) =>
      join
        .onRef('run.tenantId', '=', 'paid.tenantId')
        .onRef('run.payDate', '=', 'paid.payDate')
        .on('run.state', '<>', 'discarded'),
    )
    .leftJoin('payoutRunItems as approved', (join) =>
      join
        .onRef('approved.tenantId', '=', 'run.tenantId')
        .onRef('approved.runId', '=', 'run.id')
        .onRef('approved.revision', '=', 'run.revision')
        .onRef('approved.syndicateId', '=', 'paid.syndicateId')
        .on('approved.kind', '=', 'payout')
        .on('run.state', '=', 'approved'),
    )
    .leftJoin('payoutRunItems as item', (join) =>
      join
        .onRef('item.tenantId', '=', 'paid.tenantId')
        .on('item.id', '=', sql<bigint>`coalesce(paid.payout_item_id, approved.id)`),
    )
    .leftJoin('payoutRuns as carrier', (join) =>
      join.onRef('carrier.tenantId', '=', 'item.tenantId').onRef('carrier.id', '=', 'item.runId'),
    )
    .select([
      'paid.payDate',
      'paid.syndicateId',
      'paid.grossCents as gross',
      'paid.managementFeeCents as managementFee',
      'paid.netPayCents as netPay',
      'paid.transactionCount',
      isUnpaid(tenantId, 'paid').as('isUpcoming'),
      isByRun(tenantId, 'paid').as('isByRun'),
      today.as('today'),
      'run.state as runState',
      'item.outcome',
      'item.reason',
      'item.returnCode',
      'item.traceNumber',
      'carrier.payDate as carriedOn',
      'noted.note',
    ])
    .where('paid.tenantId', '=', tenantId)
    .where('paid.syndicateId', '=', syndicateId);

/** What a syndicate is paid on a day; null where nothing is. */
export async function readPayDate(
  tx: Tx,
  { tenantId, syndicateId, payDate }: { tenantId: string; syndicateId: bigint; payDate: CalendarDate },
) {
  const row = await payDatesOf(tx, tenantId, syndicateId)
    .where('paid.payDate', '=', payDate)
    .executeTakeFirst();
  return row ? toldPayDate(row) : null;
}

const NEEDS_ATTENTION: readonly PayoutState[] = ['held', 'blocked', 'returned'];
const MOST_TOLD = 10;

/** The oldest payouts of a syndicate that do not arrive unless somebody does something. */
export async function readStuckPayDates(tx: Tx, tenantId: string, syndicateId: bigint) {
  const rows = await payDatesOf(tx, tenantId, syndicateId)
    .where(isUnpaid(tenantId, 'paid'))
    .orderBy('paid.payDate')
    .limit(MOST_TOLD)
    .execute();
  return rows.map(toldPayDate).filter(({ state }) => NEEDS_ATTENTION.includes(state));
}
