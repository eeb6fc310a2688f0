import { formatDay } from '../../lib/moment.ts';

/** When a withdrawal was requested, and to which account. The masked number stays in one line. */
export const askedInWords = (askedAt: string, payTo: string | null): string =>
  `requested ${formatDay(askedAt)}${payTo === null ? '' : `, to ${payTo.replace('•••• ', '••••\u00A0')}`}`;
