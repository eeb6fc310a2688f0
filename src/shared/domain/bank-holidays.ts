import { addDays, type CalendarDate, calendarDate, isoWeekday, isWeekday } from './calendar-date.ts';

/** True when US banks settle payments on this day. */
export const isBankDay = (date: CalendarDate): boolean => isWeekday(date) && holidayOn(date) === undefined;

/** The day itself if banks settle on it, otherwise the next day on which they do. */
export function bankDayFrom(date: CalendarDate): CalendarDate {
  let day = date;
  while (!isBankDay(day)) day = addDays(day, 1);
  return day;
}

/** The last day before this one on which banks settled. */
export function bankDayBefore(date: CalendarDate): CalendarDate {
  let day = addDays(date, -1);
  while (!isBankDay(day)) day = addDays(day, -1);
  return day;
}

/** The name of the Federal Reserve holiday on this day; undefined if it is none. */
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

const fourDigits = (year: number): string => String(year).padStart(4, '0');

/** The Federal Reserve observes a Sunday holiday on Monday, and does not move a Saturday holiday. */
function observed(year: number, monthAndDay: string): CalendarDate {
  const date = calendarDate(`${fourDigits(year)}-${monthAndDay}`);
  return isoWeekday(date) === 7 ? addDays(date, 1) : date;
}

function nth(year: number, month: string, weekday: number, count: number): CalendarDate {
  const first = calendarDate(`${fourDigits(year)}-${month}-01`);
  return addDays(first, ((weekday - isoWeekday(first) + 7) % 7) + 7 * (count - 1));
}

function lastMondayOfMay(year: number): CalendarDate {
  return addDays(nth(year, '06', 1, 1), -7);
}
