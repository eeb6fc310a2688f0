import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import {
  areSameTerms,
  type DealTerms,
  inOrder,
  type TermsChange,
  termsOn,
  WEEKDAYS,
  weekdayToKeep,
} from '../../shared/domain/deal-terms.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { type ListedTerms, readListedTerms } from './listed-terms.ts';
import { findFundedDeal, lockDeal } from './locked-deals.ts';
import { recordTerms } from './record-terms.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { queueForecasts } from './standings/turn-of-day.jobs.ts';

/** What is left out stays as it is. */
export interface AskedTerms {
  mid: string;
  change: TermsChange;
  /** Today unless it is given. */
  effectiveDate?: CalendarDate | undefined;
  payment?: Cents | undefined;
  frequency?: PaymentFrequency | undefined;
  weekday?: number | undefined;
  firstDebitDate?: CalendarDate | undefined;
  reason: string;
}

/**
 * Records what a deal asks of its merchant from a day on, and works out again how the deal stands. The same terms again change nothing
 * and answer the same, so that a call whose answer was lost can be made again.
 */
export async function changeTerms(
  tx: Tx,
  tenantId: string,
  asked: AskedTerms,
  operator: Operator,
): Promise<ListedTerms> {
  const { dealId, fundedDate } = await findFundedDeal(tx, tenantId, asked.mid);
  await lockDeal(tx, tenantId, dealId);
  const known = await readListedTerms(tx, tenantId, dealId);
  const effectiveDate = asked.effectiveDate ?? (await readToday(tx));
  if (effectiveDate < fundedDate) throw new Refusal('terms_before_funding');
  const inForce = termsOn(known, effectiveDate);
  // A funded deal has its contract, which counts from the funded date.
  if (!inForce) throw new Error(`Deal ${dealId} has no terms on ${effectiveDate}.`);
  const terms = decideTerms(asked, effectiveDate, inForce, known);
  checkTerms(terms);
  const isPausedAlready = terms.payment === 0n && inForce.payment === 0n;
  if (isPausedAlready || areSameTerms(terms, inForce)) return inForce;
  const recordedBy = operatorName(operator);
  await recordTerms(tx, tenantId, [{ ...terms, dealId, note: asked.reason, recordedBy }]);
  await keepStandings(tx, tenantId, [dealId]);
  await queueForecasts(tx, tenantId);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'deal terms changed',
    subject: `deal ${asked.mid}`,
    details: { before: sayTerms(inForce), after: sayTerms(terms), reason: asked.reason },
  });
  const added = (await readListedTerms(tx, tenantId, dealId)).at(-1);
  if (!added) throw new Error(`The terms of deal ${dealId} are gone.`);
  return added;
}

function decideTerms(
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
  return { effectiveDate, payment, frequency, ...daysOf(asked, effectiveDate, former), reason: change };
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

/** '350.00 DAILY from 11/16/2026', '1750.00 WEEKLY (tuesday) from 11/16/2026', 'paused from 11/16/2026' */
export function sayTerms({ effectiveDate, payment, frequency, weekday, firstDebitDate }: DealTerms): string {
  const day = weekday === null ? '' : ` (${WEEKDAYS[weekday - 1]})`;
  const asked = payment === 0n ? 'paused' : `${toDecimalString(payment)} ${frequency}${day}`;
  const first = firstDebitDate === null ? '' : `, first debit ${formatDate(firstDebitDate)}`;
  return `${asked} from ${formatDate(effectiveDate)}${first}`;
}
