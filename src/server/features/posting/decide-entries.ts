import type { DayFileEntry } from '../../ledger/day-file/day-file.ts';
import { NO_DEAL, toPaymentEntry } from '../../ledger/day-file/post-entries.ts';
import type { ConfirmedDuplicates } from '../../ledger/day-file/suspected-duplicates.ts';
import type { Payout, PostingOutcome } from '../../ledger/decide-postings.ts';
import type { NewPayment } from '../../ledger/payments.queries.ts';
import { type DryRunState, dryRunPayments } from '../../ledger/post-payments.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Asked {
  dealIdOf: (mid: string) => bigint | undefined;
  /** Debits that somebody has confirmed although they resemble another one. */
  confirmed?: ConfirmedDuplicates;
  /** Called with what each participant would receive or give back. */
  onPayouts?: (payouts: readonly Payout[]) => void;
  /** Called with the payments that would be recorded. */
  onPayments?: (payments: readonly NewPayment[]) => void;
}

const BATCH_SIZE = 500;

/** What posting would answer to each entry of a day file, in their order. Nothing is locked or written. */
export async function decideEntries(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
  { dealIdOf, confirmed = new Set(), onPayouts, onPayments }: Asked,
): Promise<PostingOutcome[]> {
  // The dry run of the ledger goes through the deals one after the other; the order within each stays that of the file.
  const sorted = entries
    .map((entry, place) => ({ entry, place, dealId: dealIdOf(entry.mid) ?? NO_DEAL }))
    .toSorted((one, other) => Number(one.dealId - other.dealId));
  const state: DryRunState = {
    accounts: new Map(),
    paymentStates: new Map(),
    confirmed,
    ...(onPayouts && { onPayouts }),
    ...(onPayments && { onPayments }),
  };
  const outcomes: PostingOutcome[] = [];
  for (let index = 0; index < sorted.length; index += BATCH_SIZE) {
    const batch = sorted.slice(index, index + BATCH_SIZE);
    const payments = batch.map(({ entry, dealId }) => toPaymentEntry(entry, dealId));
    const decided = await dryRunPayments(tx, tenantId, payments, state);
    for (const [at, { place }] of batch.entries()) {
      const outcome = decided[at];
      if (outcome !== undefined) outcomes[place] = outcome;
    }
  }
  return outcomes;
}
