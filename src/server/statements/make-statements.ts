import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { readOpenDifferences } from '../ledger/open-differences.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { readChangedBooks, readOtherMethods } from './changed-books.ts';
import { dueMonth, endedYears, firstOfRun, keepProgress, type Progress, readProgress } from './due-months.ts';
import type { Frozen } from './freeze.ts';
import { makeBatch } from './make-batch.ts';
import type { Months } from './periods.ts';

/** So few at a time that their transaction is over within seconds, and memory does not grow with the funder. */
const MAX_SHARES = 5_000;
const MAX_SYNDICATES = 250;

export interface MadeStatements {
  /** First versions, and later ones. */
  made: number;
  corrected: number;
  /** Investors who got none, because their figures differ. */
  differing: number;
  /** The month through which all statements are made; null before the first. */
  through: CalendarDate | null;
}

type OnProgress = (done: number, of: number) => void;

/**
 * Makes the statements of a tenant that are due, of months that were missed as well, and new versions of those about which something was
 * recorded since the last run. It can be run at any time and any number of times.
 */
export async function makeDueStatements(
  db: Database,
  tenantId: string,
  onProgress?: OnProgress,
): Promise<MadeStatements> {
  const progress = await withTenant(db, tenantId, (tx) => readProgress(tx, tenantId), { readOnly: true });
  if (!progress) return { made: 0, corrected: 0, differing: 0, through: null };
  const due = dueMonth(progress.today);
  const { through } = progress;
  if (due < progress.from) return { made: 0, corrected: 0, differing: 0, through };
  const made = await makeDue(db, tenantId, { progress, due }, onProgress);
  // Whose figures differ got none. Once they agree, the next run begins where this one did, and makes theirs.
  const differing = await countDiffering(db, tenantId);
  if (differing > 0) return { ...countsOf(made), differing, through };
  await keepProgress(db, tenantId, { through: due, checkedAt: progress.startedAt });
  return { ...countsOf(made), differing, through: due };
}

async function countDiffering(db: Database, tenantId: string): Promise<number> {
  const open = await withTenant(db, tenantId, (tx) => readOpenDifferences(tx, tenantId), { readOnly: true });
  return new Set(open.flatMap(({ syndicateIds }) => syndicateIds)).size;
}

/**
 * The months of each syndicate from the first one about which something was recorded since the last run, and the years that end with one of them.
 * With a new month also those of every other syndicate.
 */
async function makeDue(
  db: Database,
  tenantId: string,
  { progress, due }: { progress: Progress; due: CalendarDate },
  onProgress?: OnProgress,
): Promise<Made[]> {
  const { from, through } = progress;
  const isNewMonth = through === null || through < due;
  const firstOfAll = firstOfRun(progress, due);
  const batches = await readBatches(db, tenantId);
  const made: Made[] = [];
  for (const [place, syndicateIds] of batches.entries()) {
    const changed = await readChanged(db, tenantId, syndicateIds, { progress, due, isNewMonth });
    const alone = [...changed].filter(([, month]) => !isNewMonth || month < firstOfAll);
    const others = isNewMonth ? syndicateIds.filter((id) => !alone.some(([one]) => one === id)) : [];
    const parts = [
      { ids: others, madeFrom: firstOfAll },
      ...alone.map(([id, madeFrom]) => ({ ids: [id], madeFrom })),
    ];
    for (const { ids, madeFrom } of parts) {
      if (ids.length === 0) continue;
      const years = endedYears(madeFrom, due);
      const first = years[0] && years[0] < madeFrom ? years[0] : madeFrom;
      const batch = {
        syndicateIds: ids,
        months: { first, last: due },
        madeFrom,
        years,
        newFrom: from,
        told: due,
      };
      made.push(...(await makeBatch(db, tenantId, batch)).map(versionOf));
    }
    onProgress?.(place + 1, batches.length);
  }
  return made;
}

/** The first month of each syndicate that is to be made again. A new month also brings those that were made by another method than the tenant's. */
async function readChanged(
  db: Database,
  tenantId: string,
  syndicateIds: readonly bigint[],
  {
    progress: { from, checkedAt },
    due,
    isNewMonth,
  }: { progress: Progress; due: CalendarDate; isNewMonth: boolean },
): Promise<Map<bigint, CalendarDate>> {
  if (!checkedAt) return new Map();
  const asked = { since: checkedAt, from, last: due };
  return withTenant(
    db,
    tenantId,
    async (tx) => {
      const changed = await readChangedBooks(tx, tenantId, syndicateIds, asked);
      for (const [id, month] of isNewMonth ? await readOtherMethods(tx, tenantId, syndicateIds) : [])
        if (month < (changed.get(id) ?? due)) changed.set(id, month);
      return changed;
    },
    { readOnly: true },
  );
}

/** What somebody has asked for: a month or a year that is over, of one syndicate or of all. */
export interface AskedStatements {
  kind: 'month' | 'year';
  months: Months;
  syndicateId: bigint | null;
}

export async function makeAskedStatements(
  db: Database,
  tenantId: string,
  { kind, months, syndicateId }: AskedStatements,
  onProgress?: OnProgress,
): Promise<Omit<MadeStatements, 'through'>> {
  const progress = await withTenant(db, tenantId, (tx) => readProgress(tx, tenantId), { readOnly: true });
  if (!progress) return { made: 0, corrected: 0, differing: 0 };
  const batches = syndicateId === null ? await readBatches(db, tenantId) : [[syndicateId]];
  const made: Made[] = [];
  for (const [place, syndicateIds] of batches.entries()) {
    const batch = {
      syndicateIds,
      months,
      // A day after the last month stands for none of them.
      madeFrom: kind === 'month' ? months.first : progress.today,
      years: kind === 'year' ? [months.first] : [],
      newFrom: months.first,
      told: dueMonth(progress.today),
    };
    made.push(...(await makeBatch(db, tenantId, batch)).map(versionOf));
    onProgress?.(place + 1, batches.length);
  }
  return { ...countsOf(made), differing: await countDiffering(db, tenantId) };
}

/** The syndicates of a tenant whose figures were not removed, a few at a time. */
export async function readBatches(db: Database, tenantId: string): Promise<bigint[][]> {
  const { rows } = await withTenant(
    db,
    tenantId,
    (tx) =>
      sql<{ id: bigint; shareCount: number }>`
        select s.id, total.participation_count as share_count from syndicates s
        join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
        where s.tenant_id = ${tenantId}::uuid and s.disposed_at is null order by s.id`.execute(tx),
    { readOnly: true },
  );
  const batches: bigint[][] = [];
  let shares = Number.POSITIVE_INFINITY;
  for (const { id, shareCount } of rows) {
    shares += shareCount;
    const batch = batches.at(-1);
    if (batch && shares <= MAX_SHARES && batch.length < MAX_SYNDICATES) batch.push(id);
    else {
      batches.push([id]);
      shares = shareCount;
    }
  }
  return batches;
}

/** Only this is kept of each, so that memory does not grow with what is made. */
type Made = Frozen['version'];
const versionOf = ({ version }: Frozen): Made => version;

const countsOf = (made: readonly Made[]) => ({
  made: made.filter((version) => version === 1).length,
  corrected: made.filter((version) => version > 1).length,
});
