import { type Cents, percentOf } from './money.ts';
import type { Rate } from './rate.ts';

export interface SplitParticipant<Id> {
  readonly participationId: Id;
  readonly sharePercent: Rate;
  readonly managementFeePercent: Rate;
  /** The fee was paid on the first day with the participation, so nothing is deducted from the payouts. */
  readonly isManagementFeeUpfront: boolean;
  readonly anticipatedReturn: Cents;
  /** The total of the lines posted so far, including reversals. */
  readonly grossPosted: Cents;
  readonly feePosted: Cents;
}

export interface PayoutLine<Id> {
  readonly participationId: Id;
  readonly gross: Cents;
  readonly managementFee: Cents;
  readonly netPay: Cents;
}

export interface ClearedPayment<Id> {
  readonly payment: Cents;
  /** True for the payment with which the collected total of the deal reaches the payback exactly. */
  readonly isFinal: boolean;
  readonly participants: readonly SplitParticipant<Id>[];
}

/** Splits one cleared merchant payment into one line for each participant of the deal. */
export function splitPayment<Id>({ payment, isFinal, participants }: ClearedPayment<Id>): PayoutLine<Id>[] {
  return participants.map((participant) =>
    isFinal ? settlingLine(participant) : proportionalLine(participant, payment),
  );
}

/** The line that reverses `line`, for a cleared payment that the bank returns later. */
export function reverseLine<Id>(line: Omit<PayoutLine<Id>, 'netPay'>): PayoutLine<Id> {
  return payoutLine(line.participationId, -line.gross, -line.managementFee);
}

function proportionalLine<Id>(participant: SplitParticipant<Id>, payment: Cents): PayoutLine<Id> {
  const gross = percentOf(payment, participant.sharePercent);
  return payoutLine(participant.participationId, gross, runningFee(participant, gross));
}

/** Everything that the contract still owes. This also settles the cents that earlier rounding lost or gained. */
function settlingLine<Id>(participant: SplitParticipant<Id>): PayoutLine<Id> {
  const { participationId, anticipatedReturn, grossPosted, feePosted } = participant;
  const contractFee = runningFee(participant, anticipatedReturn);
  return payoutLine(participationId, anticipatedReturn - grossPosted, contractFee - feePosted);
}

function runningFee<Id>(participant: SplitParticipant<Id>, gross: Cents): Cents {
  return participant.isManagementFeeUpfront ? 0n : percentOf(gross, participant.managementFeePercent);
}

function payoutLine<Id>(participationId: Id, gross: Cents, managementFee: Cents): PayoutLine<Id> {
  return { participationId, gross, managementFee, netPay: gross - managementFee };
}
