import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import {
  type CheckedFile,
  checkDayFile,
  type DayFileEntry,
  readBatches,
} from '../../ledger/day-file/day-file.ts';
import { DayFileError } from '../../ledger/day-file/post-day-file.ts';

const BATCH_SIZE = 500;
/** They are all kept while the file is answered for. */
const MAX_ENTRIES = 250_000;
const TOO_MANY = 'a file has 250,000 entries at most; send the rest in another one';

/** The checked entries of a day file, with what they add up to. Throws a DayFileError when one of them is invalid. */
export interface WholeDayFile {
  hash: Buffer;
  entries: DayFileEntry[];
  /** Null without entries. */
  latestDate: CalendarDate | null;
  sums: { cleared: Cents; returned: Cents };
}

export async function readDayFile(path: string): Promise<WholeDayFile> {
  const checked: CheckedFile = await checkDayFile(path);
  if (checked.problems.length > 0) throw new DayFileError(checked.problems);
  if (checked.entryCount > MAX_ENTRIES)
    throw new DayFileError([{ line: MAX_ENTRIES + 2, column: '', reason: TOO_MANY }]);
  const entries: DayFileEntry[] = [];
  const sums = { cleared: 0n, returned: 0n };
  const { fingerprint, latestDate } = checked;
  for await (const batch of readBatches(path, { fingerprint, position: 0, batchSize: BATCH_SIZE }))
    for (const entry of batch) {
      entries.push(entry);
      sums[entry.result] += entry.amount;
    }
  return { hash: fingerprint.hash, entries, latestDate, sums };
}
