import { type ReactNode, useState } from 'react';
import { watchlistContract } from '../../../shared/contract/watchlist.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { CardDownload } from '../../ui/download/card-download.tsx';
import { countOf, groupedCount } from '../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { useOpenRows } from '../../ui/table/use-open-rows.ts';
import { useTooNarrowOnScreen } from '../../ui/table/use-too-narrow.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ofBalance } from './of-balance.ts';
import { WatchReasonsDialog } from './watch-reasons-dialog.tsx';
import { useWatchlist, type WatchedDeal, type WatchSummary } from './watchlist.api.ts';
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
  const isNarrow = useTooNarrowOnScreen(TABLE_WIDTH);
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
    <HeadedCard
      title="Watchlist"
      about={summary && aboutList(summary)}
      aside={
        <>
          <TextButton onClick={() => setIsExplained(true)}>What puts a deal here</TextButton>
          {deals.length > 0 && (
            <CardDownload
              name="Watchlist"
              endpoint={watchlistContract.exportWatchlist}
              input={{ body: { syndicateId } }}
            />
          )}
        </>
      }
      isPending={loaded === null && state.error === null}
    >
      {loaded === null && state.error === null && <WatchlistRowsSkeleton />}
      {loaded === null && state.error !== null && (
        <CardFailure
          what="The watchlist"
          error={state.error}
          onRetry={() => void state.retry()}
          isRetrying={state.isRetrying}
        />
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
    </HeadedCard>
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
  if (asOf === null && dealCount > 0)
    return (
      <NothingInCard title="No payment has been posted yet">
        How the deals stand is known with the first posted day.
      </NothingInCard>
    );
  return (
    <NothingInCard title="No deal needs a look today">
      {dealCount === 0
        ? 'There is no deal to watch yet.'
        : 'Watched are missed and refused debits, a slow pace, pauses, modified terms, and deals in collections, in default or with lawyers.'}
    </NothingInCard>
  );
}
