import { basename } from 'node:path';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Problem } from '../../platform/records/problem.ts';
import type { PostingOutcome } from '../decide-postings.ts';
import type { PaymentEntry } from '../payment-entry.ts';
import { postPayments } from '../post-payments.ts';
import { checkDayFile, type DayFileEntry, readBatches } from './day-file.ts';
import {
  advanceRun,
  type Counts,
  lockRun,
  openRun,
  type PostingRun,
  type RefusedEntry,
  readRefusals,
  recordRefusals,
} from './posting-runs.ts';

export class DayFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('The file is not posted: not all of it makes sense.');
    this.name = 'DayFileError';
    this.problems = problems;
  }
}

export interface PostingReport {
  run: PostingRun;
  /** The whole file had been posted before. */
  wasFinished: boolean;
  refused: RefusedEntry[];
}

interface PostingOptions {
  batchSize?: number;
  onProgress?: (run: PostingRun) => void;
}

/** Larger ones save little and hold their locks longer. */
const BATCH_SIZE = 500;

/**
 * Posts a day's file, batch by batch, each in one transaction with the position it brings the file to. Stopped at any
 * point, it is started again with the same file and goes on; a file that is through changes nothing.
 */
export async function postDayFile(
  db: Database,
  tenantId: string,
  path: string,
  { batchSize = BATCH_SIZE, onProgress }: PostingOptions = {},
): Promise<PostingReport> {
  const { hash, entryCount, problems } = await checkDayFile(path);
  if (problems.length > 0) throw new DayFileError(problems);
  const file = { hash, name: basename(path), entryCount };
  let run = await withTenant(db, tenantId, (tx) => openRun(tx, tenantId, file));
  const wasFinished = run.isFinished;
  if (!wasFinished) {
    for await (const batch of readBatches(path, run.position, batchSize)) {
      run = await withTenant(db, tenantId, (tx) => postBatch(tx, tenantId, run, batch));
      onProgress?.(run);
    }
  }
  const refused = await withTenant(db, tenantId, (tx) => readRefusals(tx, tenantId, run.id));
  return { run, wasFinished, refused };
}

async function postBatch(
  tx: Tx,
  tenantId: string,
  run: PostingRun,
  batch: readonly DayFileEntry[],
): Promise<PostingRun> {
  await lockRun(tx, tenantId, run);
  const dealIds = await dealsByMid(tx, tenantId, batch);
  const entries = batch.map((entry) => toPaymentEntry(entry, dealIds.get(entry.mid) ?? NO_DEAL));
  const outcomes = await postPayments(tx, tenantId, entries, run.postedOn);
  const refused = batch.flatMap(({ line, reference }, index): RefusedEntry[] => {
    const outcome = outcomes[index];
    return outcome instanceof Refusal ? [{ line, reference, code: outcome.code }] : [];
  });
  await recordRefusals(tx, tenantId, run.id, refused);
  return advanceRun(tx, tenantId, run.id, count(outcomes));
}

/** Ids begin with 1, so posting doesn't find it and refuses the entry. */
const NO_DEAL = 0n;

async function dealsByMid(
  tx: Tx,
  tenantId: string,
  batch: readonly DayFileEntry[],
): Promise<Map<string, bigint>> {
  const mids = [...new Set(batch.map(({ mid }) => mid))];
  const deals = await tx
    .selectFrom('deals')
    .select(['id', 'mid'])
    .where('tenantId', '=', tenantId)
    .where('mid', '=', sql<string>`any(${mids}::text[])`)
    .execute();
  return new Map(deals.map(({ id, mid }) => [mid, id]));
}

function toPaymentEntry({ reference, amount, date, ...entry }: DayFileEntry, dealId: bigint): PaymentEntry {
  const debit = { reference, dealId, amount, date };
  return entry.result === 'cleared'
    ? { ...debit, result: 'cleared' }
    : { ...debit, result: 'returned', returnCode: entry.return_code };
}

function count(outcomes: readonly PostingOutcome[]): Counts {
  const counts: Counts = { posted: 0, reversed: 0, returned: 0, known: 0, refused: 0 };
  for (const outcome of outcomes) {
    if (outcome instanceof Refusal) counts.refused += 1;
    else if (outcome === 'already known') counts.known += 1;
    else counts[outcome] += 1;
  }
  return counts;
}
