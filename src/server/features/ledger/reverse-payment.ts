import { type CalendarDate, calendarDate, laterOf } from '../../../shared/domain/calendar-date.ts';
import { payDateAfter } from '../../../shared/domain/pay-date.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { lockDeal } from './locked-deal.ts';
import { writePayoutLines } from './payout-lines.ts';

export interface ReturnedPayment {
  reference: string;
  returnedDate: CalendarDate;
  /** The bank's reason, e.g. R01. */
  returnCode: string;
  /** Today, where payouts are made. */
  postedOn: CalendarDate;
}

export type ReversalOutcome = 'reversed' | 'already reversed';

/** Takes back a payment that had cleared: its lines stay, and a line of the opposite sign joins each. */
export async function reversePayment(
  tx: Tx,
  tenantId: string,
  returned: ReturnedPayment,
): Promise<ReversalOutcome> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'dealId', 'amountCents'])
    .where('tenantId', '=', tenantId)
    .where('reference', '=', returned.reference)
    .executeTakeFirst();
  if (!payment) throw new Refusal('not_found');
  const deal = await lockDeal(tx, tenantId, payment.dealId);
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ status: 'reversed', returnedDate: returned.returnedDate, returnCode: returned.returnCode })
    .where('tenantId', '=', tenantId)
    .where('id', '=', payment.id)
    .where('status', '=', 'cleared')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return repeatedReversal(tx, tenantId, returned);

  const lines = await tx
    .selectFrom('payoutLines as line')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'line.tenantId').onRef('s.id', '=', 'line.syndicateId'),
    )
    .select([
      'line.participationId',
      'line.syndicateId',
      'line.grossCents',
      'line.managementFeeCents',
      's.payDays',
    ])
    .where('line.tenantId', '=', tenantId)
    .where('line.paymentId', '=', payment.id)
    .where('line.isReversal', '=', false)
    .execute();
  const there = laterOf(returned.postedOn, returned.returnedDate);
  const lastClearedDate = await lastClearedOf(tx, tenantId, deal.id);
  await writePayoutLines(
    tx,
    tenantId,
    lines.map((line) => ({
      paymentId: payment.id,
      participationId: line.participationId,
      syndicateId: line.syndicateId,
      gross: -line.grossCents,
      managementFee: -line.managementFeeCents,
      payDate: payDateAfter(there, line.payDays),
      isReversal: true,
      lastClearedDate,
    })),
  );
  await tx
    .updateTable('dealTotals')
    .set((eb) => ({
      collectedCents: eb('collectedCents', '-', payment.amountCents),
      clearedCount: eb('clearedCount', '-', 1),
      returnedCount: eb('returnedCount', '+', 1),
      lastClearedDate,
    }))
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', deal.id)
    .execute();
  return 'reversed';
}

async function lastClearedOf(tx: Tx, tenantId: string, dealId: bigint): Promise<CalendarDate | null> {
  const { date } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.max('clearedDate').as('date'))
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('status', '=', 'cleared')
    .executeTakeFirstOrThrow();
  return date === null ? null : calendarDate(date);
}

/** Told again, nothing changes. Told something else about the same payment, somebody has to look. */
async function repeatedReversal(
  tx: Tx,
  tenantId: string,
  returned: ReturnedPayment,
): Promise<ReversalOutcome> {
  const earlier = await tx
    .selectFrom('payments')
    .select(['status', 'returnedDate', 'returnCode'])
    .where('tenantId', '=', tenantId)
    .where('reference', '=', returned.reference)
    .executeTakeFirstOrThrow();
  const { returnedDate, returnCode } = returned;
  const isSame =
    earlier.status === 'reversed' &&
    earlier.returnedDate === returnedDate &&
    earlier.returnCode === returnCode;
  if (!isSame) throw new Refusal('payment_conflict');
  return 'already reversed';
}
