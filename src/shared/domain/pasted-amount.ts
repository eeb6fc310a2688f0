import type { Cents } from './money.ts';

export type ReadAmount = { amount: Cents } | { problem: string };

const WITH_COMMAS = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
const WITH_POINTS = /^\d{1,3}(\.\d{3})+,\d{1,2}$/;
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;
const PLAIN = /^(\d+(\.\d*)?|\.\d+)$/;

/** Longer than any amount with its signs and blanks. What is pasted may be anything. */
const LONGEST = 100;

/** Reads an amount as spreadsheets write it: $1,234.50, (123.45), -123.45, 123.45-, 1.234,50, and a lone dash for nothing. */
export function readPastedAmount(text: string): ReadAmount {
  if (text.length > LONGEST) return { problem: 'This is no amount.' };
  const bare = text
    .replaceAll(/[\u2212\u2013\u2014]/g, '-')
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace(/^(.?)(?:USD|US\$|\$)/i, '$1')
    .replace(/(?:USD|\$)$/i, '');
  if (bare === '') return { problem: 'There is no amount.' };
  if (bare === '-') return { amount: 0n };
  const inParentheses = /^\((.+)\)$/.exec(bare)?.[1];
  const signed = (inParentheses ?? bare).replace(/^\$/, '');
  const minus = /^-(.+)$/.exec(signed)?.[1] ?? /^(.+)-$/.exec(signed)?.[1];
  // A minus within parentheses says it twice, and nobody can tell what was meant.
  if (inParentheses !== undefined && minus !== undefined) return { problem: 'This is no amount.' };
  const digits = withPoint((minus ?? signed).replace(/^[+$]/, ''));
  if (digits === null) return { problem: 'This is no amount.' };
  const [whole = '', fraction = ''] = digits.split('.');
  if (/[1-9]/.test(fraction.slice(2))) return { problem: 'This has more than two decimals.' };
  if (whole.length > 13) return { problem: 'This amount is too large.' };
  const cents = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'));
  return { amount: inParentheses !== undefined || minus !== undefined ? -cents : cents };
}

function withPoint(digits: string): string | null {
  if (WITH_COMMAS.test(digits)) return digits.replaceAll(',', '');
  if (WITH_POINTS.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  if (DECIMAL_COMMA.test(digits)) return digits.replace(',', '.');
  return PLAIN.test(digits) ? digits : null;
}
