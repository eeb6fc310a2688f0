declare const validated: unique symbol;

/**
 * A validated day in the form 'YYYY-MM-DD'. It compares and sorts as a string, and it has no time zone that could
 * shift it.
 */
export type CalendarDate = string & { readonly [validated]: true };

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAYS_FROM_YEAR_0_TO_1970 = 719_468;
const DAYS_PER_ERA = 146_097;

export function calendarDate(text: string): CalendarDate {
  if (isCalendarDate(text)) return text;
  throw new RangeError(`Not a calendar date: ${JSON.stringify(text)}`);
}

export function isCalendarDate(text: string): text is CalendarDate {
  if (!ISO_DATE.test(text) || text < '0001') return false;
  const { year, month, day } = partsOf(text);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** For example '11/04/2026'. */
export function formatDate(date: CalendarDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

/** For example '11/13/2026', or '11/14/2026 to 11/16/2026'. */
export const formatPeriod = ({ from, to }: { from: CalendarDate; to: CalendarDate }): string =>
  from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`;

/** For example '11/2026'. */
export function formatMonth(date: CalendarDate): string {
  return `${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

export const firstOfMonth = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 7)}-01`);

export const lastOfMonth = (date: CalendarDate): CalendarDate =>
  addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1);

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return calendarDate(toIso(fromDayNumber(toDayNumber(partsOf(date)) + days)));
}

export const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

/** Positive when `to` is later than `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(partsOf(to)) - toDayNumber(partsOf(from));
}

/** The number of month boundaries between the two dates, whatever their days. */
export function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const start = partsOf(from);
  const end = partsOf(to);
  return (end.year - start.year) * 12 + end.month - start.month;
}

/** 1 is Monday, 7 is Sunday. */
export function isoWeekday(date: CalendarDate): number {
  const daysSinceAMonday = toDayNumber(partsOf(date)) + 3;
  return (((daysSinceAMonday % 7) + 7) % 7) + 1;
}

export function isWeekday(date: CalendarDate): boolean {
  return isoWeekday(date) <= 5;
}

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
}

function partsOf(isoDate: string): DateParts {
  return {
    year: Number(isoDate.slice(0, 4)),
    month: Number(isoDate.slice(5, 7)),
    day: Number(isoDate.slice(8, 10)),
  };
}

function toIso({ year, month, day }: DateParts): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

// Both conversions count in 400-year eras whose years start in March. That makes the leap day the last day of a year,
// so every month has a fixed offset.

/** Days since 1970-01-01. */
function toDayNumber({ year, month, day }: DateParts): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_YEAR_0_TO_1970;
}

function fromDayNumber(dayNumber: number): DateParts {
  const daysFromYear0 = dayNumber + DAYS_FROM_YEAR_0_TO_1970;
  const era = Math.floor(daysFromYear0 / DAYS_PER_ERA);
  const dayOfEra = daysFromYear0 - era * DAYS_PER_ERA;
  const leapDaysPassed =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDaysPassed) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}
