import { type CalendarDate, laterOf } from '../../shared/domain/calendar-date.ts';
import { Refusal } from '../errors.ts';
import { type DealAccount, enterCleared, enterReversed, owedOn, type Share } from './deal-accounts.ts';
import type { ClearedPayment, PaymentEntry, ReturnedPayment } from './payment-entry.ts';
import type { NewPayment, PostedShare, RecordedPayment, Reversal } from './payments.queries.ts';

/** `returned` never cleared, so nobody was paid; `reversed` had. A refused entry changes nothing and says why. */
export type PostingOutcome = 'posted' | 'reversed' | 'returned' | 'already known' | Refusal;

/** A share that has no payment's id yet, because the payment is not recorded yet. */
export interface Payout {
  reference: string;
  account: DealAccount;
  there: CalendarDate;
  isReversal: boolean;
  share: Share;
}

interface Decided {
  outcomes: PostingOutcome[];
  payments: NewPayment[];
  reversals: Reversal[];
  payouts: Payout[];
}

interface Circumstances {
  accounts: ReadonlyMap<bigint, DealAccount>;
  /** What has been recorded before, by reference. */
  known: ReadonlyMap<string, RecordedPayment>;
  /** What was paid out of those that come back, by payment. */
  shares: ReadonlyMap<bigint, readonly PostedShare[]>;
  postedOn: CalendarDate;
}

/** What each entry comes to, and what has to be written for it. The accounts go along; nothing else is touched. */
export function decide(
  entries: readonly PaymentEntry[],
  { accounts, known, shares, postedOn }: Circumstances,
): Decided {
  const decided: Decided = { outcomes: [], payments: [], reversals: [], payouts: [] };
  const payOut = (
    entry: PaymentEntry,
    account: DealAccount,
    parts: readonly Share[],
    isReversal: boolean,
  ) => {
    const there = laterOf(postedOn, entry.date);
    for (const share of parts) {
      decided.payouts.push({ reference: entry.reference, account, there, isReversal, share });
    }
  };

  const clear = (entry: ClearedPayment, account: DealAccount, earlier?: RecordedPayment): PostingOutcome => {
    if (earlier) return isSameClearing(entry, earlier) ? 'already known' : new Refusal('payment_conflict');
    const owed = owedOn(account);
    if (entry.amount > owed) return new Refusal('payment_exceeds_payback');
    const settlesDeal = entry.amount === owed;
    const { reference, dealId, amount, date } = entry;
    decided.payments.push({
      reference,
      dealId,
      amount,
      clearedDate: date,
      returnedDate: null,
      returnCode: null,
      settlesDeal,
    });
    payOut(entry, account, enterCleared(account, amount, date), false);
    return 'posted';
  };

  const giveBack = (
    entry: ReturnedPayment,
    account: DealAccount,
    earlier?: RecordedPayment,
  ): PostingOutcome => {
    const { reference, dealId, amount, date: returnedDate, returnCode } = entry;
    if (!earlier) {
      account.returnedNow += 1;
      decided.payments.push({
        reference,
        dealId,
        amount,
        clearedDate: null,
        returnedDate,
        returnCode,
        settlesDeal: false,
      });
      return 'returned';
    }
    if (earlier.dealId !== dealId || earlier.amountCents !== amount) return new Refusal('payment_conflict');
    if (earlier.status !== 'cleared') {
      const isSame = earlier.returnedDate === returnedDate && earlier.returnCode === returnCode;
      return isSame ? 'already known' : new Refusal('payment_conflict');
    }
    decided.reversals.push({ id: earlier.id, returnedDate, returnCode });
    payOut(entry, account, enterReversed(account, amount, shares.get(earlier.id) ?? []), true);
    return 'reversed';
  };

  for (const entry of entries) {
    const account = accounts.get(entry.dealId);
    const earlier = known.get(entry.reference);
    if (!account) decided.outcomes.push(new Refusal('not_found'));
    else if (entry.result === 'cleared') decided.outcomes.push(clear(entry, account, earlier));
    else decided.outcomes.push(giveBack(entry, account, earlier));
  }
  return decided;
}

const isSameClearing = (entry: ClearedPayment, earlier: RecordedPayment): boolean =>
  earlier.dealId === entry.dealId &&
  earlier.amountCents === entry.amount &&
  earlier.clearedDate === entry.date;
