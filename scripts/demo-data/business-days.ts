import {
  addDays,
  type CalendarDate,
  calendarDate,
  isoWeekday,
  isWeekday,
} from '../../src/shared/domain/calendar-date.ts';

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
    if (isWeekday(date) && holidayOn(date) === undefined) days.push(date);
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

/** The name of the bank holiday, if the day is one. */
export function holidayOn(date: CalendarDate): string | undefined {
  return holidaysOf(Number(date.slice(0, 4))).get(date);
}

const known = new Map<number, ReadonlyMap<CalendarDate, string>>();

function holidaysOf(year: number): ReadonlyMap<CalendarDate, string> {
  const holidays =
    known.get(year) ??
    new Map([
      [observed(year, '01-01'), "New Year's Day"],
      [nth(year, '01', 1, 3), 'Martin Luther King Jr. Day'],
      [nth(year, '02', 1, 3), "Presidents' Day"],
      [lastMondayOfMay(year), 'Memorial Day'],
      [observed(year, '06-19'), 'Juneteenth'],
      [observed(year, '07-04'), 'Independence Day'],
      [nth(year, '09', 1, 1), 'Labor Day'],
      [nth(year, '10', 1, 2), 'Columbus Day'],
      [observed(year, '11-11'), 'Veterans Day'],
      [nth(year, '11', 4, 4), 'Thanksgiving Day'],
      [observed(year, '12-25'), 'Christmas Day'],
    ]);
  known.set(year, holidays);
  return holidays;
}

/** The Federal Reserve moves a Sunday holiday to Monday and lets a Saturday one pass. */
function observed(year: number, monthAndDay: string): CalendarDate {
  const date = calendarDate(`${year}-${monthAndDay}`);
  return isoWeekday(date) === 7 ? addDays(date, 1) : date;
}

function nth(year: number, month: string, weekday: number, count: number): CalendarDate {
  const first = calendarDate(`${year}-${month}-01`);
  return addDays(first, ((weekday - isoWeekday(first) + 7) % 7) + 7 * (count - 1));
}

function lastMondayOfMay(year: number): CalendarDate {
  return addDays(nth(year, '06', 1, 1), -7);
}
