import type { CalendarDate } from './calendar-date.ts';
import type { PrincipalMethod, StatusGroup } from './statements.ts';

/** How principal is counted, as part of a sentence. */
export const METHOD_WORDS: Readonly<Record<PrincipalMethod, string>> = {
  proportional: 'in proportion to the net RTR',
  cost_first: 'cost first',
};

export const METHOD_SENTENCES: Readonly<Record<PrincipalMethod, string>> = {
  proportional: 'Each payout returns cost in the proportion of the cost to the net RTR; the rest is income.',
  cost_first: 'Payouts return the whole cost first; what comes after is income.',
};

export const STATUS_GROUP_NAMES: Readonly<Record<StatusGroup, string>> = {
  active: 'Active Advance',
  modified: 'Modified or slowed',
  collections: 'Collections',
  default: 'Default or legal',
  other: 'Other',
};

interface Period {
  kind: 'month' | 'year';
  /** The first day of the month or year. */
  from: CalendarDate;
}

/** For example 'NGP-2026-10', and 'NGP-2026' of a year. */
export const statementNumber = (abbreviation: string, { kind, from }: Period): string =>
  `${abbreviation}-${from.slice(0, kind === 'month' ? 7 : 4)}`;

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'October 2026', or 'Year 2026'. */
export const periodName = ({ kind, from }: Period): string =>
  kind === 'year' ? `Year ${from.slice(0, 4)}` : monthAndYear.format(new Date(`${from}T00:00:00Z`));

/** For example '1 deal' and '8 deals'. */
export const counted = (count: number, thing: string): string =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`;
