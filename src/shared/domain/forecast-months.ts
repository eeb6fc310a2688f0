import { type CalendarDate, calendarDate } from './calendar-date.ts';
import type { ForecastPayDate } from './forecast.ts';
import type { Cents } from './money.ts';

export interface PaidMonth {
  /** Its first day. */
  readonly month: CalendarDate;
  /** Net pay whose pay date has come. */
  readonly paid: Cents;
  /** Posted, with a pay date that has not come. */
  readonly onItsWay: Cents;
}

/** A calendar month of payouts: what was paid in it, what is on its way, and what is forecast. */
export interface ForecastMonth extends PaidMonth {
  readonly agreed: Cents;
  readonly atPace: Cents;
}

export const monthOf = (day: CalendarDate): CalendarDate => calendarDate(`${day.slice(0, 7)}-01`);

export function nextMonth(month: CalendarDate): CalendarDate {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return calendarDate(
    number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`,
  );
}

/** Every month from the first that was paid, or has a pay date to come, to the last. Months in between with nothing are there, too. */
export function forecastMonths(
  paid: readonly PaidMonth[],
  payDates: readonly ForecastPayDate[],
): ForecastMonth[] {
  const months = new Map<CalendarDate, ForecastMonth>();
  for (const past of paid) months.set(past.month, { ...past, agreed: 0n, atPace: 0n });
  for (const { payDate, agreed, atPace } of payDates) {
    const month = monthOf(payDate);
    const known = months.get(month) ?? { month, paid: 0n, onItsWay: 0n, agreed: 0n, atPace: 0n };
    months.set(month, { ...known, agreed: known.agreed + agreed, atPace: known.atPace + atPace });
  }
  const [first, ...others] = [...months.keys()].sort();
  if (first === undefined) return [];
  const last = others.at(-1) ?? first;
  const all: ForecastMonth[] = [];
  for (let month = first; month <= last; month = nextMonth(month))
    all.push(months.get(month) ?? { month, paid: 0n, onItsWay: 0n, agreed: 0n, atPace: 0n });
  return all;
}
