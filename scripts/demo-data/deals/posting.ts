import type { Cents } from '../../../src/shared/domain/money.ts';
import { type PayoutLine, reverseLine, splitPayment } from '../../../src/shared/domain/payout-split.ts';
import { overnight, type Row } from '../book.ts';
import type { LedgerEvent, MerchantPayment } from '../merchants/account-history.ts';
import type { Participation } from './participations.ts';

interface Posting {
  readonly tenantId: string;
  readonly participations: readonly Participation[];
  readonly events: Iterable<LedgerEvent>;
  idOf(payment: MerchantPayment): bigint;
}

/** The ledger lines of a deal, as if each payment had been posted on its day. */
export function* payoutLineRows({
  tenantId,
  participations,
  events,
  idOf,
}: Posting): Generator<Row<'payoutLines'>> {
  const participants = participations.map((participation) => ({
    participationId: participation.id,
    sharePercent: participation.sharePercent,
    managementFeePercent: participation.syndicate.managementFee,
    isManagementFeeUpfront: participation.managementFeeUpfront > 0,
    anticipatedReturn: participation.anticipatedReturn,
    grossPosted: 0n,
    feePosted: 0n,
  }));
  // Payments are equal, so the split of one is the split of all others of the same amount, except for the last.
  const splits = new Map<Cents, PayoutLine<bigint>[]>();
  for (const { date, payment, isReversal, isFinal } of events) {
    const known = isFinal ? undefined : splits.get(payment.amount);
    const split = known ?? splitPayment({ payment: payment.amount, isFinal, participants });
    if (!isFinal) splits.set(payment.amount, split);
    const paymentId = idOf(payment);
    const moment = overnight(date);
    for (const [index, participant] of participants.entries()) {
      const proportional = split[index];
      const syndicate = participations[index]?.syndicate;
      if (!proportional || !syndicate) throw new Error('A split has one line for each participant.');
      const line = isReversal ? reverseLine(proportional) : proportional;
      participant.grossPosted += line.gross;
      participant.feePosted += line.managementFee;
      yield {
        tenantId,
        paymentId,
        participationId: line.participationId,
        syndicateId: syndicate.id,
        grossCents: line.gross,
        managementFeeCents: line.managementFee,
        netPayCents: line.netPay,
        postedAt: moment,
        payDate: syndicate.payDateAfter(date),
        isReversal,
      };
    }
  }
}
