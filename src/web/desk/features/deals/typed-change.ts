import { isDealStatus } from '../../../../shared/domain/deal-status.ts';
import type { PaymentFrequency } from '../../../../shared/domain/offer-terms.ts';
import { readPastedAmount } from '../../../../shared/domain/pasted-amount.ts';
import { readDay } from '../../../ui/form/typed-day.ts';
import type { WantedChange } from './changes.api.ts';

export const TERMS_WAYS = ['modified', 'paused', 'resumed'] as const;
type TermsWay = (typeof TERMS_WAYS)[number];

export const TERMS_NAMES: Readonly<Record<TermsWay, string>> = {
  modified: 'Modify',
  paused: 'Pause',
  resumed: 'Resume',
};

export const FREQUENCY_NAMES: Readonly<Record<PaymentFrequency, string>> = {
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
};

export const WEEKDAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;

export interface TypedChange {
  what: 'status' | 'terms';
  status: string;
  way: TermsWay;
  payment: string;
  /** Empty where it stays as it is. */
  frequency: PaymentFrequency | '';
  /** The number of the day, 1 for Monday; empty where it stays as it is. */
  weekday: string;
  from: string;
}

interface Read {
  /** Null until it can be read. */
  wanted: Pick<WantedChange, 'status' | 'terms'> | null;
  problem: string | null;
}

const problem = (words: string): Read => ({ wanted: null, problem: words });

/** The change as it was typed. */
export function wantedOf({ what, status, way, payment, frequency, weekday, from }: TypedChange): Read {
  if (what === 'status') {
    if (!isDealStatus(status)) return problem('Please choose the new status.');
    return { wanted: { status, terms: undefined }, problem: null };
  }
  const day = readDay(from);
  if (day === 'no day') return problem('Write the day as MM/DD/YYYY.');
  const stays = { payment: undefined, frequency: undefined, weekday: undefined };
  const terms = { change: way, ...stays, effectiveDate: day ?? undefined };
  if (way !== 'modified') return { wanted: { status: undefined, terms }, problem: null };
  const rhythm = {
    frequency: frequency === '' ? undefined : frequency,
    weekday: frequency === 'DAILY' || weekday === '' ? undefined : Number(weekday),
  };
  const hasRhythm = rhythm.frequency !== undefined || rhythm.weekday !== undefined;
  if (payment.trim() === '' && hasRhythm)
    return { wanted: { status: undefined, terms: { ...terms, ...rhythm } }, problem: null };
  const read = readPastedAmount(payment);
  if ('problem' in read) return problem(read.problem);
  if (read.amount <= 0n) return problem('A debit is more than nothing. Pause the deal instead.');
  return {
    wanted: { status: undefined, terms: { ...terms, ...rhythm, payment: read.amount } },
    problem: null,
  };
}
