import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import type { DocumentState } from '../../../../shared/domain/documents.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import type { ListedDocument } from './documents.api.ts';

const CHIPS = {
  checking: { words: 'Being checked', tone: 'closed' },
  refused: { words: 'Refused', tone: 'bad' },
  ready: { words: 'Not published', tone: 'watch' },
  published: { words: 'Published', tone: 'good' },
  expired: { words: 'Expired', tone: 'closed' },
  withdrawn: { words: 'Withdrawn', tone: 'bad' },
} as const satisfies Record<DocumentState, object>;

export const StateChip = ({ state }: { state: DocumentState }) => (
  <Chip tone={CHIPS[state].tone}>{CHIPS[state].words}</Chip>
);

export const titleOf = ({ title, name }: Pick<ListedDocument, 'title' | 'name'>): string => title ?? name;

/** 'Tax form 2026', or why it cannot be sent. */
export function kindOf({ category, taxYear, refusal, name }: ListedDocument): string {
  if (refusal !== null) return refusal;
  if (category === null) return 'Nobody has it yet';
  return `${capitalized(category)}${taxYear === null ? '' : ` ${taxYear}`} · ${name}`;
}

/** Whom it was sent to: 'All, 12 syndicates', 'Northgate Partners'. */
export function recipientsOf(document: ListedDocument): string | null {
  const { isForAll, isForLater, recipientCount, recipientName, publishedAt } = document;
  if (publishedAt === null) return null;
  if (isForAll) return `All ${countOf(recipientCount, 'syndicate')}${isForLater ? ' and later ones' : ''}`;
  return recipientName ?? countOf(recipientCount, 'syndicate');
}

export const lastDayOf = ({ expiresOn }: Pick<ListedDocument, 'expiresOn'>): string | null =>
  expiresOn === null ? null : formatDate(expiresOn);
