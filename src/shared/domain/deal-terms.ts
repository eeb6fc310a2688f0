import { type CalendarDate, isoWeekday } from './calendar-date.ts';
import type { Cents } from './money.ts';
import type { PaymentFrequency } from './offer-terms.ts';

/** Why terms are as they are. The contract is the first of a deal's terms. */
export const TERMS_REASONS = ['contract', 'modified', 'paused', 'resumed'] as const;
export type TermsReason = (typeof TERMS_REASONS)[number];

/** What a deal asks of its merchant from a day on. Terms are only ever added: the newest of a day count. */
export interface DealTerms {
  readonly effectiveDate: CalendarDate;
  /** One debit; 0 while the deal is paused. */
  readonly payment: Cents;
  readonly frequency: PaymentFrequency;
  /** The weekday of weekly debits, 1 is Monday; null for that of the first debit date or else of the funding. */
  readonly weekday: number | null;
  /** The day of the first debit under these terms, where it is not the next one. */
  readonly firstDebitDate: CalendarDate | null;
  readonly reason: TermsReason;
}

/** The terms in force on a day; undefined before the first ones. They are in the order in which they were recorded. */
export function termsOn<T extends Pick<DealTerms, 'effectiveDate'>>(
  terms: readonly T[],
  day: CalendarDate,
): T | undefined {
  return inOrder(terms).findLast(({ effectiveDate }) => effectiveDate <= day);
}

/** By the day from which they count. Of those of one day the last recorded one counts. */
export function inOrder<T extends Pick<DealTerms, 'effectiveDate'>>(terms: readonly T[]): T[] {
  const sorted = terms.toSorted((one, other) => compare(one.effectiveDate, other.effectiveDate));
  return sorted.filter((each, place) => sorted[place + 1]?.effectiveDate !== each.effectiveDate);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The terms of the contract. A later row of it says more about it, such as the weekday. */
export const contractOf = <T extends DealTerms>(terms: readonly T[]): T | undefined =>
  terms.findLast(({ reason }) => reason === 'contract') ?? terms[0];

/** What an operator can do to terms. The contract itself comes with the deal. */
export const TERMS_CHANGES = ['modified', 'paused', 'resumed'] as const;
export type TermsChange = (typeof TERMS_CHANGES)[number];

/** The days of weekly debits, by name; the first one is weekday 1. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** The weekday that later terms go on with, which may have been told by the first debit date alone. Null for that of the funding. */
export function weekdayToKeep({ frequency, weekday, firstDebitDate }: DealTerms): number | null {
  if (frequency === 'DAILY') return null;
  if (weekday !== null || firstDebitDate === null) return weekday;
  // Banks are closed on the weekend: a debit of a Saturday or Sunday is made on Monday.
  return isoWeekday(firstDebitDate) > WEEKDAYS.length ? 1 : isoWeekday(firstDebitDate);
}

/** Whether two terms ask for the same from the same day on. */
export const areSameTerms = (one: DealTerms, other: DealTerms): boolean =>
  one.effectiveDate === other.effectiveDate &&
  one.payment === other.payment &&
  one.frequency === other.frequency &&
  one.weekday === other.weekday &&
  one.firstDebitDate === other.firstDebitDate;
