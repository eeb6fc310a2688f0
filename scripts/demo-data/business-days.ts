import { isBankDay } from '../../src/shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate } from '../../src/shared/domain/calendar-date.ts';

/** The days on which banks settle, first to last. Position in the list is how far apart days are in business days. */
export interface BusinessDays {
  readonly days: readonly CalendarDate[];
  /** Where the day, or the first business day after it, stands; the list's length when it lies beyond the end. */
  indexOnOrAfter(date: CalendarDate): number;
  at(index: number): CalendarDate;
}

export function businessDaysBetween(first: CalendarDate, last: CalendarDate): BusinessDays {
  const days: CalendarDate[] = [];
  const indexes = new Map<CalendarDate, number>();
  for (let date = first; date <= last; date = addDays(date, 1)) {
    indexes.set(date, days.length);
    if (isBankDay(date)) days.push(date);
  }
  return {
    days,
    indexOnOrAfter: (date) => (date < first ? 0 : (indexes.get(date) ?? days.length)),
    at: (index) => {
      const day = days[index];
      if (day === undefined) throw new RangeError(`No business day ${index} between ${first} and ${last}.`);
      return day;
    },
  };
}
