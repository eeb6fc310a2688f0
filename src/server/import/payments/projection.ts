import type { Cents } from '../../../shared/domain/money.ts';
import type { PostingOutcome } from '../../ledger/decide-postings.ts';
import type { DryRunState } from '../../ledger/post-payments.ts';
import type { StagedEntry } from './staged-entries.ts';

/** What payments that are not posted yet would add to what was collected. */
export interface Projection {
  byDeal: ReadonlyMap<bigint, Cents>;
  /** The syndicates' parts, before fees. */
  bySyndicate: ReadonlyMap<bigint, Cents>;
}

export const NOTHING_TO_POST: Projection = { byDeal: new Map(), bySyndicate: new Map() };

/** Adds up what a dry run of the ledger answers. */
export function createProjection() {
  const byDeal = new Map<bigint, Cents>();
  const bySyndicate = new Map<bigint, Cents>();
  const add = (sums: Map<bigint, Cents>, id: bigint, amount: Cents) =>
    sums.set(id, (sums.get(id) ?? 0n) + amount);
  const onPayouts: NonNullable<DryRunState['onPayouts']> = (payouts) => {
    for (const { share } of payouts) add(bySyndicate, share.participant.syndicateId, share.gross);
  };
  return {
    byDeal,
    bySyndicate,
    onPayouts,
    addOutcomes(staged: readonly StagedEntry[], outcomes: readonly PostingOutcome[]): void {
      for (const [index, { entry }] of staged.entries()) {
        if (outcomes[index] === 'posted') add(byDeal, entry.dealId, entry.amount);
        if (outcomes[index] === 'reversed') add(byDeal, entry.dealId, -entry.amount);
      }
    },
  };
}
