import { beginningOf } from './beginning-of.ts';
import { type CalendarDate, isCalendarDate } from './calendar-date.ts';
import { type Cents, parseMoney } from './money.ts';
import { type Rate, rate } from './rate.ts';

/** What a cell of somebody's spreadsheet means, or why it means nothing; the reason names what stands there. */
export type CellValue<T> = { value: T } | { reason: string };

const refused = (text: string, why: string): { reason: string } => ({
  reason: text.trim() === '' ? 'is empty' : `“${shown(text)}” ${why}`,
});

const MAX_SHOWN = 40;

const shown = (text: string) => {
  const plain = text.trim().replace(/\s+/g, ' ');
  return plain.length > MAX_SHOWN ? `${beginningOf(plain, MAX_SHOWN)}…` : plain;
};

/** Longer than any amount, date or percentage as a spreadsheet writes it: a text in the wrong column is not looked through for one. */
const isTooLong = (text: string): boolean => text.length > 100;

/** Longer than any sum that the database keeps. */
const LONGEST_AMOUNT = 20;

/** `1234.5`, `$1,234.50`, `USD 1,234.50`; a negative one as `-3`, `3-`, `$-3`, `(3)` or `($3.00)`. */
export function moneyOfCell(text: string): CellValue<Cents> {
  const why = 'is not an amount such as 1,234.50';
  if (isTooLong(text)) return refused(text, why);
  const parts = /^(?<open>\()?(?<body>[^()]*)(?<close>\))?$/.exec(text.trim())?.groups;
  if (!parts || Boolean(parts['open']) !== Boolean(parts['close'])) return refused(text, why);
  const plain = (parts['body'] ?? '')
    .replace(/USD|\$/gi, '')
    .replace(/[\s\u00a0]/g, '')
    .replace('\u2212', '-');
  const trailing = /^(?<amount>[^-]+)-$/.exec(plain)?.groups?.['amount'];
  const signed = trailing === undefined ? plain : `-${trailing}`;
  if (parts['open'] && signed.startsWith('-')) return refused(text, why);
  if (signed.length > LONGEST_AMOUNT) return refused(text, 'is longer than an amount can be');
  try {
    const amount = parseMoney(withoutNoughts(signed.replace(/^\+/, '').replace(/^(-?)\./, '$10.')));
    return { value: parts['open'] ? -amount : amount };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused(text, /^-?[\d,]*\.\d{3,}$/.test(signed) ? 'has more than two decimals' : why);
  }
}

/** `12.5000` is the same amount. */
const withoutNoughts = (text: string) => text.replace(/(?<cents>\.\d{2})0+$/, '$<cents>');

/** Two digits of a year are of this century: nothing that is imported or posted is older. */
const CENTURY = '20';

/** `11/14/26`, `11/14/2026`, `11-14-2026`, `2026-11-14`, `20261114`, and these with a time of day after them. */
export function dateOfCell(text: string): CellValue<CalendarDate> {
  const why = 'is not a date such as 11/14/2026';
  if (isTooLong(text)) return refused(text, why);
  const day = text.trim().replace(/[T ]\d{1,2}:\d{2}.*$/, '');
  const american = /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4}|\d{2})$/.exec(day)?.groups;
  const iso = /^(?<year>\d{4})(?<dash>[/-]?)(?<month>\d{2})\k<dash>(?<day>\d{2})$/.exec(day)?.groups;
  const parts = american ?? iso;
  if (!parts) return refused(text, why);
  const { year = '', month = '', day: dayOfMonth = '' } = parts;
  const date = `${year.length === 2 ? CENTURY : ''}${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return isCalendarDate(date) ? { value: date } : refused(text, 'is a date that does not exist');
}

/** What a number without the percent sign means: 2.5 is 2.5 %, or 0.025 is. A column's rule says which. */
export const PERCENT_UNITS = ['percents', 'fractions'] as const;
export type PercentUnit = (typeof PERCENT_UNITS)[number];

/** `2.5%`, `2.5 %`; without the sign as the unit says. */
export function percentOfCell(text: string, unit: PercentUnit): CellValue<Rate> {
  const why = 'is not a percentage such as 2.5%';
  if (isTooLong(text)) return refused(text, why);
  const parts = /^(?<number>-?\d*\.?\d+)\s*(?<sign>%)?$/.exec(text.trim())?.groups;
  if (!parts) return refused(text, why);
  const value = rate((parts['number'] ?? '').replace(/^(-?)\./, '$10.'));
  if (parts['sign'] || unit === 'percents') return { value };
  const percent = value.times('100');
  return percent.abs().gt('100')
    ? refused(text, 'is more than the whole, where 0.025 means 2.5 %')
    : { value: percent };
}

/** What a word of another system is called here, whatever its capitals and blanks. */
export function wordOfCell<Word extends string>(
  text: string,
  words: Readonly<Record<string, Word>>,
): CellValue<Word> {
  const key = wordKey(text);
  const found = Object.entries(words).find(([word]) => wordKey(word) === key);
  return found ? { value: found[1] } : refused(text, 'is a word that nobody has explained yet');
}

export const wordKey = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Any text, such as a merchant's ID. */
export function textOfCell(text: string, maxLength: number): CellValue<string> {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain === '') return refused(text, '');
  return plain.length > maxLength
    ? refused(text, `is longer than ${maxLength} characters`)
    : { value: plain };
}
