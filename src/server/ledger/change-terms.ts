import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { areSameTerms, type DealTerms, termsOn, WEEKDAYS } from '../../shared/domain/deal-terms.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { type AskedTerms, decideTerms } from './decide-terms.ts';
import { type ListedTerms, readListedTerms } from './listed-terms.ts';
import { findFundedDeal, lockDeal } from './locked-deals.ts';
import { recordTerms } from './record-terms.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { queueForecasts } from './standings/turn-of-day.jobs.ts';

export interface AskedChange extends AskedTerms {
  mid: string;
  /** Today unless it is given. */
  effectiveDate?: CalendarDate | undefined;
  reason: string;
}

/**
 * Records what a deal asks of its merchant from a day on, and works out again how the deal stands. The same terms again change nothing
 * and answer the same, so that a call whose answer was lost can be made again.
 */
export async function changeTerms(
  tx: Tx,
  tenantId: string,
  asked: AskedChange,
  operator: Operator,
): Promise<ListedTerms> {
  const { dealId, fundedDate } = await findFundedDeal(tx, tenantId, asked.mid);
  const { paybackAmount } = await lockDeal(tx, tenantId, dealId);
  if (asked.payment !== undefined && asked.payment > paybackAmount) throw new Refusal('terms_above_payback');
  const known = await readListedTerms(tx, tenantId, dealId);
  const effectiveDate = asked.effectiveDate ?? (await readToday(tx));
  if (effectiveDate < fundedDate) throw new Refusal('terms_before_funding');
  const inForce = termsOn(known, effectiveDate);
  // A funded deal has its contract, which counts from the funded date.
  if (!inForce) throw new Error(`Deal ${dealId} has no terms on ${effectiveDate}.`);
  const terms = decideTerms(asked, effectiveDate, inForce, known);
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

/** '350.00 DAILY from 11/16/2026', '1750.00 WEEKLY (tuesday) from 11/16/2026', 'paused from 11/16/2026' */
export function sayTerms({ effectiveDate, payment, frequency, weekday, firstDebitDate }: DealTerms): string {
  const day = weekday === null ? '' : ` (${WEEKDAYS[weekday - 1]})`;
  const asked = payment === 0n ? 'paused' : `${toDecimalString(payment)} ${frequency}${day}`;
  const first = firstDebitDate === null ? '' : `, first debit ${formatDate(firstDebitDate)}`;
  return `${asked} from ${formatDate(effectiveDate)}${first}`;
}
