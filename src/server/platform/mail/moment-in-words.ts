const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** For example 'November 18, 2026 at 5:30 AM New York time'. The zone is named because readers may be elsewhere. */
export const mailMoment = (date: Date): string => `${moment.format(date)} New York time`;
