import { type Cents, parseMoney } from '../../../../shared/domain/money.ts';
import type { MappedRow } from '../../../sheets/map-row.ts';

/** A line of a day's spreadsheet as it is kept. What could not be read is null, and `unreadable` says why. */
export interface SheetLine {
  reference: string | null;
  mid: string | null;
  /** Negative for what was returned. */
  amountCents: Cents | null;
  entryDate: string | null;
  result: 'cleared' | 'returned' | null;
  returnCode: string | null;
  debitDate: string | null;
  unreadable: string | null;
}

/** A source without a column for the result tells a return by its sign. */
export function lineOf({ values, problems }: MappedRow): SheetLine {
  const reasons = problems.map(({ reason }) => reason);
  const said = values['amount'] === undefined ? null : parseMoney(values['amount']);
  const isNegative = said !== null && said < 0n;
  const word = values['result'];
  const result = word === 'cleared' || word === 'returned' ? word : isNegative ? 'returned' : 'cleared';
  if (isNegative && result === 'cleared') reasons.push('the amount is negative, and the result says cleared');
  const size = said !== null && isNegative ? -said : said;
  return {
    reference: values['reference'] ?? null,
    mid: values['mid'] ?? null,
    amountCents: size !== null && (isNegative || result === 'returned') ? -size : size,
    entryDate: values['date'] ?? null,
    result,
    returnCode: values['return_code']?.toUpperCase() ?? null,
    debitDate: values['debit_date'] || null,
    unreadable: reasons.length === 0 ? null : sentence(reasons.join('; ')),
  };
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
