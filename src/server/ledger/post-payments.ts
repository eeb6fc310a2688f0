import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { payDateAfter } from '../../shared/domain/pay-date.ts';
import type { Tx } from '../db/database.ts';
import { closeAccounts, type DealAccount, openAccounts } from './deal-accounts.ts';
import { decide, type Payout, type PostingOutcome } from './decide-postings.ts';
import type { PaymentEntry } from './payment-entry.ts';
import {
  readLastClearedDates,
  readPayments,
  readSharesOf,
  recordPayments,
  recordReversals,
} from './payments.queries.ts';
import { type NewPayoutLine, writePayoutLines } from './payout-lines.ts';

/**
 * Posts what the bank says of payments, in the order given: each that cleared is paid out to every participant of its
 * deal, each that comes back is taken back, lines and rollups together. Telling the same again changes nothing.
 * `postedOn` is today where payouts are made: what comes late is not added to what has been paid out already.
 */
export async function postPayments(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
  postedOn: CalendarDate,
): Promise<PostingOutcome[]> {
  const dealIds = [...new Set(entries.map(({ dealId }) => dealId))];
  const accounts = await openAccounts(tx, tenantId, dealIds);
  const outcomes: PostingOutcome[] = [];
  for (const part of withoutRepeats(entries)) {
    outcomes.push(...(await postPart(tx, tenantId, part, accounts, postedOn)));
  }
  await closeAccounts(tx, tenantId, accounts);
  return outcomes;
}

/** A payment that is told of twice, as when it clears and comes back, must be recorded before the second is looked at. */
function withoutRepeats(entries: readonly PaymentEntry[]): PaymentEntry[][] {
  const parts: PaymentEntry[][] = [];
  let seen = new Set<string>();
  for (const entry of entries) {
    if (parts.length === 0 || seen.has(entry.reference)) {
      parts.push([]);
      seen = new Set();
    }
    seen.add(entry.reference);
    parts.at(-1)?.push(entry);
  }
  return parts;
}

async function postPart(
  tx: Tx,
  tenantId: string,
  entries: readonly PaymentEntry[],
  accounts: ReadonlyMap<bigint, DealAccount>,
  postedOn: CalendarDate,
): Promise<PostingOutcome[]> {
  const references = entries.map(({ reference }) => reference);
  const known = await readPayments(tx, tenantId, references);
  const returned = entries.flatMap(({ result, reference }) => {
    const payment = result === 'returned' ? known.get(reference) : undefined;
    return payment?.status === 'cleared' ? [payment] : [];
  });
  const paymentIds = returned.map(({ id }) => id);
  const shares = paymentIds.length > 0 ? await readSharesOf(tx, tenantId, paymentIds) : new Map();
  const { outcomes, payments, reversals, payouts } = decide(entries, { accounts, known, shares, postedOn });

  const newIds = await recordPayments(tx, tenantId, payments);
  await recordReversals(tx, tenantId, reversals);
  if (reversals.length > 0) {
    const touched = [
      ...new Set(payouts.filter(({ isReversal }) => isReversal).map(({ account }) => account)),
    ];
    const dates = await readLastClearedDates(
      tx,
      tenantId,
      touched.map(({ dealId }) => dealId),
    );
    for (const account of touched) account.lastClearedDate = dates.get(account.dealId) ?? null;
  }
  const idOf = (reference: string): bigint => {
    const id = newIds.get(reference) ?? known.get(reference)?.id;
    if (id === undefined) throw new Error('A payout belongs to a recorded payment.');
    return id;
  };
  await writePayoutLines(
    tx,
    tenantId,
    payouts.map((payout) => toLine(payout, idOf(payout.reference))),
  );
  return outcomes;
}

const toLine = ({ account, share, there, isReversal }: Payout, paymentId: bigint): NewPayoutLine => ({
  paymentId,
  participationId: share.participant.participationId,
  syndicateId: share.participant.syndicateId,
  gross: share.gross,
  managementFee: share.managementFee,
  payDate: payDateAfter(there, share.participant.payDays),
  isReversal,
  lastClearedDate: account.lastClearedDate,
});
