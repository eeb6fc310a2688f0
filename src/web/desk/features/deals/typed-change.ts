import { isDealStatus } from '../../../../shared/domain/deal-status.ts';
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

export interface TypedChange {
  what: 'status' | 'terms';
  status: string;
  way: TermsWay;
  payment: string;
  from: string;
}

interface Read {
  /** Null until it can be read. */
  wanted: Pick<WantedChange, 'status' | 'terms'> | null;
  problem: string | null;
}

const problem = (words: string): Read => ({ wanted: null, problem: words });

/** The change as it was typed. */
export function wantedOf({ what, status, way, payment, from }: TypedChange): Read {
  if (what === 'status') {
    if (!isDealStatus(status)) return problem('Please choose the new status.');
    return { wanted: { status, terms: undefined }, problem: null };
  }
  const day = readDay(from);
  if (day === 'no day') return problem('Write the day as MM/DD/YYYY.');
  const terms = { change: way, payment: undefined, frequency: undefined, effectiveDate: day ?? undefined };
  if (way !== 'modified') return { wanted: { status: undefined, terms }, problem: null };
  const read = readPastedAmount(payment);
  if ('problem' in read) return problem(read.problem);
  if (read.amount <= 0n) return problem('A debit is more than nothing. Pause the deal instead.');
  return { wanted: { status: undefined, terms: { ...terms, payment: read.amount } }, problem: null };
}
