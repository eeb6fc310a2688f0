import { bankDayFrom, isBankDay } from './bank-holidays.ts';
import { addDays, type CalendarDate, calendarDate, daysBetween } from './calendar-date.ts';
import { countWhile } from './count-while.ts';

/**
 * The days on which merchants are debited, numbered in order: how many there are up to a day, and the day of a number. So a
 * number of debits becomes a date, and a date a number of debits, without walking from day to day.
 */
export interface DebitDays {
  upTo(day: CalendarDate): number;
  at(number: number): CalendarDate;
}

/** No deal is older. Days before this year have no number. */
const FIRST_YEAR = 1990;

interface BankYear {
  /** How many bank days there were before this year. */
  readonly before: number;
  readonly days: readonly CalendarDate[];
}

const years: BankYear[] = [];

function bankYear(year: number): BankYear {
  while (years.length <= year - FIRST_YEAR) {
    const last = years.at(-1);
    years.push({
      before: last ? last.before + last.days.length : 0,
      days: bankDaysOf(FIRST_YEAR + years.length),
    });
  }
  const found = years[year - FIRST_YEAR];
  if (!found) throw new RangeError(`No bank days are known of ${year}.`);
  return found;
}

function bankDaysOf(year: number): CalendarDate[] {
  const days: CalendarDate[] = [];
  const end = calendarDate(`${year}-12-31`);
  for (let day = calendarDate(`${year}-01-01`); day <= end; day = addDays(day, 1))
    if (isBankDay(day)) days.push(day);
  return days;
}

/** Every day on which banks settle. */
export const BANK_DAYS: DebitDays = {
  upTo(day) {
    const year = Number(day.slice(0, 4));
    if (year < FIRST_YEAR) return 0;
    const { before, days } = bankYear(year);
    return before + countWhile(days, (bankDay) => bankDay <= day);
  },
  at(number) {
    // Each year has about 250 of them: the guess is at most a year or two off.
    let year = FIRST_YEAR + Math.floor(number / 253);
    while (bankYear(year).before + bankYear(year).days.length < number) year += 1;
    while (bankYear(year).before >= number) year -= 1;
    const { before, days } = bankYear(year);
    const day = days[number - before - 1];
    if (!day) throw new RangeError(`There is no bank day ${number}.`);
    return day;
  },
};

/** A Monday, so that the day with number 1 of weekday 1 is this one. */
const FIRST_MONDAY = calendarDate('1990-01-01');

const nominalDay = (number: number, weekday: number): CalendarDate =>
  addDays(FIRST_MONDAY, (number - 1) * 7 + weekday - 1);

/** How many weeks' days there are up to a day, whether or not banks settle on them. */
export const weekdaysUpTo = (day: CalendarDate, weekday: number): number =>
  Math.max(0, Math.floor((daysBetween(FIRST_MONDAY, day) - (weekday - 1)) / 7) + 1);

const weekly = new Map<number, DebitDays>();

/** One day a week: this weekday, or if banks are closed on it, the next day on which they settle. The same days are one object. */
export function weeklyDays(weekday: number): DebitDays {
  const known = weekly.get(weekday) ?? daysOfWeekday(weekday);
  weekly.set(weekday, known);
  return known;
}

const daysOfWeekday = (weekday: number): DebitDays => ({
  upTo(day) {
    const number = weekdaysUpTo(day, weekday);
    // The last one may be moved past this day.
    return number > 0 && bankDayFrom(nominalDay(number, weekday)) > day ? number - 1 : number;
  },
  at: (number) => bankDayFrom(nominalDay(number, weekday)),
});

/** No processor takes longer to tell that a debit has cleared. */
export const MAX_CLEARING_BANK_DAYS = 10;

/** The day this many bank days before another; the day itself counts if banks settle on it. */
export const bankDaysBack = (day: CalendarDate, count: number): CalendarDate =>
  count === 0 ? day : BANK_DAYS.at(BANK_DAYS.upTo(day) - count);
