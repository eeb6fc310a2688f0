import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { readPastedAmount } from '../../../../shared/domain/pasted-amount.ts';
import { readDay } from '../../../ui/form/typed-day.ts';
import type { Instead } from './corrections.api.ts';
import type { ListedPayment } from './deals.api.ts';

/** What about the payment was wrong. */
export const HOW = ['amount', 'date', 'void'] as const;
export type Corrected = (typeof HOW)[number];

export interface Typed {
  how: Corrected;
  amount: string;
  date: string;
}

interface Read {
  /** Null until it can be read. */
  instead: Instead | null;
  problem: string | null;
}

const problem = (words: string): Read => ({ instead: null, problem: words });

/** What the payment should have been, as it was typed. */
export function insteadOf(
  { how, amount, date }: Typed,
  payment: Pick<ListedPayment, 'amount' | 'clearedDate'>,
): Read {
  if (how === 'void') return { instead: { amount: undefined, date: undefined }, problem: null };
  if (how === 'date') {
    const day = readDay(date);
    if (day === null || day === 'no day') return problem('Write the day as MM/DD/YYYY.');
    if (day === payment.clearedDate) return problem(`It already has ${formatDate(day)}.`);
    return { instead: { amount: payment.amount, date: day }, problem: null };
  }
  const read = readPastedAmount(amount);
  if ('problem' in read) return problem(read.problem);
  if (read.amount <= 0n) return problem('An amount is more than nothing. Void it instead.');
  if (read.amount === payment.amount) return problem('It already has this amount.');
  return { instead: { amount: read.amount, date: undefined }, problem: null };
}

/** What may be sent: what the effect was worked out for, and nothing while something else is being typed. */
export const settledOn = (
  typed: Typed,
  settled: Typed,
  payment: Pick<ListedPayment, 'amount' | 'clearedDate'>,
): Instead | null => (typed === settled ? insteadOf(settled, payment).instead : null);
