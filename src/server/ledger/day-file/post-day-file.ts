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
  lockRun,
  openRun,
  type PostingCounts,
  type PostingRun,
  type RefusedEntry,
  readRefusals,
  recordRefusals,
} from './posting-runs.ts';

export class DayFileError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('Nothing was posted: the file has invalid lines.');
    this.name = 'DayFileError';
    this.problems = problems;
  }
}

export interface PostingReport {
  run: PostingRun;
  /** True when an earlier run had already posted the whole file. */
  wasFinished: boolean;
  refused: RefusedEntry[];
}

interface PostingOptions {
  batchSize?: number;
  onProgress?: (run: PostingRun) => void;
}

/** Larger batches save little time and hold their locks longer. */
const BATCH_SIZE = 500;

/**
 * Posts a day file in batches. Each batch is one transaction that also stores the position reached in the file, so a
 * run that was stopped at any point continues when it is started again with the same file. A file that has been posted
 * completely changes nothing.
 */
export async function postDayFile(
  db: Database,
  tenantId: string,
  path: string,
  { batchSize = BATCH_SIZE, onProgress }: PostingOptions = {},
): Promise<PostingReport> {
  const { fingerprint, entryCount, problems } = await checkDayFile(path);
  if (problems.length > 0) throw new DayFileError(problems);
  const file = { hash: fingerprint.hash, name: basename(path), entryCount };
  let run = await withTenant(db, tenantId, (tx) => openRun(tx, tenantId, file));
  const wasFinished = run.isFinished;
  if (!wasFinished) {
    const unposted = readBatches(path, { fingerprint, position: run.position, batchSize });
    for await (const batch of unposted) {
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

/** Ids begin with 1, so posting finds no deal with this one and refuses the entry. */
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

function count(outcomes: readonly PostingOutcome[]): PostingCounts {
  const counts: PostingCounts = { posted: 0, reversed: 0, returned: 0, known: 0, refused: 0 };
  for (const outcome of outcomes) {
    if (outcome instanceof Refusal) counts.refused += 1;
    else if (outcome === 'already known') counts.known += 1;
    else counts[outcome] += 1;
  }
  return counts;
}
