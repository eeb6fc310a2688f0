import { type CalendarDate, laterOf } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { payDateAfter } from '../../../shared/domain/pay-date.ts';
import { splitPayment } from '../../../shared/domain/payout-split.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { type LockedDeal, lockDeal } from './locked-deal.ts';
import { writePayoutLines } from './payout-lines.ts';

export interface ClearedPayment {
  dealId: bigint;
  /** The processor's own reference: posting it again changes nothing. */
  reference: string;
  amount: Cents;
  clearedDate: CalendarDate;
  /** Today, where payouts are made. A payment that comes late is not added to what has been paid out already. */
  postedOn: CalendarDate;
}

export type PostingOutcome = 'posted' | 'already posted';

/** Records a cleared merchant payment and pays it out to every participant of the deal, lines and rollups together. */
export async function postPayment(
  tx: Tx,
  tenantId: string,
  payment: ClearedPayment,
): Promise<PostingOutcome> {
  const deal = await lockDeal(tx, tenantId, payment.dealId);
  const paymentId = await recordPayment(tx, tenantId, payment);
  if (paymentId === null) return 'already posted';
  const owed = deal.paybackAmount - deal.collected;
  if (payment.amount > owed) throw new Refusal('payment_exceeds_payback');

  const participants = await participantsOf(tx, tenantId, deal);
  const lines = splitPayment({ payment: payment.amount, isFinal: payment.amount === owed, participants });
  const lastClearedDate = laterOf(deal.lastClearedDate ?? payment.clearedDate, payment.clearedDate);
  const there = laterOf(payment.postedOn, payment.clearedDate);
  const byId = new Map(participants.map((participant) => [participant.participationId, participant]));
  await writePayoutLines(
    tx,
    tenantId,
    lines.flatMap(({ participationId, gross, managementFee }) => {
      const participant = byId.get(participationId);
      if (!participant) return [];
      const payDate = payDateAfter(there, participant.payDays);
      const { syndicateId } = participant;
      return [
        {
          paymentId,
          participationId,
          syndicateId,
          gross,
          managementFee,
          payDate,
          isReversal: false,
          lastClearedDate,
        },
      ];
    }),
  );
  await tx
    .updateTable('dealTotals')
    .set((eb) => ({
      collectedCents: eb('collectedCents', '+', payment.amount),
      clearedCount: eb('clearedCount', '+', 1),
      lastClearedDate,
    }))
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', deal.id)
    .execute();
  return 'posted';
}

/** Null when this very payment is there already. */
async function recordPayment(tx: Tx, tenantId: string, payment: ClearedPayment): Promise<bigint | null> {
  const { dealId, reference, amount: amountCents, clearedDate } = payment;
  const recorded = await tx
    .insertInto('payments')
    .values({ tenantId, dealId, reference, amountCents, clearedDate, status: 'cleared' })
    .onConflict((conflict) => conflict.columns(['tenantId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (recorded) return recorded.id;
  const existing = await tx
    .selectFrom('payments')
    .select(['dealId', 'amountCents', 'clearedDate'])
    .where('tenantId', '=', tenantId)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  const isSame =
    existing.dealId === dealId &&
    existing.amountCents === amountCents &&
    existing.clearedDate === clearedDate;
  if (!isSame) throw new Refusal('payment_conflict');
  return null;
}

async function participantsOf(tx: Tx, tenantId: string, deal: LockedDeal) {
  const rows = await tx
    .selectFrom('participations as p')
    .innerJoin('participationTotals as total', (join) =>
      join.onRef('total.tenantId', '=', 'p.tenantId').onRef('total.participationId', '=', 'p.id'),
    )
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'p.tenantId').onRef('s.id', '=', 'p.syndicateId'),
    )
    .select([
      'p.id',
      'p.syndicateId',
      'p.sharePercent',
      'p.managementFeePercent',
      'p.managementFeeUpfront',
      'p.anticipatedReturnCents',
      'total.grossCents',
      'total.managementFeeCents',
      's.payDays',
    ])
    .where('p.tenantId', '=', tenantId)
    .where('p.dealId', '=', deal.id)
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    participationId: row.id,
    syndicateId: row.syndicateId,
    sharePercent: rate(row.sharePercent),
    managementFeePercent: rate(row.managementFeePercent),
    isManagementFeeUpfront: row.managementFeeUpfront !== 0,
    anticipatedReturn: row.anticipatedReturnCents,
    grossPosted: row.grossCents,
    feePosted: row.managementFeeCents,
    payDays: row.payDays,
  }));
}
