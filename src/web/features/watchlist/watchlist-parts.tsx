import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { watchTone, watchWords } from '../../../shared/domain/watch-words.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import type { WatchedDeal, WatchSummary } from './watchlist.api.ts';
import classes from './watchlist-card.module.css';

export interface WatchlistProps {
  /** Those shown. */
  deals: readonly WatchedDeal[];
  /** The sums of all. */
  summary: WatchSummary;
  detailsOf: (deal: WatchedDeal) => ReactNode;
  /** The end of a list that has more. */
  more: ReactNode;
}

interface ReasonsProps {
  deal: WatchedDeal;
}

export function Reasons({ deal }: ReasonsProps) {
  return (
    <ul className={classes['reasons']}>
      {deal.reasons.map((watched) => (
        <li key={watched.reason}>
          <Chip tone={watchTone(watched.reason)}>{watchWords(watched, deal.status)}</Chip>
        </li>
      ))}
    </ul>
  );
}

export const sinceWords = ({ since }: WatchedDeal): string =>
  since === null ? 'Unknown' : formatDate(since);
