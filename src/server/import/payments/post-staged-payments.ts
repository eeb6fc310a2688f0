import type { PostingOutcome } from '../../ledger/decide-postings.ts';
import { type DryRunState, dryRunPayments, postPayments } from '../../ledger/post-payments.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Findings } from '../findings.ts';
import type { Source } from '../source.ts';
import { fetchStagedEntries, type StagedEntry } from './staged-entries.ts';

/** Larger batches save little time and hold their locks longer. */
const BATCH_SIZE = 5_000;

interface Telling {
  findings: Findings;
  source: Source;
  onRows(count: number): void;
}

/**
 * Posts the staged payments in batches, each in its own transaction. After a kill, a second run posts only what is left.
 */
export async function postStagedPayments(db: Database, tenantId: string, telling: Telling): Promise<void> {
  const refused = new Set<number>();
  for (let done = false; !done; ) {
    await withTenant(db, tenantId, async (tx) => {
      const staged = await fetchStagedEntries(tx, BATCH_SIZE);
      const outcomes = await postPayments(tx, tenantId, entriesOf(staged), null);
      tell(staged, outcomes, telling, refused);
      done = staged.length === 0;
    });
  }
}

/** What posting the staged payments would answer, without writing anything. */
export async function dryRunStagedPayments(tx: Tx, tenantId: string, telling: Telling): Promise<void> {
  const refused = new Set<number>();
  const state: DryRunState = { accounts: new Map(), paymentStates: new Map() };
  for (;;) {
    const staged = await fetchStagedEntries(tx, BATCH_SIZE);
    if (staged.length === 0) return;
    tell(staged, await dryRunPayments(tx, tenantId, entriesOf(staged), state), telling, refused);
  }
}

const entriesOf = (staged: readonly StagedEntry[]) => staged.map(({ entry }) => entry);

/**
 * A row counts as refused once, even when both of its entries are. Only rows whose second entry is still to come are
 * remembered.
 */
function tell(
  staged: readonly StagedEntry[],
  outcomes: readonly PostingOutcome[],
  { findings, source, onRows }: Telling,
  refused: Set<number>,
): void {
  for (const [index, { line, isFirst, isLast, isNew }] of staged.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Refusal) {
      if (refused.delete(line)) continue;
      if (!isLast) refused.add(line);
      findings.refused(source, { line, column: '', reason: outcome.message });
    } else if (isFirst) {
      findings.count(source, outcome === 'already known' ? 'unchanged' : isNew ? 'new' : 'changed');
    }
  }
  onRows(staged.length);
}
