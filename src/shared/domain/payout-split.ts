import { type Cents, percentOf } from './money.ts';
import type { Rate } from './rate.ts';

export interface SplitParticipant<Id> {
  readonly participationId: Id;
  readonly sharePercent: Rate;
  readonly managementFeePercent: Rate;
  /** Paid on day one with the participation, so nothing is taken from the payouts. */
  readonly isManagementFeeUpfront: boolean;
  readonly anticipatedReturn: Cents;
  /** What earlier lines have posted, reversals included. */
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
  /** The payment with which the deal's collected total reaches the payback exactly. */
  readonly isFinal: boolean;
  readonly participants: readonly SplitParticipant<Id>[];
}

/** One line per participant of a deal, for one cleared merchant payment. */
export function splitPayment<Id>({ payment, isFinal, participants }: ClearedPayment<Id>): PayoutLine<Id>[] {
  return participants.map((participant) =>
    isFinal ? settlingLine(participant) : proportionalLine(participant, payment),
  );
}

/** The line that takes back `line`, as when the bank returns a payment that had cleared. */
export function reverseLine<Id>(line: Omit<PayoutLine<Id>, 'netPay'>): PayoutLine<Id> {
  return payoutLine(line.participationId, -line.gross, -line.managementFee);
}

function proportionalLine<Id>(participant: SplitParticipant<Id>, payment: Cents): PayoutLine<Id> {
  const gross = percentOf(payment, participant.sharePercent);
  return payoutLine(participant.participationId, gross, runningFee(participant, gross));
}

/** Whatever the contract still owes: the cents that earlier roundings lost or gained are settled here. */
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
