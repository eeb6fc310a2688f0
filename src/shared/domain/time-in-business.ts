import { type CalendarDate, monthsBetween } from './calendar-date.ts';
import { divideHalfUp } from './fixed-point.ts';
import { type Rate, rate, rateFromUnits } from './rate.ts';

export type TimeInBusinessTone = 'bad' | 'watch' | 'good';

const ONE_YEAR = rate('1');
const THREE_YEARS = rate('3');

/**
 * Years with one decimal. Only the month of the start is known, so whole months are counted. A start in the future
 * gives 0.
 */
export function yearsInBusiness(startedMonth: CalendarDate, today: CalendarDate): Rate {
  const months = Math.max(0, monthsBetween(startedMonth, today));
  return rateFromUnits(divideHalfUp(BigInt(months) * 10n, 12n), 1);
}

export function timeInBusinessTone(years: Rate): TimeInBusinessTone {
  if (years.lt(ONE_YEAR)) return 'bad';
  return years.gt(THREE_YEARS) ? 'good' : 'watch';
}
