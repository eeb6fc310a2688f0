import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { watchTone, watchWords } from '../../../shared/domain/watch-words.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import type { OpenRows } from '../../ui/table/use-open-rows.ts';
import type { WatchedDeal, WatchSummary } from './watchlist.api.ts';
import classes from './watchlist-card.module.css';

export interface WatchlistProps {
  syndicateId: bigint;
  /** Those shown. */
  deals: readonly WatchedDeal[];
  /** The sums of all. */
  summary: WatchSummary;
  /** By MID. */
  open: OpenRows;
  detailsOf: (deal: WatchedDeal) => ReactNode;
  /** The end of a list that has more. */
  more: ReactNode;
}

interface ReasonsProps {
  deal: WatchedDeal;
}

/** A status stands beside the reasons anyway, so it is repeated among them only where there is no other. */
export function Reasons({ deal }: ReasonsProps) {
  const others = deal.reasons.filter(({ reason }) => reason !== 'status');
  const shown = others.length > 0 ? others : deal.reasons;
  return (
    <ul className={classes['reasons']}>
      {shown.map((watched) => (
        <li key={watched.reason}>
          <Chip tone={watchTone(watched.reason)}>{watchWords(watched, deal.status)}</Chip>
        </li>
      ))}
    </ul>
  );
}

export const sinceWords = ({ since }: WatchedDeal): string =>
  since === null ? 'Unknown' : formatDate(since);
