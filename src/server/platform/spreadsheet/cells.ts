import { calendarDate, daysBetween } from '../../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../../shared/domain/money.ts';
import { type Look, styleOf } from './styles.ts';
import type { Cell, Kind, Values } from './values.ts';

// Spreadsheets count days from this date, because they treat 1900 as a leap year.
const DAY_ZERO = calendarDate('1899-12-30');

/** The number that is stored for a displayed value: a date is a count of days, and 27.27 % is 0.2727. */
const numberOf: { [K in Exclude<Kind, 'text'>]: (value: Values[K]) => string } = {
  date: (date) => String(daysBetween(DAY_ZERO, date)),
  money: toDecimalString,
  percent: (percent) => percent.times('0.01').toString(),
  count: String,
};

/** The XML of one cell. Text is stored as text, so that a spreadsheet does not run it as a formula. */
export function cellXml(reference: string, kind: Kind, look: Look, cell: Cell): string {
  if (cell === null) return '';
  const style = styleOf(kind, look);
  if (kind === 'text') return textXml(reference, style, cell as string);
  const number = (numberOf[kind] as (value: Cell) => string)(cell);
  return `<c r="${reference}" s="${style}"><v>${number}</v></c>`;
}

export const textXml = (reference: string, style: number, text: string): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Except for tabs and line breaks, XML cannot contain control characters or lone surrogates.
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

export const escapeXml = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
