import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import {
  ANOTHER_NAME,
  type ImportMailKind,
  type ImportRunState,
  type RunFigure,
} from '../../../../shared/domain/import-runs.ts';
import type { Run } from './imports.api.ts';

interface StateWords {
  name: string;
  tone: StatusTone;
}

export const STATE_WORDS: Readonly<Record<ImportRunState, StateWords>> = {
  open: { name: 'Not checked yet', tone: 'watch' },
  checking: { name: 'Being checked', tone: 'watch' },
  ready: { name: 'Checked', tone: 'good' },
  importing: { name: 'Being imported', tone: 'watch' },
  done: { name: 'Imported', tone: 'good' },
  failed: { name: 'Not imported', tone: 'bad' },
  undoing: { name: 'Being undone', tone: 'watch' },
  undone: { name: 'Undone', tone: 'closed' },
};

/** The investor that a name was said to be, or the other name of which it is a spelling; null of any other answer. */
export const nameMeant = ({ syndicates }: Run, meaning: string): string | null =>
  meaning.startsWith(ANOTHER_NAME)
    ? meaning.slice(ANOTHER_NAME.length)
    : (syndicates.find(({ id }) => `#${id}` === meaning)?.name ?? null);

export const FIGURE_NAMES: Readonly<Record<RunFigure, string>> = {
  deals: 'Deals',
  shares: 'Shares',
  payments: 'Payment lines',
  funded: 'Funded',
  rtr: 'RTR',
  cleared: 'Cleared',
  returned: 'Returned',
  collected: 'Collected',
};

export const MAIL_WORDS: Readonly<Record<ImportMailKind, string>> = {
  address_changed: 'Mails about money go to another address',
  address_changed_back: 'Mails about money go to the earlier address again',
  watchlist: 'Deals are new on the watchlist',
};

export const KIND_NAMES: Readonly<Record<string, string>> = {
  deals: 'Deals',
  companies: 'Merchants',
  participations: 'Shares',
  payments: 'Payments',
  syndicates: 'Investors',
  brokers: 'Brokers',
};
