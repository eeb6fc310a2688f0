import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { bankDaysBack } from '../../shared/domain/debit-days.ts';
import type { Tx } from '../platform/db/database.ts';
import { enterLatePayouts, enterSharesOfDeals } from './cash/enter-movements.ts';
import { openPayDateAfter, readClosedPayDates } from './closed-pay-dates.ts';
import { completeDeals } from './complete-deals.ts';
import { type ConfirmedDuplicates, DuplicateCheck } from './day-file/suspected-duplicates.ts';
import {
  type DealAccount,
  lockAccounts,
  movedAccounts,
  readAccounts,
  saveAccounts,
} from './deal-accounts.ts';
import {
  decidePostings,
  type PaymentStates,
  type Payout,
  type PostingOutcome,
  paymentStateOf,
} from './decide-postings.ts';
import type { PaymentEntry } from './payment-entry.ts';
import {
  type NewPayment,
  readClearedDebits,
  readLastClearedDates,
  readPayments,
  readPostedShares,
  recordPayments,
  recordReversals,
} from './payments.queries.ts';
import { type NewPayoutLine, writePayoutLines } from './payout-lines.ts';
import { type AsOf, readAsOf } from './standings/as-of.ts';
import { keepStandings } from './standings/keep-standings.ts';

/**
 * Posts what the bank reports about payments, in the given order: each cleared payment is paid out to every participant
 * of its deal, and each returned or voided one is reversed, lines and rollups together. A deal that is paid in full is completed. Posting the same entry again changes
 * nothing. `postedOn` is today in New York, so that a late payment is not added to a pay date that has already been paid.
 * A pay date that a payout run has closed gets nothing more: what would be paid out then is paid out on the next one.
 * It is null for imported history, where each payment counts as posted on its own date. With `confirmed`, debits that resemble
 * another one are held unless they are among those; without it, each entry is taken for a debit of its own.
 */
export async function postPayments(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
  postedOn: CalendarDate | null,
  { confirmed = 'all' }: { confirmed?: ConfirmedDuplicates } = {},
): Promise<PostingOutcome[]> {
  const accounts = await lockAccounts(tx, tenantId, dealsOf(entries));
  const paymentStates = await readPaymentStates(tx, tenantId, entries);
  const idsBefore = new Map(
    [...paymentStates].flatMap(([reference, { row }]) => ('id' in row ? [[reference, row.id] as const] : [])),
  );
  const { outcomes, payments, reversals, payouts } = decidePostings(entries, {
    accounts,
    paymentStates,
    postedOn,
    duplicates: await openDuplicateCheck(tx, tenantId, entries, { accounts, confirmed }),
  });

  const asOf = await readAsOf(tx, tenantId);
  const newIds = await recordPayments(
    tx,
    tenantId,
    payments.map((payment) => withDebitDate(payment, asOf)),
  );
  await recordReversals(tx, tenantId, reversals);
  // A deal without participants has no payouts to tell by.
  const takenBack = entries.filter((_, place) => ['reversed', 'voided'].includes(String(outcomes[place])));
  await correctLastClearedDates(tx, tenantId, accounts, dealsOf(takenBack));
  const idOf = (reference: string): bigint => {
    const id = newIds.get(reference) ?? idsBefore.get(reference);
    if (id === undefined) throw new Error('A payout belongs to a recorded payment.');
    return id;
  };
  const closed = await closedAfter(tx, tenantId, payouts);
  const lines = payouts.map((payout) => toLine(payout, idOf(payout.reference), closed));
  await writePayoutLines(tx, tenantId, lines);
  await enterLatePayouts(tx, tenantId, lines);
  await saveAccounts(tx, tenantId, accounts);
  await completeDeals(tx, tenantId, accounts.values(), { isHistory: postedOn === null });
  const moved = movedAccounts(accounts).map(({ dealId }) => dealId);
  // A cancelled deal that pays after all has cost what it cost.
  const cancelled = [...accounts.values()].filter(({ status }) => status === 'Cancelled');
  await enterSharesOfDeals(
    tx,
    tenantId,
    cancelled.map(({ dealId }) => dealId),
  );
  await keepStandings(tx, tenantId, moved, asOf);
  return outcomes;
}

/** Where nobody has told it, the debit of what has cleared was made as many bank days before as it takes to clear. */
const withDebitDate = (payment: NewPayment, { clearingBankDays }: AsOf): NewPayment =>
  payment.debitDate !== null || payment.clearedDate === null || clearingBankDays === 0
    ? payment
    : { ...payment, debitDate: bankDaysBack(payment.clearedDate, clearingBankDays) };

