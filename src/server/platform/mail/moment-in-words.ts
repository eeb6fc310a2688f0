const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** 'November 18, 2026 at 5:30 AM New York time': where the funders are, and said so. */
export const mailMoment = (date: Date): string => `${moment.format(date)} New York time`;
