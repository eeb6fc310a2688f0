import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { wholeBook } from '../../ledger/check-scope.ts';
import type { Difference } from '../../ledger/difference.ts';
import { findDifferencesOfDeals } from '../../ledger/find-differences.ts';
import { findSyndicateRollupDifferences } from '../../ledger/rollups.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { findDisplayDifferences } from './check-displays.ts';
import { findStripDifferences } from './check-strip.ts';
import { batchesOf, type DealToCheck, dealsToCheck, markDeals, seenDeals } from './deal-checks.ts';
import { type ExportPart, exportsToCheck, hasStrip, markExport } from './export-checks.ts';
import { inOrder } from './in-order.ts';
import { keepReconciliation } from './keep-reconciliation.ts';
import { readCompared } from './read-compared.ts';
import type { Reconciliation } from './reconciliation.ts';
import { everything, ROUND, type Round } from './round.ts';
import { syndicateBatches } from './syndicate-batches.ts';

interface ReconcileOptions {
  isWhole?: boolean;
  /** How many parts of the book are compared at the same time. */
  atOnce?: number;
  round?: Round;
  onProgress?: (done: number, of: number) => void;
}

interface Part {
  differences: Difference[];
  paymentCount?: number;
  lineCount?: number;
  netPay?: Cents;
}

/**
 * Reconciles a funder's book: payments with lines, lines with every rollup, and both with what investors see and download. The
 * book is compared in parts, each in a snapshot of its own that is over within seconds. The result is stored, whatever it is.
 */
export async function reconcile(
  db: Database,
  tenantId: string,
  { isWhole = false, atOnce = 1, round = ROUND, onProgress }: ReconcileOptions = {},
): Promise<Reconciliation> {
  const snapshot = <T>(work: (tx: Tx) => Promise<T>) => inSnapshot(db, tenantId, work);
  const chosen = await snapshot(async (tx) => ({
    deals: await dealsToCheck(tx, tenantId, isWhole ? everything(round) : round),
    exports: await exportsToCheck(tx, tenantId, isWhole ? everything(round) : round),
    comparedAt: await readTime(tx),
  }));
  const { deals } = chosen.deals;
  const withStrip = new Set(chosen.exports.parts.filter(hasStrip).map(({ syndicateId }) => syndicateId));
  const parts = [
    ...batchesOf(deals).map((batch) => () => compareDeals(db, tenantId, batch)),
    ...(await snapshot((tx) => syndicateBatches(tx, tenantId))).map(
      (ids) => () => snapshot((tx) => compareSyndicates(tx, tenantId, ids, withStrip)),
    ),
    ...chosen.exports.parts.map((part) => () => compareExports(db, tenantId, part)),
  ];
  const compared: readonly Part[] = await inOrder(parts, atOnce, onProgress);
  const differences = compared.flatMap((part) => part.differences);
  const times = [chosen.comparedAt, chosen.deals.oldestLeft, chosen.exports.oldestLeft];
  const result: Reconciliation = {
    comparedAt: chosen.comparedAt,
    isWhole,
    dealCount: deals.length,
    changedDealCount: deals.filter(({ isChanged }) => isChanged).length,
    paymentCount: compared.reduce((sum, part) => sum + (part.paymentCount ?? 0), 0),
    lineCount: compared.reduce((sum, part) => sum + (part.lineCount ?? 0), 0),
    netPay: compared.reduce((sum, part) => sum + (part.netPay ?? 0n), 0n),
    checkedSince:
      differences.length > 0 ? null : new Date(Math.min(...times.flatMap((time) => time?.getTime() ?? []))),
    differences,
  };
  await withTenant(db, tenantId, (tx) => keepReconciliation(tx, tenantId, result));
  return result;
}

const inSnapshot = <T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>) =>
  withTenant(
    db,
    tenantId,
    async (tx) => {
      // No user waits for it.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      return work(tx);
    },
    { readOnly: true, isSnapshot: true },
  );

async function readTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

async function compareDeals(db: Database, tenantId: string, batch: readonly DealToCheck[]): Promise<Part> {
  const dealIds = batch.map(({ id }) => id);
  const scope = { ...wholeBook(tenantId), dealIds };
  const { at, seen, part } = await inSnapshot(db, tenantId, async (tx) => ({
    ...(await seenDeals(tx, tenantId, dealIds)),
    part: {
      ...(await readCompared(tx, tenantId, dealIds)),
      differences: await findDifferencesOfDeals(tx, scope),
    },
  }));
  // Whatever is beside a difference is compared again as well, until there is none.
  if (part.differences.length === 0)
    await withTenant(db, tenantId, (tx) => markDeals(tx, tenantId, at, seen));
  return part;
}

async function compareSyndicates(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  withStrip: ReadonlySet<bigint>,
): Promise<Part> {
  const others = syndicateIds.filter((id) => !withStrip.has(id));
  return {
    differences: [
      ...(await findSyndicateRollupDifferences(tx, { ...wholeBook(tenantId), syndicateIds })),
      ...(others.length > 0 ? await findStripDifferences(tx, tenantId, others) : []),
    ],
  };
}

async function compareExports(db: Database, tenantId: string, part: ExportPart): Promise<Part> {
  const { at, differences } = await inSnapshot(db, tenantId, async (tx) => ({
    at: await readTime(tx),
    differences: await findDisplayDifferences(tx, tenantId, part),
  }));
  if (differences.length === 0) await withTenant(db, tenantId, (tx) => markExport(tx, tenantId, at, part));
  return { differences };
}