/** The state of a dry run so far. Nothing is written, so it is passed from one batch to the next. */
export interface DryRunState {
  accounts: Map<bigint, DealAccount>;
  paymentStates: PaymentStates;
  /** With it, debits that resemble another one would be held unless they are among these, as those of a day file are. */
  confirmed?: ConfirmedDuplicates;
  /** Called with what each participant would receive or give back. */
  onPayouts?: (payouts: readonly Payout[]) => void;
  /** Called with the payments that would be recorded. */
  onPayments?: (payments: readonly NewPayment[]) => void;
}

/**
 * What posting would answer to each entry, without locking or writing anything. Entries must be sorted by deal, because
 * only the state of the last deal is kept for the next batch.
 */
export async function dryRunPayments(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
  state: DryRunState,
): Promise<PostingOutcome[]> {
  const { accounts, paymentStates } = state;
  for (const [dealId, account] of await readAccounts(tx, tenantId, dealsOf(entries))) {
    if (!accounts.has(dealId)) accounts.set(dealId, account);
  }
  for (const [reference, payment] of await readPaymentStates(tx, tenantId, entries)) {
    if (!paymentStates.has(reference)) paymentStates.set(reference, payment);
  }
  const duplicates = await openDuplicateCheck(tx, tenantId, entries, {
    accounts,
    confirmed: state.confirmed ?? 'all',
  });
  // What earlier batches would have posted is not in the database.
  for (const [reference, { dealId, amount, clearedDate, returnedDate, row }] of paymentStates)
    if (!('id' in row) && clearedDate !== null && returnedDate === null)
      duplicates?.add({ reference, dealId, amount, date: calendarDate(clearedDate) });
  const { outcomes, payments, payouts } = decidePostings(entries, {
    accounts,
    paymentStates,
    postedOn: null,
    duplicates,
  });
  state.onPayouts?.(payouts);
  state.onPayments?.(payments);
  const lastDeal = entries.at(-1)?.dealId;
  for (const dealId of accounts.keys()) if (dealId !== lastDeal) accounts.delete(dealId);
  for (const [reference, { dealId }] of paymentStates)
    if (dealId !== lastDeal) paymentStates.delete(reference);
  return outcomes;
}

const dealsOf = (entries: readonly PaymentEntry[]) => [...new Set(entries.map(({ dealId }) => dealId))];

/** Only a deal whose newest payment is as late as the entry can have another debit of that day. Usually there is none. */
async function openDuplicateCheck(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
  { accounts, confirmed }: { accounts: ReadonlyMap<bigint, DealAccount>; confirmed: ConfirmedDuplicates },
): Promise<DuplicateCheck | null> {
  if (confirmed === 'all') return null;
  const late = entries.filter(({ result, dealId, date }) => {
    const newest = accounts.get(dealId)?.lastClearedDate;
    return result === 'cleared' && newest && date <= newest;
  });
  return new DuplicateCheck(confirmed, await readClearedDebits(tx, tenantId, late));
}

async function readPaymentStates(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
): Promise<PaymentStates> {
  const known = await readPayments(
    tx,
    tenantId,
    entries.map(({ reference }) => reference),
  );
  const returned = entries.flatMap(({ result, reference }) => {
    const payment = result === 'cleared' ? undefined : known.get(reference);
    return payment?.status === 'cleared' ? [payment.id] : [];
  });
  const shares = returned.length > 0 ? await readPostedShares(tx, tenantId, returned) : undefined;
  return new Map(
    [...known].map(([reference, payment]) => [
      reference,
      paymentStateOf(payment, shares?.get(payment.id) ?? []),
    ]),
  );
}

/** Once a payment is taken back, the deal's newest cleared one has to be looked up among all its payments. */
async function correctLastClearedDates(
  tx: Tx,
  tenantId: string,
  accounts: ReadonlyMap<bigint, DealAccount>,
  dealIds: readonly bigint[],
): Promise<void> {
  if (dealIds.length === 0) return;
  const dates = await readLastClearedDates(tx, tenantId, dealIds);
  for (const dealId of dealIds) {
    const account = accounts.get(dealId);
    if (account) account.lastClearedDate = dates.get(dealId) ?? null;
  }
}

/** The closed pay dates that payouts could fall on. Nothing is read where nothing is paid out. */
async function closedAfter(
  tx: Tx,
  tenantId: string,
  payouts: readonly Payout[],
): Promise<ReadonlySet<CalendarDate>> {
  const [first] = payouts.map(({ availableOn }) => availableOn).sort();
  return first === undefined ? new Set() : readClosedPayDates(tx, tenantId, first);
}

const toLine = (
  { account, share, availableOn, isReversal }: Payout,
  paymentId: bigint,
  closed: ReadonlySet<CalendarDate>,
): NewPayoutLine => ({
  paymentId,
  participationId: share.participant.participationId,
  syndicateId: share.participant.syndicateId,
  gross: share.gross,
  managementFee: share.managementFee,
  payDate: openPayDateAfter(availableOn, share.participant.payDays, closed),
  isReversal,
  lastClearedDate: account.lastClearedDate,
});
