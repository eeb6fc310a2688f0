import { sql } from 'kysely';
import {
  CLOSED_RUN_STATES,
  type CountedItem,
  type FirstPayout,
  type ItemReason,
  type RunState,
  type RunTotals,
  totalsOf,
} from '../../shared/domain/payout-runs.ts';
import type { Tx } from '../platform/db/database.ts';
import { readDraftOf } from './close-run.ts';
import { readPaidBefore } from './first-payouts.ts';
import type { WhichRun } from './run-record.ts';
import { readSentBefore, type SentBefore } from './sent-before.ts';

export interface ShownItem extends CountedItem {
  syndicateId: bigint;
  syndicateName: string;
  lineCount: number;
  gross: bigint;
  managementFee: bigint;
  reason: ItemReason;
  accountNumberLast4: string | null;
  /** Null before it is approved. */
  itemId: bigint | null;
  traceNumber: string | null;
  returnCode: string | null;
  /** Nothing of an earlier run has reached its investor, or the account that it goes to. */
  firstPayout: FirstPayout | null;
  /** What of its money went out before and came back. */
  sentBefore: SentBefore[];
}

export interface ShownItems {
  items: ShownItem[];
  totals: RunTotals;
  /** Of a draft, what whoever approves it names. */
  fingerprint: string | null;
}

/** What a run pays to whom: of a draft as the ledger is now, of any other as it was approved. */
export async function readShownItems(
  tx: Tx,
  which: WhichRun,
  run: { id: bigint; payDate: string; state: RunState; approvedAt: Date | null },
): Promise<ShownItems> {
  const beforeOf = await readSentBefore(tx, { ...which, approvedAt: run.approvedAt });
  const paidBeforeOf = (items: readonly { syndicateId: bigint }[]) =>
    readPaidBefore(
      tx,
      { ...which, approvedAt: run.approvedAt },
      items.map(({ syndicateId }) => syndicateId),
    );
  if (CLOSED_RUN_STATES.some((state) => state === run.state)) {
    const approved = await readApprovedItems(tx, which);
    const paidBefore = await paidBeforeOf(approved);
    const items = approved.map((item) => ({
      ...item,
      firstPayout: firstOf(item, paidBefore),
      sentBefore: beforeOf(item),
    }));
    return { items, totals: totalsOf(items), fingerprint: null };
  }
  const draft = await readDraftOf(tx, which.tenantId, run);
  const names = await readNames(
    tx,
    which.tenantId,
    draft.items.map(({ syndicateId }) => syndicateId),
  );
  const paidBefore = await paidBeforeOf(draft.items);
  const items = draft.items.map(({ sendTo, withdrawalId: _withdrawal, ...item }) => ({
    ...item,
    syndicateName: names.get(item.syndicateId) ?? '',
    accountNumberLast4: sendTo?.accountNumberLast4 ?? null,
    itemId: null,
    traceNumber: null,
    returnCode: null,
    firstPayout: firstOf(item, paidBefore),
    sentBefore: beforeOf(item),
  }));
  return { items: inOrder(items), totals: draft.totals, fingerprint: draft.fingerprint };
}

function firstOf(
  { outcome, syndicateId }: Pick<ShownItem, 'outcome' | 'syndicateId'>,
  paidBefore: Awaited<ReturnType<typeof readPaidBefore>>,
): FirstPayout | null {
  if (outcome !== 'in file') return null;
  const before = paidBefore.get(syndicateId);
  if (!before) return 'to investor';
  return before.isSameAccount ? null : 'to account';
}

/** The largest first; withdrawals are listed apart. */
const inOrder = <T extends Pick<ShownItem, 'amount' | 'syndicateName'>>(items: T[]): T[] =>
  items.sort(
    (one, other) => Number(other.amount - one.amount) || (one.syndicateName < other.syndicateName ? -1 : 1),
  );

async function readNames(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx
    .selectFrom('syndicates')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<bigint>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readApprovedItems(
  tx: Tx,
  { tenantId, runId }: WhichRun,
): Promise<Omit<ShownItem, 'firstPayout' | 'sentBefore'>[]> {
  const { rows } = await sql<Omit<ShownItem, 'firstPayout' | 'sentBefore'>>`
    select item.id as "itemId", item.syndicate_id as "syndicateId", s.name as "syndicateName", item.kind, item.line_count as "lineCount",
      item.gross_cents as gross, item.management_fee_cents as "managementFee", item.ledger_cents as ledger,
      item.carried_in_cents as "carriedIn", item.released_in_cents as "releasedIn", item.returned_in_cents as "returnedIn",
      item.amount_cents as amount, item.outcome, item.reason, item.account_number_last4 as "accountNumberLast4",
      item.trace_number as "traceNumber", item.return_code as "returnCode"
    from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
    join syndicates s on s.tenant_id = item.tenant_id and s.id = item.syndicate_id
    where item.tenant_id = ${tenantId}::uuid and item.run_id = ${runId}`.execute(tx);
  return inOrder(rows);
}
