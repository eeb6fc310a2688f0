import { type Cents, parseMoney } from '../../../shared/domain/money.ts';

/** What somebody typed, as each kind of thing is found by it. */
export interface Sought {
  text: string;
  /** In small letters. All of them have to match. */
  words: readonly string[];
  /** Null unless it can be read as an amount. */
  amount: Cents | null;
}

const MAX_WORDS = 8;
const AMOUNT = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,13})(\.\d{1,2})?$/;

export function soughtBy(typed: string): Sought {
  const text = typed.trim();
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const [, whole, cents = ''] = AMOUNT.exec(text) ?? [];
  return {
    text,
    // Text without any letter or digit is searched as it is.
    words: words.length > 0 ? words.slice(0, MAX_WORDS) : [text.toLowerCase()],
    amount: whole === undefined ? null : parseMoney(`${whole.replaceAll(',', '')}${cents}`),
  };
}
