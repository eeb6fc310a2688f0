import type { threadEntry } from '../../../shared/contract/threads.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import type { CaseState } from '../../../shared/domain/request-cases.ts';
import type { SafeHtml } from '../rich-text/safe-html.ts';

type Sent = import('zod/mini').output<typeof threadEntry>;

/** An entry whose text may be shown. */
export interface ShownEntry extends Omit<Sent, 'messageHtml'> {
  html: SafeHtml | null;
}

/** What happened, as a sentence; for what was only written, who wrote it. */
export function headingOf(entry: ShownEntry, funder: string): string {
  const { kind, sharePercent, ownerName } = entry;
  const who = entry.authorName ?? (entry.isByFunder ? funder : 'Somebody');
  switch (kind) {
    case 'message':
      return who;
    case 'answer':
      return `${who}, ${funder}`;
    case 'accepted':
      return `${who} accepted ${sharePercent === null ? 'a share' : formatPercent(sharePercent, 1)} of the deal`;
    case 'declined':
      return `${who} declined the deal`;
    case 'invite changed':
      return `${funder} changed what is offered`;
    case 'taken':
      return `${who} took it`;
    case 'handed over':
      return `${who} handed it to ${ownerName ?? 'somebody'}`;
    case 'done':
      return `${who} closed it`;
    case 'reopened':
      return `${who} opened it again`;
  }
}

/** What a case is called for the investor. */
export const stateForInvestor = (state: CaseState, funder: string): string =>
  ({ open: `Waiting for ${funder}`, answered: 'Answered', done: 'Closed' })[state];

export const STATE_TONES = { open: 'watch', answered: 'good', done: 'closed' } as const;
