import { type CalendarDate, calendarDate, laterOf } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { Refusal } from '../platform/errors.ts';
import type { DuplicateCheck, SuspectedDuplicate } from './day-file/suspected-duplicates.ts';
import {
  amountOwed,
  applyClearedPayment,
  applyReversal,
  type DealAccount,
  type Share,
} from './deal-accounts.ts';
import type { ClearedPayment, PaymentEntry, ReturnedPayment, VoidedPayment } from './payment-entry.ts';
import type { NewPayment, PostedShare, RecordedPayment, Reversal } from './payments.queries.ts';

/**
 * A `returned` payment had never cleared, so nobody was paid. A `reversed` one had, and so had a `voided` one. A Refusal changes nothing and says
 * why; neither does a SuspectedDuplicate, which can be posted after somebody has confirmed it.
 */
export type PostingOutcome =
  | 'posted'
  | 'reversed'
  | 'returned'
  | 'voided'
  | 'already known'
  | SuspectedDuplicate
  | Refusal;

/** One participant's share of a payment whose id is not known yet, because the payment has not been recorded yet. */
export interface Payout {
  reference: string;
  account: DealAccount;
  /** The day from which the money can be paid out: the later of the posting date and the date of the entry. */
  availableOn: CalendarDate;
  isReversal: boolean;
  share: Share;
}

/** A payment as it stands after the entries processed so far, whether it was recorded earlier or by one of them. */
interface PaymentState {
  readonly dealId: bigint;
  readonly amount: Cents;
  readonly clearedDate: string | null;
  returnedDate: string | null;
  returnCode: string | null;
  isVoid: boolean;
  /** The shares that it was paid out with. */
  readonly shares: readonly PostedShare[];
  /** Its database row: an existing one, or one that is about to be written. */
  readonly row: { id: bigint } | NewPayment;
}

export type PaymentStates = Map<string, PaymentState>;

interface PostingDecisions {
  outcomes: PostingOutcome[];
  payments: NewPayment[];
  reversals: Reversal[];
  payouts: Payout[];
}

interface PostingContext {
  accounts: ReadonlyMap<bigint, DealAccount>;
  /** The payments that the entries refer to, by reference. */
  paymentStates: PaymentStates;
  /** Null when history is imported: each entry then counts as posted on its own date. */
  postedOn: CalendarDate | null;
  /** Null where each entry is known to be a debit of its own. */
  duplicates: DuplicateCheck | null;
}

export const paymentStateOf = (
  { id, dealId, amountCents: amount, clearedDate, returnedDate, returnCode, isVoid }: RecordedPayment,
  shares: readonly PostedShare[],
): PaymentState => ({ dealId, amount, clearedDate, returnedDate, returnCode, isVoid, shares, row: { id } });

/**
 * Decides the outcome of each entry and what has to be written for it. The accounts and payments are updated in memory,
 * so that each entry sees the result of the one before it. Nothing else is changed.
 */
