import { isBankDay } from './bank-holidays.ts';
import { addDays, type CalendarDate, isoWeekday, isWeekday } from './calendar-date.ts';
import { WEEKDAYS } from './deal-terms.ts';

/** How many debits a day had. */
export interface DebitsOfDay {
  readonly date: CalendarDate;
  readonly count: number;
}

export interface UsualWeekday {
  /** 1 is Monday. */
  readonly weekday: number;
  /** So many debits were on it. */
  readonly count: number;
  /** Of so many. */
  readonly of: number;
}

/** From fewer debits nothing is concluded. */
const LEAST_DEBITS = 3;

/**
 * The weekday on which more than half of the debits were. A debit that may have been moved past a holiday counts for the day that it would
 * have been on, if that is the usual one. Null where there are too few debits, or no such day, or two.
 */
export function usualWeekday(days: readonly DebitsOfDay[]): UsualWeekday | null {
  const counts = WEEKDAYS.map((_, place) =>
    sumOf(days.filter(({ date }) => weekdaysStoodFor(date).includes(place + 1))),
  );
  const of = sumOf(days);
  const count = Math.max(...counts);
  const isOnlyOne = counts.filter((each) => each === count).length === 1;
  return of >= LEAST_DEBITS && count * 2 > of && isOnlyOne
    ? { weekday: counts.indexOf(count) + 1, count, of }
    : null;
}

const sumOf = (days: readonly DebitsOfDay[]): number => days.reduce((sum, { count }) => sum + count, 0);

/** Its own weekday, and those of the holidays right before it. */
function weekdaysStoodFor(date: CalendarDate): number[] {
  // Banks are closed on the weekend: a debit of a Saturday or Sunday is made on Monday.
  if (!isWeekday(date)) return [1];
  const weekdays = [isoWeekday(date)];
  for (let day = addDays(date, -1); !isBankDay(day); day = addDays(day, -1))
    if (isWeekday(day)) weekdays.push(isoWeekday(day));
  return weekdays;
}

/** 'Wednesday' */
export function weekdayInWords(weekday: number): string {
  const name = WEEKDAYS[weekday - 1] ?? '';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** '12 of 13 debits were on a Wednesday' */
export const sayUsualWeekday = ({ weekday, count, of }: UsualWeekday): string =>
  `${count} of ${of} debits were on a ${weekdayInWords(weekday)}`;
