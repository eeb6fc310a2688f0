import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';

/** A cleared debit, as far as two of them are compared. */
export interface ComparedDebit {
  reference: string;
  dealId: bigint;
  amount: Cents;
  date: CalendarDate;
}

/** The outcome of a debit that is held: somebody has to confirm that it is not the other one under a second reference. */
export class SuspectedDuplicate {
  /** The reference of the debit that it resembles. */
  readonly resembles: string;

  constructor(resembles: string) {
    this.resembles = resembles;
  }
}

/** The references that somebody has looked at and confirmed, or all. */
export type ConfirmedDuplicates = 'all' | ReadonlySet<string>;

/**
 * Finds debits that resemble another one: the same deal, day and amount under another reference. A processor that sends a debit twice
 * gives it two references, so the reference does not tell. Only debits that stand are compared: a debit that the bank
 * returned may well be tried again on the same day.
 */
export class DuplicateCheck {
  readonly #confirmed: ConfirmedDuplicates;
  readonly #standing = new Map<string, Set<string>>();

  constructor(confirmed: ConfirmedDuplicates, posted: Iterable<ComparedDebit>) {
    this.#confirmed = confirmed;
    for (const debit of posted) this.add(debit);
  }

  /** The first standing debit that this one resembles, unless this one is confirmed. */
  suspect(debit: ComparedDebit): SuspectedDuplicate | null {
    if (this.#confirmed === 'all' || this.#confirmed.has(debit.reference)) return null;
    for (const reference of this.#standing.get(keyOf(debit)) ?? [])
      if (reference !== debit.reference) return new SuspectedDuplicate(reference);
    return null;
  }

  /** The debit is posted. */
  add(debit: ComparedDebit): void {
    const references = this.#standing.get(keyOf(debit)) ?? new Set();
    this.#standing.set(keyOf(debit), references.add(debit.reference));
  }

  /** The debit was posted, and is reversed. */
  remove(debit: ComparedDebit): void {
    this.#standing.get(keyOf(debit))?.delete(debit.reference);
  }
}

const keyOf = ({ dealId, date, amount }: ComparedDebit): string => `${dealId} ${date} ${amount}`;
