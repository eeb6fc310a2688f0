import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { type DealTerms, inOrder, type TermsChange, weekdayToKeep } from '../../shared/domain/deal-terms.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { Refusal } from '../platform/errors.ts';

/** What is left out stays as it is. */
export interface AskedTerms {
  change: TermsChange;
  payment?: Cents | undefined;
  frequency?: PaymentFrequency | undefined;
  weekday?: number | undefined;
  firstDebitDate?: CalendarDate | undefined;
}

/** The terms that a deal would have from a day on. What makes no sense is refused. */
export function decideTerms(
  asked: AskedTerms,
  effectiveDate: CalendarDate,
  inForce: DealTerms,
  known: readonly DealTerms[],
): DealTerms {
  const { change } = asked;
  const former = change === 'resumed' ? termsBeforePause(inForce, effectiveDate, known) : inForce;
  const frequency = asked.frequency ?? former.frequency;
  const payment = change === 'paused' ? (asked.payment ?? 0n) : (asked.payment ?? former.payment);
  if ((payment === 0n) !== (change === 'paused')) throw new Refusal('pause_with_payment');
  const terms = {
    effectiveDate,
    payment,
    frequency,
    ...daysOf(asked, effectiveDate, former),
    reason: change,
  };
  checkTerms(terms);
  return terms;
}

/** A first debit that is still to come stays, and so does the weekday unless the first debit tells another one. */
function daysOf(
  { change, frequency, weekday, firstDebitDate: first }: AskedTerms,
  effectiveDate: CalendarDate,
  former: DealTerms,
): Pick<DealTerms, 'weekday' | 'firstDebitDate'> {
  const isSameFrequency = frequency === undefined || frequency === former.frequency;
  if (first !== undefined) return { weekday: weekday ?? null, firstDebitDate: first };
  const { firstDebitDate } = former;
  if (isSameFrequency && change !== 'paused' && firstDebitDate !== null && firstDebitDate >= effectiveDate)
    return { weekday: weekday ?? former.weekday, firstDebitDate };
  return { weekday: weekday ?? (isSameFrequency ? weekdayToKeep(former) : null), firstDebitDate: null };
}

/** What was debited before the pause. Of terms that were resumed on this very day, these themselves, so that asking again is the same. */
function termsBeforePause(
  inForce: DealTerms,
  effectiveDate: CalendarDate,
  known: readonly DealTerms[],
): DealTerms {
  if (inForce.reason === 'resumed' && inForce.effectiveDate === effectiveDate) return inForce;
  const debited = known.filter((each) => each.effectiveDate <= effectiveDate && each.payment > 0n);
  // Of the terms of one day only the last ones count, but a pause on the day of its contract has nothing else before it.
  const before = inOrder(debited).at(-1);
  if (inForce.payment > 0n || !before) throw new Refusal('deal_not_paused');
  return before;
}

function checkTerms({ effectiveDate, frequency, weekday, firstDebitDate }: DealTerms): void {
  if (firstDebitDate !== null && firstDebitDate < effectiveDate) throw new Refusal('first_debit_too_early');
  if (weekday !== null && frequency === 'DAILY') throw new Refusal('weekday_of_daily_terms');
}
