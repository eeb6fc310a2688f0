import type { PostingOutcome } from '../../ledger/decide-postings.ts';
import type { PaymentEntry } from '../../ledger/payment-entry.ts';
import { openPaymentSource } from '../../ledger/payment-sources.ts';
import { type DryRunState, dryRunPayments, postPayments } from '../../ledger/post-payments.ts';
import { completeThroughLastPayment } from '../../ledger/standings/complete-day.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Findings } from '../findings.ts';
import type { FieldChange } from '../kind.ts';
import { noteWrites } from '../note-writes.ts';
import type { Source } from '../source.ts';
import { createProjection, type Projection } from './projection.ts';
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
export async function postStagedPayments(
  db: Database,
  tenantId: string,
  telling: Telling,
  { operator: by, runId: importRunId }: { operator: Operator; runId: bigint | undefined },
): Promise<void> {
  const source = { kind: 'import', fileName: telling.source.name, by, importRunId } as const;
  let sourceId: bigint | undefined;
  const refused = new Set<number>();
  for (let done = false; !done; ) {
    await withTenant(db, tenantId, async (tx) => {
      await noteWrites(tx, importRunId);
      const staged = await fetchStagedEntries(tx, BATCH_SIZE);
      // An import that posts nothing leaves nothing behind.
      if (staged.length > 0) sourceId ??= await openPaymentSource(tx, tenantId, source);
      const outcomes = await postPayments(tx, tenantId, entriesFrom(sourceId, staged), null);
      tell(staged, outcomes, telling, refused);
      done = staged.length === 0;
      if (done) await completeThroughLastPayment(tx, tenantId);
    });
  }
}

/** As many are posted when an import is tried: they take some seconds. One that was broken off tries half as many. */
export const mostTried = (brokenOff: number): number => Math.ceil(20_000 / 2 ** brokenOff);

/** Posts staged payments in the transaction of a trial, which rolls them back. Returns how many; one that cleared and came back is one. */
export async function tryStagedPayments(
  tx: Tx,
  tenantId: string,
  { onRows }: Pick<Telling, 'onRows'>,
  most: number,
): Promise<number> {
  let tried = 0;
  for (let entries = 0; ; ) {
    const staged = entries < most ? await fetchStagedEntries(tx, Math.min(BATCH_SIZE, most - entries)) : [];
    if (staged.length === 0) {
      await completeThroughLastPayment(tx, tenantId);
      return tried;
    }
    await postPayments(tx, tenantId, entriesOf(staged), null);
    entries += staged.length;
    tried += staged.filter(({ isLast }) => isLast).length;
    onRows(staged.length);
  }
}

/** What posting the staged payments would add, without writing anything. The outcome of each is told only where somebody asks. */
export async function dryRunStagedPayments(
  tx: Tx,
  tenantId: string,
  telling: Telling | null,
): Promise<Projection> {
  const refused = new Set<number>();
  const projection = createProjection();
  const { onPayouts } = projection;
  const state: DryRunState = { accounts: new Map(), paymentStates: new Map(), onPayouts };
  for (;;) {
    const staged = await fetchStagedEntries(tx, BATCH_SIZE);
    if (staged.length === 0) return projection;
    const outcomes = await dryRunPayments(tx, tenantId, entriesOf(staged), state);
    projection.addOutcomes(staged, outcomes);
    if (telling) tell(staged, outcomes, telling, refused);
  }
}

const entriesFrom = (sourceId: bigint | undefined, staged: readonly StagedEntry[]) =>
  staged.map(({ entry, line }) => ({ ...entry, ...(sourceId && { origin: { sourceId, line } }) }));

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
  for (const [index, { line, isFirst, isLast, isNew, entry }] of staged.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Refusal) {
      if (refused.delete(line)) continue;
      if (!isLast) refused.add(line);
      findings.refused(source, { line, column: '', reason: outcome.message });
    } else if (isFirst) {
      const place = { file: source.name, line, externalId: entry.reference };
      if (outcome === 'already known') findings.count(source, 'unchanged');
      else if (isNew) findings.count(source, 'new');
      else findings.changed(source, place, changesOf(entry));
    }
  }
  onRows(staged.length);
}

/** The one thing of a posted payment that can change: it came back. */
const changesOf = (entry: PaymentEntry): FieldChange[] =>
  entry.result === 'returned'
    ? [
        { field: 'returned_date', before: '', after: entry.date },
        { field: 'return_code', before: '', after: entry.returnCode },
      ]
    : [];
