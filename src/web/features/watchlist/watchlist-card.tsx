import { type ReactNode, useId, useState } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useOpenRows } from '../../ui/table/use-open-rows.ts';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ofBalance } from './of-balance.ts';
import { WatchReasonsDialog } from './watch-reasons-dialog.tsx';
import { useWatchlist, type WatchedDeal, type WatchSummary } from './watchlist.api.ts';
import classes from './watchlist-card.module.css';
import { WatchlistCards } from './watchlist-cards.tsx';
import { WatchlistMore } from './watchlist-more.tsx';
import { WatchlistRowsSkeleton } from './watchlist-skeleton.tsx';
import { WatchlistTable } from './watchlist-table.tsx';

interface WatchlistCardProps {
  syndicateId: bigint;
  /** The panel under an open deal. */
  detailsOf: (deal: WatchedDeal) => ReactNode;
}

/** With less, the amounts would be out of sight. */
const TABLE_WIDTH = 960;
/** As cards, so many are shown at first. */
const FIRST_CARDS = 4;

/** The deals that need a look, the gravest first. */
export function WatchlistCard({ syndicateId, detailsOf }: WatchlistCardProps) {
  const titleId = useId();
  const isNarrow = useTooNarrow(TABLE_WIDTH);
  const [isExplained, setIsExplained] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  // Here and not in the list, so that what is open stays open when the cards become a table.
  const open = useOpenRows();
  const { loaded, more, ...state } = useWatchlist(syndicateId);
  const summary = loaded?.summary ?? null;
  const deals = loaded?.deals ?? [];
  const isCut = isNarrow && !showsAll && deals.length > FIRST_CARDS;
  const shown = isCut ? deals.slice(0, FIRST_CARDS) : deals;
  const List = isNarrow ? WatchlistCards : WatchlistTable;
  return (
    <section className={classes['card']} aria-labelledby={titleId} aria-busy={loaded === null}>
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          Watchlist
        </h2>
        <p className={classes['about']} role="status">
          {summary && aboutList(summary)}
          {loaded === null && state.error === null && <Skeleton characters={40} />}
        </p>
        <span className={classes['spring']} />
        <TextButton onClick={() => setIsExplained(true)}>What puts a deal here</TextButton>
      </div>
      {loaded === null && state.error === null && <WatchlistRowsSkeleton />}
      {loaded === null && state.error !== null && (
        <div className={classes['inside']}>
          <InlineError
            title="The watchlist did not load"
            error={state.error}
            onRetry={() => void state.retry()}
            isRetrying={state.isRetrying}
          />
        </div>
      )}
      {summary && deals.length === 0 && <NothingWatched summary={summary} />}
      {summary && deals.length > 0 && (
        <List
          syndicateId={syndicateId}
          deals={shown}
          summary={summary}
          open={open}
          detailsOf={detailsOf}
          more={
            <WatchlistMore
              more={isCut ? null : more}
              left={summary.watchedCount - shown.length}
              loadedLeft={deals.length - shown.length}
              onShowLoaded={() => setShowsAll(true)}
            />
          }
        />
      )}
      {isExplained && <WatchReasonsDialog onClose={() => setIsExplained(false)} />}
    </section>
  );
}

function aboutList(summary: WatchSummary): string {
  const { watchedCount, dealCount, asOf } = summary;
  const day = asOf === null ? '' : ` · as of ${formatDate(asOf)}`;
  if (watchedCount === 0) return day.slice(3);
  const need = watchedCount === 1 ? 'needs' : 'need';
  const share = ofBalance(summary.netBalance, summary.portfolioBalance);
  const stake = share === null ? '' : ` · ${share} of the portfolio balance`;
  return `${groupedCount(watchedCount)} of ${countOf(dealCount, 'deal')} ${need} a look${stake}${day}`;
}

interface NothingWatchedProps {
  summary: WatchSummary;
}

function NothingWatched({ summary: { dealCount, asOf } }: NothingWatchedProps) {
  if (asOf === null && dealCount > 0) {
    return (
      <div className={classes['inside']}>
        <p className={classes['nothing']}>No payment has been posted yet</p>
        <p className={classes['watched']}>How the deals stand is known with the first posted day.</p>
      </div>
    );
  }
  return (
    <div className={classes['inside']}>
      <p className={classes['nothing']}>No deal needs a look today</p>
      <p className={classes['watched']}>
        {dealCount === 0
          ? 'There is no deal to watch yet.'
          : 'Watched are missed and refused debits, a slow pace, pauses, modified terms, and deals in collections, in default or with lawyers.'}
      </p>
    </div>
  );
}
