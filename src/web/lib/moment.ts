const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const DAY_AND_TIME = { ...DAY, hour: 'numeric', minute: '2-digit' } as const;

// The reader's own time, unless the app that is open says otherwise.
let dayAndTime = new Intl.DateTimeFormat('en-US', DAY_AND_TIME);
let dayAlone = new Intl.DateTimeFormat('en-US', DAY);

/** From now on every moment is told in this time zone, wherever it is read. */
export function tellMomentsIn(timeZone: string): void {
  dayAndTime = new Intl.DateTimeFormat('en-US', { ...DAY_AND_TIME, timeZone });
  dayAlone = new Intl.DateTimeFormat('en-US', { ...DAY, timeZone });
}

/** '11/04/2026, 3:05 PM'. */
export const formatMoment = (iso: string): string => dayAndTime.format(new Date(iso));

/** '11/04/2026'. */
export const formatDay = (iso: string): string => dayAlone.format(new Date(iso));

/** '11/04/2026, 3:05pm', as notes and offers have it. */
export const formatShortMoment = (iso: string): string =>
  formatMoment(iso).replace(/\s(AM|PM)$/, (_, half: string) => half.toLowerCase());

const MINUTE_MS = 60_000;

/** 'just now', or the moment. */
export const formatLastActive = (iso: string, now = Date.now()): string =>
  now - Date.parse(iso) < 2 * MINUTE_MS ? 'just now' : formatMoment(iso);
