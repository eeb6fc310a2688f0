import { formatMoney } from '../../../shared/domain/money.ts';
import type { Difference } from '../../ledger/difference.ts';

export type Amounts = Readonly<Record<string, unknown>>;

/** What a screen or an export shows, beside what it should. */
export interface Comparison {
  where: string;
  expected: Amounts;
  actual: Amounts;
}

/** The comparisons that do not agree, with only the amounts that differ. */
export const differencesOf = (key: Difference['key'], comparisons: readonly Comparison[]): Difference[] =>
  comparisons.flatMap(({ where, expected, actual }) => {
    const wrong = Object.keys(expected).filter((name) => expected[name] !== actual[name]);
    const amounts = (of: Amounts) => Object.fromEntries(wrong.map((name) => [name, inWords(of[name])]));
    return wrong.length > 0 ? [{ where, key, expected: amounts(expected), actual: amounts(actual) }] : [];
  });

const inWords = (amount: unknown) => (typeof amount === 'bigint' ? formatMoney(amount) : null);
