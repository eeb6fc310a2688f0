import { isBankDay } from '../../src/shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate } from '../../src/shared/domain/calendar-date.ts';

/**
 * The days on which banks settle, first to last. The difference of two positions in the list is their distance in
 * business days.
 */
export interface BusinessDays {
  readonly days: readonly CalendarDate[];
  /** The position of the day or of the next business day; the length of the list when it is after the end. */
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
