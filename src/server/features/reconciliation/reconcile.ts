import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { wholeBook } from '../../ledger/check-scope.ts';
import type { Difference } from '../../ledger/difference.ts';
import {
  findDifferencesOfBook,
  findDifferencesOfDeals,
  findDifferencesOfSyndicates,
} from '../../ledger/find-differences.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { findStatementDifferences } from '../../statements/check-statements.ts';
import { findDisplayDifferences } from './check-displays.ts';
import { findStripDifferences } from './check-strip.ts';
import { findBoardDifferences, findReturnedDifferences } from './check-totals.ts';
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

interface Compared {
  differences: Difference[];
  paymentCount?: number;
  lineCount?: number;
  netPay?: Cents;
  /** Notes that the part was compared. It is done only for a part without a difference. */
  mark?: (tx: Tx) => Promise<void>;
}

type Part = (tx: Tx) => Promise<Compared>;

/** So few parts of a small book are compared in one snapshot: it is over within seconds too, and takes a tenth of the round trips. */
const MAX_TOGETHER = 8;

/**
 * Reconciles a funder's book: payments with lines, lines with every rollup, and both with what investors see and download. The
 * book is compared in parts, each in a snapshot of its own that is over within seconds. The result is stored, whatever it is.
 */
export async function reconcile(
  db: Database,
  tenantId: string,
  { isWhole = false, atOnce = 1, round = ROUND, onProgress }: ReconcileOptions = {},
): Promise<Reconciliation> {
  const taken = isWhole ? everything(round) : round;
  const chosen = await inSnapshot(db, tenantId, async (tx) => ({
    deals: await dealsToCheck(tx, tenantId, taken),
    exports: await exportsToCheck(tx, tenantId, taken),
    syndicates: await syndicateBatches(tx, tenantId),
    comparedAt: await readTime(tx),
  }));
  const { deals } = chosen.deals;
  const withStrip = new Set(chosen.exports.parts.filter(hasStrip).map(({ syndicateId }) => syndicateId));
  const parts: Part[] = [
    async (tx) => ({
      differences: [
        ...(await findDifferencesOfBook(tx, tenantId)),
        ...(await findBoardDifferences(tx, tenantId)),
      ],
    }),
    ...batchesOf(deals).map(
      (batch): Part =>
        (tx) =>
          compareDeals(tx, tenantId, batch),
    ),
    ...chosen.syndicates.map(
      (ids): Part =>
        (tx) =>
          compareSyndicates(tx, tenantId, ids, withStrip),
    ),
    ...chosen.exports.parts.map(
      (part): Part =>
        (tx) =>
          compareExports(tx, tenantId, part),
    ),
  ];
  const isSmall = parts.length <= MAX_TOGETHER && chosen.exports.parts.every(hasStrip);
  const groups = isSmall ? [parts] : parts.map((part) => [part]);
  const work = groups.map((group) => () => compareTogether(db, tenantId, group));
  const compared = (await inOrder(work, atOnce, onProgress)).flat();
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

/** Compares parts in one snapshot, and marks those that agree. */
async function compareTogether(
  db: Database,
  tenantId: string,
  parts: readonly Part[],
): Promise<readonly Compared[]> {
  const compared = await inSnapshot(db, tenantId, async (tx) => {
    const results: Compared[] = [];
    for (const part of parts) results.push(await part(tx));
    return results;
  });
  // Whatever is beside a difference is compared again as well, until there is none.
  const marks = compared.flatMap(({ differences, mark }) => (differences.length === 0 && mark ? [mark] : []));
  if (marks.length > 0)
    await withTenant(db, tenantId, async (tx) => {
      for (const mark of marks) await mark(tx);
    });
  return compared;
}

async function compareDeals(tx: Tx, tenantId: string, batch: readonly DealToCheck[]): Promise<Compared> {
  const dealIds = batch.map(({ id }) => id);
  const scope = { ...wholeBook(tenantId), dealIds };
  const { at, seen } = await seenDeals(tx, tenantId, dealIds);
  return {
    ...(await readCompared(tx, tenantId, dealIds)),
    differences: await findDifferencesOfDeals(tx, scope),
    mark: (marking) => markDeals(marking, tenantId, at, seen),
  };
}

async function compareSyndicates(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  withStrip: ReadonlySet<bigint>,
): Promise<Compared> {
  const others = syndicateIds.filter((id) => !withStrip.has(id));
  return {
    differences: [
      ...(await findDifferencesOfSyndicates(tx, { ...wholeBook(tenantId), syndicateIds })),
      ...(await findStatementDifferences(tx, tenantId, syndicateIds)),
      ...(await findReturnedDifferences(tx, tenantId, syndicateIds)),
      ...(others.length > 0 ? await findStripDifferences(tx, tenantId, others) : []),
    ],
  };
}

async function compareExports(tx: Tx, tenantId: string, part: ExportPart): Promise<Compared> {
  const at = await readTime(tx);
  return {
    differences: await findDisplayDifferences(tx, tenantId, part),
    mark: (marking) => markExport(marking, tenantId, at, part),
  };
}
