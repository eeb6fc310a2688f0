import { sql } from 'kysely';
import { type RunTotals, totalsOf } from '../../shared/domain/payout-runs.ts';
import type { Tx } from '../platform/db/database.ts';
import type { RunItem } from './decide-items.ts';
import { type Draft, type DraftOf, readDraft } from './draft.queries.ts';
import type { RunRecord, WhichRun } from './run-record.ts';

/** What a run would pay now, with its sums. */
export async function readDraftOf(
  tx: Tx,
  tenantId: string,
  { id, payDate }: { id: bigint; payDate: string },
  of: Pick<DraftOf, 'withdrawals'> = {},
): Promise<Draft & { totals: RunTotals }> {
  const draft = await readDraft(tx, { tenantId, runId: id, payDate, ...of });
  return { ...draft, totals: totalsOf(draft.items) };
}

/** Writes down what is approved. From then on its pay date is closed. The caller holds the locks of the book and of the run. */
export async function closeRun(
  tx: Tx,
  { tenantId, runId }: WhichRun,
  { revision }: Pick<RunRecord, 'revision'>,
  { items, totals, fingerprint }: Draft & { totals: RunTotals },
  approvedBy: bigint,
): Promise<void> {
  await writeItems(tx, { tenantId, runId, revision: revision + 1 }, items);
  await tx
    .updateTable('payoutRuns')
    .set({
      state: 'approved',
      revision: revision + 1,
      approvedBy,
      // Not the start of the transaction: what came back while it waited for the locks is part of the run.
      approvedAt: sql<Date>`clock_timestamp()`,
      fingerprint,
      ledgerCents: totals.ledger,
      broughtInCents: totals.broughtIn,
      inFileCents: totals.inFile,
      keptCents: totals.kept,
      heldCents: totals.held,
      blockedCents: totals.blocked,
      carriedCents: totals.carried,
      withdrawnCents: totals.withdrawn,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'draft')
    .execute();
}

/** Takes an approval back, so that the pay date is open again. What was approved stays written down. */
export async function reopenRun(tx: Tx, { tenantId, runId }: WhichRun): Promise<void> {
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'draft', approvedBy: null, approvedAt: null, fingerprint: '' })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'approved')
    .execute();
}

async function writeItems(
  tx: Tx,
  { tenantId, runId, revision }: WhichRun & { revision: number },
  items: readonly RunItem[],
): Promise<void> {
  if (items.length === 0) return;
  const column = <T>(value: (item: RunItem) => T) => items.map(value);
  await sql`
    insert into payout_run_items (tenant_id, run_id, revision, syndicate_id, kind, withdrawal_id, line_count, gross_cents,
      management_fee_cents, ledger_cents, carried_in_cents, released_in_cents, returned_in_cents, amount_cents, outcome,
      reason, account_number_last4)
    select ${tenantId}::uuid, ${runId}, ${revision}::integer, item.*
    from unnest(${column((item) => item.syndicateId)}::bigint[], ${column((item) => item.kind)}::text[],
      ${column((item) => item.withdrawalId)}::bigint[], ${column((item) => item.lineCount)}::integer[],
      ${column((item) => item.gross)}::bigint[], ${column((item) => item.managementFee)}::bigint[],
      ${column((item) => item.ledger)}::bigint[], ${column((item) => item.carriedIn)}::bigint[],
      ${column((item) => item.releasedIn)}::bigint[], ${column((item) => item.returnedIn)}::bigint[],
      ${column((item) => item.amount)}::bigint[], ${column((item) => item.outcome)}::text[],
      ${column((item) => item.reason)}::text[],
      ${column((item) => item.sendTo?.accountNumberLast4 ?? null)}::text[]) as item`.execute(tx);
}
