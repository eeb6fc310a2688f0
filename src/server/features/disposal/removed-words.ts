const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

/** What is shown in place of a name or an address that was removed, for example 'Removed on November 18, 2026'. */
export const removedOn = (moment: Date): string => `Removed on ${day.format(moment)}`;
