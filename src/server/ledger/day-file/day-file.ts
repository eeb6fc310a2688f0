import * as z from 'zod';
import {
  type CalendarDate,
  calendarDate,
  isCalendarDate,
  laterOf,
} from '../../../shared/domain/calendar-date.ts';
import { type Cents, parseMoney } from '../../../shared/domain/money.ts';
import { FIRST_MONEY_DATE } from '../../../shared/domain/money-dates.ts';
import { type Problem, UnreadableError } from '../../platform/records/problem.ts';
import { readCsv } from '../../platform/records/read-csv.ts';
import { FileChangedError, type FileFingerprint, readForFingerprint, readUnchanged } from './checked-file.ts';

/**
 * A posted payment cannot be deleted, so a mistyped year has to be found before posting. UTC is used because the day in
 * the United States is never ahead of it.
 */
const isNotInTheFuture = (date: string): boolean => date <= new Date().toISOString().slice(0, 10);

const isOfThisCentury = (date: string): boolean => date >= FIRST_MONEY_DATE;
const NO_YEAR = `is before ${FIRST_MONEY_DATE}: check the year`;

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
      .refine(isNotInTheFuture, 'is a day that has not come yet')
      .refine(isOfThisCentury, NO_YEAR)
      .transform(calendarDate),
    result: z.enum(['cleared', 'returned'], 'is neither cleared nor returned'),
    return_code: z.string().regex(/^(R\d{2})?$/, 'is not a return code such as R01'),
    debit_date: z
      .string()
      .default('')
      .refine((text) => text === '' || isCalendarDate(text), 'is not a date such as 2026-11-13')
      .refine((text) => text === '' || isOfThisCentury(text), NO_YEAR)
      .transform((text) => (text === '' ? null : calendarDate(text))),
  })
  .refine(({ result, return_code }) => (result === 'returned') === (return_code !== ''), {
    path: ['return_code'],
    message: 'is there for what was returned, and only for that',
  })
  .refine(({ debit_date, date }) => debit_date === null || debit_date <= date, {
    path: ['debit_date'],
    message: 'is after the day on which it cleared or was returned',
  });

const OPTIONAL = ['debit_date'];
const COLUMNS = {
  required: Object.keys(entry.shape).filter((column) => !OPTIONAL.includes(column)),
  optional: OPTIONAL,
  allowsOthers: true,
};

/** One line of a day file: what the bank reports about one debit from the merchant whose deal has this MID. */
export interface DayFileEntry {
  line: number;
  reference: string;
  mid: string;
  amount: Cents;
  date: CalendarDate;
  result: 'cleared' | 'returned';
  return_code: string;
  /** The day of the debit; null where the file does not tell. */
  debit_date: CalendarDate | null;
}

export interface CheckedFile {
  fingerprint: FileFingerprint;
  entryCount: number;
  /** The latest date of an entry; null without entries. */
  latestDate: CalendarDate | null;
  /** At most the first hundred. */
  problems: Problem[];
}

const MAX_PROBLEMS = 100;

/** Reads the whole file, because none of its entries is posted unless every one of them is valid. */
export async function checkDayFile(path: string): Promise<CheckedFile> {
  const { blocks, fingerprint } = readForFingerprint(path);
  const problems: Problem[] = [];
  let entryCount = 0;
  let latestDate: CalendarDate | null = null;
  for await (const read of readEntries(blocks)) {
    entryCount += 1;
    if ('problems' in read) problems.push(...read.problems);
    else latestDate = laterOf(latestDate ?? read.date, read.date);
    if (problems.length >= MAX_PROBLEMS) break;
  }
  return { fingerprint: fingerprint(), entryCount, latestDate, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** The entries of a checked file from a position on, in batches. Throws a FileChangedError when the file has changed since. */
export async function* readBatches(
  path: string,
  { fingerprint, position, batchSize }: { fingerprint: FileFingerprint; position: number; batchSize: number },
): AsyncGenerator<DayFileEntry[]> {
  let batch: DayFileEntry[] = [];
  let index = 0;
  for await (const read of readEntries(readUnchanged(path, fingerprint))) {
    // The check found no problem in these same bytes.
    if ('problems' in read) throw new FileChangedError();
    index += 1;
    if (index <= position) continue;
    batch.push(read);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** An entry from its cells as text, as a line of a file has them. */
export function entryOf(
  line: number,
  cells: Readonly<Record<string, string>>,
): DayFileEntry | { problems: Problem[] } {
  const checked = entry.safeParse(cells);
  return checked.success
    ? { ...checked.data, line }
    : { problems: checked.error.issues.map((issue) => toProblem(line, issue)) };
}

async function* readEntries(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<DayFileEntry | { problems: readonly Problem[] }> {
  try {
    for await (const read of readCsv(bytes, COLUMNS)) {
      if ('problems' in read) {
        yield read;
        continue;
      }
      yield entryOf(read.line, read.cells);
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
