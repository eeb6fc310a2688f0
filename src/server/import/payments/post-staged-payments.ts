import type { PostingOutcome } from '../../ledger/decide-postings.ts';
import { postPayments, type Rehearsal, rehearsePayments } from '../../ledger/post-payments.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Findings } from '../findings.ts';
import type { Source } from '../source.ts';
import { fetchStagedEntries, type StagedEntry } from './staged-entries.ts';

/** Larger ones save little and hold their locks longer. */
const BATCH_SIZE = 5_000;

interface Telling {
  findings: Findings;
  source: Source;
  onRows(count: number): void;
}

/** Posts what is staged, part by part, each in a transaction of its own: who is killed starts again, and only the rest is new. */
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

/** What posting them would say. */
export async function rehearseStagedPayments(tx: Tx, tenantId: string, telling: Telling): Promise<void> {
  const refused = new Set<number>();
  const rehearsal: Rehearsal = { accounts: new Map(), standing: new Map() };
  for (;;) {
    const staged = await fetchStagedEntries(tx, BATCH_SIZE);
    if (staged.length === 0) return;
    tell(staged, await rehearsePayments(tx, tenantId, entriesOf(staged), rehearsal), telling, refused);
  }
}

const entriesOf = (staged: readonly StagedEntry[]) => staged.map(({ entry }) => entry);

/** A row is refused once, also when both of its entries are; only those whose other entry is to come are remembered. */
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
