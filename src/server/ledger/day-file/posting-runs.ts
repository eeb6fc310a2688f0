import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';

export interface PostingCounts {
  posted: number;
  reversed: number;
  returned: number;
  known: number;
  refused: number;
  /** Held until somebody confirms that they are no duplicates. */
  held: number;
}

export const NO_COUNTS: Readonly<PostingCounts> = {
  posted: 0,
  reversed: 0,
  returned: 0,
  known: 0,
  refused: 0,
  held: 0,
};

export interface PostingRun {
  id: bigint;
  /**
   * The day on which the run began. It also applies to entries posted after midnight, so that a restart does not move a
   * payout to a later pay date.
   */
  postedOn: CalendarDate;
  entryCount: number;
  position: number;
  isFinished: boolean;
  /** The day through which everything is posted once the run is finished; null for an empty file that does not say. */
  completeThrough: CalendarDate | null;
  counts: PostingCounts;
}

const columns = [
  'id',
  'postedOn',
  'entryCount',
  'position',
  'finishedAt',
  'completeThrough',
  'postedCount as posted',
  'reversedCount as reversed',
  'returnedCount as returned',
  'knownCount as known',
  'refusedCount as refused',
  'heldCount as held',
] as const;

interface Row extends PostingCounts {
  id: bigint;
  postedOn: string;
  entryCount: number;
  position: number;
  finishedAt: Date | null;
  completeThrough: string | null;
}

const toRun = ({
  id,
  postedOn,
  entryCount,
  position,
  finishedAt,
  completeThrough,
  ...counts
}: Row): PostingRun => ({
  id,
  postedOn: calendarDate(postedOn),
  entryCount,
  position,
  isFinished: finishedAt !== null,
  completeThrough: completeThrough === null ? null : calendarDate(completeThrough),
  counts,
});

/** The run of a file, which is identified by its content. Continues the run that was begun earlier, if there is one. */
export async function openRun(
  tx: Tx,
  tenantId: string,
  file: {
    hash: Buffer;
    name: string;
    entryCount: number;
    completeThrough: CalendarDate | null;
    /** Said by who posts it, and not only the latest date of the file. */
    isSaid: boolean;
  },
): Promise<PostingRun> {
  const { hash: fileHash, name: fileName, entryCount, completeThrough } = file;
  await tx
    .insertInto('postingRuns')
    .values({
      tenantId,
      fileHash,
      fileName,
      entryCount,
      completeThrough,
      postedCents: 0n,
      reversedCents: 0n,
      postedOn: today,
      finishedAt: entryCount === 0 ? sql`now()` : null,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(['tenantId', 'fileHash']);
      // Who posts a file again may say that more is complete with it. What was said before is not taken back.
      return file.isSaid
        ? known.doUpdateSet({
            completeThrough: sql`greatest(posting_runs.complete_through, ${completeThrough}::date)`,
          })
        : known.doNothing();
    })
    .execute();
  const row = await tx
    .selectFrom('postingRuns')
    .select(columns)
    .where('tenantId', '=', tenantId)
    .where('fileHash', '=', fileHash)
    .executeTakeFirstOrThrow();
  return toRun(row);
}

/** Another process is posting the same file at the same time. */
export class ConcurrentRunError extends Error {
  constructor() {
    super('Another process is posting this file.');
    this.name = 'ConcurrentRunError';
  }
}

/** Locks the run until the transaction ends. If another process posted a batch in between, the position has changed. */
export async function lockRun(tx: Tx, tenantId: string, { id, position }: PostingRun): Promise<void> {
  const row = await tx
    .selectFrom('postingRuns')
    .select('position')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.position !== position) throw new ConcurrentRunError();
}

export async function advanceRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  by: PostingCounts,
): Promise<PostingRun> {
  const entries = by.posted + by.reversed + by.returned + by.known + by.refused + by.held;
  const row = await tx
    .updateTable('postingRuns')
    .set((eb) => ({
      position: eb('position', '+', entries),
      postedCount: eb('postedCount', '+', by.posted),
      reversedCount: eb('reversedCount', '+', by.reversed),
      returnedCount: eb('returnedCount', '+', by.returned),
      knownCount: eb('knownCount', '+', by.known),
      refusedCount: eb('refusedCount', '+', by.refused),
      heldCount: eb('heldCount', '+', by.held),
      finishedAt: sql<Date | null>`
        case when position + ${entries}::integer = entry_count then coalesce(finished_at, now()) end`,
    }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toRun(row);
}

export type EntryCount = 'postedCount' | 'reversedCount' | 'returnedCount' | 'knownCount';

/** Adds an entry to a finished run that it had left out. */
export async function addEntry(tx: Tx, tenantId: string, runId: bigint, counted: EntryCount): Promise<void> {
  await tx
    .updateTable('postingRuns')
    .set((eb) => ({
      entryCount: eb('entryCount', '+', 1),
      position: eb('position', '+', 1),
      [counted]: eb(counted, '+', 1),
    }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
}

/** Adds to what a run has posted and taken back. Of a run that was begun before these were kept, they stay unknown. */
export async function addMoved(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { posted, reversed }: { posted: Cents; reversed: Cents },
): Promise<void> {
  await tx
    .updateTable('postingRuns')
    .set((eb) => ({
      postedCents: eb('postedCents', '+', posted),
      reversedCents: eb('reversedCents', '+', reversed),
    }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
}

export interface RefusedEntry {
  line: number;
  reference: string;
  code: string;
}

export async function recordRefusals(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  refused: readonly RefusedEntry[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx
    .insertInto('postingRefusals')
    .values(refused.map((entry) => ({ tenantId, runId, ...entry })))
    .execute();
}

export async function readRefusals(tx: Tx, tenantId: string, runId: bigint): Promise<RefusedEntry[]> {
  return tx
    .selectFrom('postingRefusals')
    .select(['line', 'reference', 'code'])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .orderBy('line')
    .execute();
}
