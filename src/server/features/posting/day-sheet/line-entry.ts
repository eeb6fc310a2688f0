import { toDecimalString } from '../../../../shared/domain/money.ts';
import { type DayFileEntry, entryOf } from '../../../ledger/day-file/day-file.ts';

/** A line of a payment file as it is kept. */
export interface KeptLine {
  line: number;
  reference: string | null;
  mid: string | null;
  amountCents: bigint | null;
  entryDate: string | null;
  result: 'cleared' | 'returned' | null;
  returnCode: string | null;
  debitDate: string | null;
  unreadable: string | null;
}

/** The same checks that a line of a day file goes through. */
export function entryOfLine(line: KeptLine): DayFileEntry | { problem: string } {
  if (line.unreadable !== null) return { problem: line.unreadable };
  const { amountCents, entryDate, result, reference, mid } = line;
  const size = amountCents === null ? 0n : amountCents < 0n ? -amountCents : amountCents;
  const read = entryOf(line.line, {
    reference: reference ?? '',
    mid: mid ?? '',
    amount: toDecimalString(size),
    date: entryDate ?? '',
    result: result ?? '',
    return_code: result === 'returned' ? (line.returnCode ?? '') : '',
    debit_date: line.debitDate ?? '',
  });
  if (!('problems' in read)) return read;
  const [first] = read.problems;
  return { problem: WORDS[first?.column ?? ''] ?? `The ${first?.column} ${first?.reason}.` };
}

const WORDS: Readonly<Record<string, string>> = {
  return_code: 'A return needs its code, such as R01.',
  amount: 'The amount is nothing.',
};
