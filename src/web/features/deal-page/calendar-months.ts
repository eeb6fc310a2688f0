import {
  addDays,
  type CalendarDate,
  calendarDate,
  isoWeekday,
  isWeekday,
} from '../../../shared/domain/calendar-date.ts';
import type { DealOnPage } from './deal-page.api.ts';

export type Day = DealOnPage['calendar'][number];

export interface Month {
  /** Its first day. */
  start: CalendarDate;
  /** Its weekdays; `day` is undefined where nothing is asked for. */
  weekdays: readonly { date: CalendarDate; column: number; day: Day | undefined }[];
}

const monthStart = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 8)}01`);

/** The months from the first to the last day of a calendar. */
export function monthsOf(days: readonly Day[]): Month[] {
  const [first] = days;
  const last = days.at(-1);
  if (!first || !last) return [];
  const byDate = new Map(days.map((day) => [day.date, day]));
  const months: Month[] = [];
  for (let start = monthStart(first.date); start <= last.date; start = monthStart(addDays(start, 31))) {
    const weekdays = [];
    for (let date = start; monthStart(date) === start; date = addDays(date, 1))
      if (isWeekday(date)) weekdays.push({ date, column: isoWeekday(date), day: byDate.get(date) });
    months.push({ start, weekdays });
  }
  return months;
}

export const monthOf = (months: readonly Month[], date: CalendarDate): number =>
  Math.max(
    0,
    months.findIndex(({ start }) => start === monthStart(date)),
  );

interface Sight {
  /** The first month that was shown. */
  from: number;
  shown: number;
  /** The month that has to be among them. */
  needed: number;
  count: number;
}

/** The first month to show. It moves no further than it has to. */
export function firstInSight({ from, shown, needed, count }: Sight): number {
  const near = Math.min(Math.max(from, needed - shown + 1), needed);
  return Math.max(0, Math.min(near, count - shown));
}

/** The day that a key leads to from another one; undefined for other keys and at the ends. */
export function dayByKey(days: readonly Day[], from: CalendarDate, key: string): Day | undefined {
  const place = days.findIndex(({ date }) => date === from);
  if (key === 'ArrowRight') return days[place + 1];
  if (key === 'ArrowLeft') return days[place - 1];
  if (key === 'Home') return days[0];
  if (key === 'End') return days.at(-1);
  if (key === 'ArrowDown') return days.find(({ date }) => date >= addDays(from, 7));
  if (key === 'ArrowUp') return days.findLast(({ date }) => date <= addDays(from, -7));
  return undefined;
}
