import type { StatusTone } from '../../../../shared/domain/deal-status.ts';
import type { ImportRunState, RunFigure } from '../../../../shared/domain/import-runs.ts';
import type { ListedRun } from './imports.api.ts';

interface StateWords {
  name: string;
  tone: StatusTone;
}

const STATE_WORDS: Readonly<Record<ImportRunState, StateWords>> = {
  open: { name: 'Not checked yet', tone: 'watch' },
  checking: { name: 'Being checked', tone: 'watch' },
  ready: { name: 'Checked', tone: 'good' },
  importing: { name: 'Being imported', tone: 'watch' },
  done: { name: 'Imported', tone: 'good' },
  failed: { name: 'Not imported', tone: 'bad' },
  undoing: { name: 'Being undone', tone: 'watch' },
  undone: { name: 'Undone', tone: 'closed' },
};

/** What it added is out of the book, and what it changed is not given back. */
export const isHalfUndone = ({ state, takenOutAt }: Pick<ListedRun, 'state' | 'takenOutAt'>): boolean =>
  state === 'done' && Boolean(takenOutAt);

export const stateWords = (run: Pick<ListedRun, 'state' | 'takenOutAt'>): StateWords =>
  isHalfUndone(run) ? { name: 'Half undone', tone: 'bad' } : STATE_WORDS[run.state];

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

export const KIND_NAMES: Readonly<Record<string, string>> = {
  deals: 'Deals',
  companies: 'Merchants',
  participations: 'Shares',
  payments: 'Payments',
  syndicates: 'Investors',
  brokers: 'Brokers',
};
