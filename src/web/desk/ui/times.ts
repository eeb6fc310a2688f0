import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';

/** The desk goes by the time of the payouts, wherever it is read. */
export const TIME_ZONE = 'America/New_York';
const timeZone = TIME_ZONE;
const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' });
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });

/** '8:47 AM'. */
export const timeOf = (moment: Date): string => time.format(moment);

/** The day in New York. */
export const dayOf = (moment: Date): CalendarDate => isoDay.format(moment) as CalendarDate;

/** The moment at which a day begins in New York, four or five hours after it does in Greenwich. */
export function startOfDay(day: CalendarDate): Date {
  const inSummer = new Date(`${day}T04:00Z`);
  return dayOf(inSummer) === day ? inSummer : new Date(`${day}T05:00Z`);
}

export const weekdayOf = (moment: Date): string => weekday.format(moment);

/** '8:47 AM' of a moment of this day, and '11/13, 8:47 AM' of any other. */
export function whenOf(iso: string, day: CalendarDate): string {
  const moment = new Date(iso);
  const own = isoDay.format(moment);
  return own === day ? timeOf(moment) : `${shortDay(own as CalendarDate)}, ${timeOf(moment)}`;
}

/** '11/13'. */
export const shortDay = (day: CalendarDate): string => formatDate(day).slice(0, 5);

/** '8:45 AM' for the minutes since midnight. */
export function timeOfMinute(minute: number): string {
  const hour = Math.floor(minute / 60);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** '25 min', '3 h 10 min', '22 h', '4 days'. */
export function ageOf(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return `${minutes} min`;
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours >= 2 * DAY_HOURS) return `${Math.floor(hours / DAY_HOURS)} days`;
  const rest = minutes % HOUR_MINUTES;
  return hours < 10 && rest > 0 ? `${hours} h ${rest} min` : `${hours} h`;
}

/** 'same day', '24 h', '3 days'. */
export const promiseInWords = (promise: 'same day' | number): string => {
  if (promise === 'same day') return promise;
  return promise > 2 * DAY_HOURS && promise % DAY_HOURS === 0
    ? `${promise / DAY_HOURS} days`
    : `${promise} h`;
};

const hourAndMinute = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
});

/** The minutes since midnight. */
export function minuteOfDay(moment: Date): number {
  const [hour = '0', minute = '0'] = hourAndMinute.format(moment).split(':');
  return Number(hour) * HOUR_MINUTES + Number(minute);
}