export function decidePostings(
  entries: readonly PaymentEntry[],
  { accounts, paymentStates, postedOn, duplicates }: PostingContext,
): PostingDecisions {
  const decided: PostingDecisions = { outcomes: [], payments: [], reversals: [], payouts: [] };

  const payOut = (
    entry: PaymentEntry,
    account: DealAccount,
    parts: readonly Share[],
    isReversal: boolean,
  ) => {
    const availableOn = postedOn === null ? entry.date : laterOf(postedOn, entry.date);
    for (const share of parts) {
      decided.payouts.push({ reference: entry.reference, account, availableOn, isReversal, share });
    }
  };

  const record = (payment: NewPayment, parts: readonly Share[]) => {
    const { dealId, amount, clearedDate, returnedDate, returnCode, isVoid } = payment;
    const shares = parts.map(({ participant: { participationId }, gross, managementFee }) => ({
      participationId,
      gross,
      managementFee,
    }));
    decided.payments.push(payment);
    const state = { dealId, amount, clearedDate, returnedDate, returnCode, isVoid, shares, row: payment };
    paymentStates.set(payment.reference, state);
  };

  /** Reverses a payment that had cleared, with lines of the opposite sign. */
  const takeBack = (
    entry: PaymentEntry,
    account: DealAccount,
    earlier: PaymentState,
    why: { returnCode: string | null; isVoid: boolean },
  ) => {
    const { amount, date: returnedDate, origin: reversalOrigin = null } = entry;
    if (earlier.clearedDate !== null)
      duplicates?.remove({ ...entry, date: calendarDate(earlier.clearedDate) });
    Object.assign(earlier, { returnedDate, ...why });
    if ('id' in earlier.row)
      decided.reversals.push({ id: earlier.row.id, returnedDate, reversalOrigin, ...why });
    else Object.assign(earlier.row, { returnedDate, reversalOrigin, ...why });
    payOut(entry, account, applyReversal(account, amount, earlier.shares), true);
  };

  const handleCleared = (
    entry: ClearedPayment,
    account: DealAccount,
    earlier?: PaymentState,
  ): PostingOutcome => {
    if (earlier) return isSameClearing(entry, earlier) ? 'already known' : new Refusal('payment_conflict');
    const suspected = duplicates?.suspect(entry);
    if (suspected) return suspected;
    const owed = amountOwed(account);
    if (entry.amount > owed) return new Refusal('payment_exceeds_payback');
    const settlesDeal = entry.amount === owed;
    const { reference, dealId, amount, date: clearedDate, origin = null } = entry;
    const parts = applyClearedPayment(account, amount, clearedDate);
    const standing = { returnedDate: null, returnCode: null, isVoid: false, reversalOrigin: null };
    const debitDate = entry.debitDate ?? null;
    record({ reference, dealId, amount, clearedDate, debitDate, origin, ...standing, settlesDeal }, parts);
    payOut(entry, account, parts, false);
    duplicates?.add(entry);
    return 'posted';
  };

  const handleReturned = (
    entry: ReturnedPayment,
    account: DealAccount,
    earlier?: PaymentState,
  ): PostingOutcome => {
    const { reference, dealId, amount, date: returnedDate, returnCode, origin = null } = entry;
    if (!earlier && entry.hadCleared) return new Refusal('not_found');
    if (!earlier) {
      account.returnedDelta += 1;
      const debitDate = entry.debitDate ?? null;
      const neverCleared = { clearedDate: null, debitDate, isVoid: false, settlesDeal: false, origin };
      record(
        { reference, dealId, amount, returnedDate, returnCode, ...neverCleared, reversalOrigin: null },
        [],
      );
      return 'returned';
    }
    // The bank knows the amount that was debited, which may be what it was corrected to.
    if (earlier.isVoid) return new Refusal('payment_corrected');
    if (earlier.dealId !== dealId || earlier.amount !== amount) return new Refusal('payment_conflict');
    if (earlier.clearedDate === null || earlier.returnedDate !== null) {
      const isSame = earlier.returnedDate === returnedDate && earlier.returnCode === returnCode;
      return isSame ? 'already known' : new Refusal('payment_conflict');
    }
    takeBack(entry, account, earlier, { returnCode, isVoid: false });
    return 'reversed';
  };

  const handleVoided = (
    entry: VoidedPayment,
    account: DealAccount,
    earlier?: PaymentState,
  ): PostingOutcome => {
    if (!earlier) return new Refusal('not_found');
    if (earlier.dealId !== entry.dealId || earlier.amount !== entry.amount)
      return new Refusal('payment_conflict');
    if (earlier.isVoid) return new Refusal('payment_corrected');
    if (earlier.clearedDate === null || earlier.returnedDate !== null) return new Refusal('payment_returned');
    takeBack(entry, account, earlier, { returnCode: null, isVoid: true });
    return 'voided';
  };

  for (const entry of entries) {
    const account = accounts.get(entry.dealId);
    const earlier = paymentStates.get(entry.reference);
    if (!account) decided.outcomes.push(new Refusal('not_found'));
    else if (entry.result === 'cleared') decided.outcomes.push(handleCleared(entry, account, earlier));
    else if (entry.result === 'returned') decided.outcomes.push(handleReturned(entry, account, earlier));
    else decided.outcomes.push(handleVoided(entry, account, earlier));
  }
  return decided;
}

const isSameClearing = (entry: ClearedPayment, earlier: PaymentState): boolean =>
  earlier.dealId === entry.dealId && earlier.amount === entry.amount && earlier.clearedDate === entry.date;
