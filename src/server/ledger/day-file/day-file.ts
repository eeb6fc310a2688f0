import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as z from 'zod';
import { type CalendarDate, calendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import { type Cents, parseMoney } from '../../../shared/domain/money.ts';
import { type Problem, UnreadableError } from '../../platform/records/problem.ts';
import { readCsv } from '../../platform/records/read-csv.ts';

/** What is posted stays, so that a slip in the year is found before. Where payouts are made it is never later than in UTC. */
const hasCome = (date: string): boolean => date <= new Date().toISOString().slice(0, 10);

const entry = z
  .object({
    reference: z.string().min(1).max(100),
    mid: z.string().min(1),
    amount: z
      .string()
      .regex(/^\d{1,13}(\.\d{1,2})?$/, 'is not an amount such as 1250.00')
      .transform(parseMoney)
      .refine((amount) => amount > 0n, 'is nothing'),
    date: z
      .string()
      .refine(isCalendarDate, 'is not a date such as 2026-11-13')
      .refine(hasCome, 'is a day that has not come yet')
      .transform(calendarDate),
    result: z.enum(['cleared', 'returned'], 'is neither cleared nor returned'),
    return_code: z.string().regex(/^(R\d{2})?$/, 'is not a return code such as R01'),
  })
  .refine(({ result, return_code }) => (result === 'returned') === (return_code !== ''), {
    path: ['return_code'],
    message: 'is there for what was returned, and only for that',
  });

const COLUMNS = { required: Object.keys(entry.shape), optional: [], allowsOthers: true };

/** A line of a day's file: what the bank says of one debit of the merchant with that MID. */
export interface DayFileEntry {
  line: number;
  reference: string;
  mid: string;
  amount: Cents;
  date: CalendarDate;
  result: 'cleared' | 'returned';
  return_code: string;
}

export interface CheckedFile {
  hash: Buffer;
  entryCount: number;
  /** The first of them, when there are many. */
  problems: Problem[];
}

const MOST_PROBLEMS = 100;

/** Reads the whole file once: nothing of it is posted unless all of it makes sense. */
export async function checkDayFile(path: string): Promise<CheckedFile> {
  const hash = createHash('sha256');
  const problems: Problem[] = [];
  let entryCount = 0;
  for await (const read of readLines(path, (bytes) => hash.update(bytes))) {
    entryCount += 1;
    if ('problems' in read) problems.push(...read.problems);
    if (problems.length >= MOST_PROBLEMS) break;
  }
  return { hash: hash.digest(), entryCount, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** The entries from a position on, in batches. The file has been checked. */
export async function* readBatches(
  path: string,
  position: number,
  batchSize: number,
): AsyncGenerator<DayFileEntry[]> {
  let batch: DayFileEntry[] = [];
  let index = 0;
  for await (const read of readLines(path)) {
    if ('problems' in read)
      throw new Error(`Line ${read.problems[0]?.line} changed since the file was checked.`);
    index += 1;
    if (index <= position) continue;
    batch.push(read);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* readLines(
  path: string,
  onBytes: (bytes: Buffer) => void = () => undefined,
): AsyncGenerator<DayFileEntry | { problems: readonly Problem[] }> {
  const file = createReadStream(path);
  file.on('data', (bytes) => onBytes(bytes as Buffer));
  try {
    for await (const read of readCsv(file, COLUMNS)) {
      if ('problems' in read) {
        yield read;
        continue;
      }
      const checked = entry.safeParse(read.cells);
      if (checked.success) yield { ...checked.data, line: read.line };
      else yield { problems: checked.error.issues.map((issue) => toProblem(read.line, issue)) };
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    yield { problems: error.problems };
  }
}

const toProblem = (line: number, { path, message }: z.core.$ZodIssue): Problem => ({
  line,
  column: path.join('.'),
  reason: message,
});
