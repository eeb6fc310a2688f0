import { addDays, type CalendarDate, calendarDate } from './calendar-date.ts';

/** The parts of a syndicate's book that its investors can open to a guest. Memberships store the names, so a name must never change. */
export const GUEST_PARTS = ['statements', 'documents', 'payouts', 'tables'] as const;

export type GuestPart = (typeof GUEST_PARTS)[number];

/** How many guests a syndicate can have at a time. */
export const MOST_GUESTS = 10;

/** How far ahead the last day of a guest can be. */
export const MOST_GUEST_DAYS = 400;

export const lastGuestDay = (today: CalendarDate): CalendarDate => addDays(today, MOST_GUEST_DAYS);

export const isGuestDay = (until: CalendarDate, today: CalendarDate): boolean =>
  until >= today && until <= lastGuestDay(today);

/** The end of the next April, when the taxes of a year are filed. */
export function usualGuestDay(today: CalendarDate): CalendarDate {
  const year = Number(today.slice(0, 4));
  const ofThisYear = calendarDate(`${year}-04-30`);
  return today < ofThisYear ? ofThisYear : calendarDate(`${year + 1}-04-30`);
}

/** Reads stored names. Names that only another version of the portal knows are skipped. */
export const guestPartsNamed = (names: readonly string[]): readonly GuestPart[] =>
  GUEST_PARTS.filter((part) => names.includes(part));
