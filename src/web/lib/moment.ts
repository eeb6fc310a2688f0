const dayAndTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
});

/** '11/04/2026, 3:05 PM' in the reader's own time. */
export const formatMoment = (iso: string): string => dayAndTime.format(new Date(iso));

const dayAlone = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** '11/04/2026' in the reader's own time. */
export const formatDay = (iso: string): string => dayAlone.format(new Date(iso));

/** '11/04/2026, 3:05pm', as notes and offers have it. */
export const formatShortMoment = (iso: string): string =>
  formatMoment(iso).replace(/\s(AM|PM)$/, (_, half: string) => half.toLowerCase());

const MINUTE_MS = 60_000;

/** 'just now', or the moment. */
export const formatLastActive = (iso: string, now = Date.now()): string =>
  now - Date.parse(iso) < 2 * MINUTE_MS ? 'just now' : formatMoment(iso);
