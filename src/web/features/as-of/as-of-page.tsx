import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usePageTitle } from '../../page/use-page-title.ts';
import { usePortalUser } from '../../session/portal-user.ts';
import { DownloadButton } from '../../ui/download/download-button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import backLink from '../../ui/page/back-link.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { type AskedDays, type BookAsOf, useAsOfDownload, useBookAsOf } from './as-of.api.ts';
import classes from './as-of.module.css';
import { AsOfSkeleton } from './as-of-skeleton.tsx';
import { askedSearch } from './asked-search.ts';
import { CausesCard } from './causes-card.tsx';
import { type ChosenDays, DayChoice } from './day-choice.tsx';
import { FiguresCard } from './figures-card.tsx';
import { KnownWords } from './known-words.tsx';
import { LinesCard } from './lines-card.tsx';
import { StatusesCard } from './statuses-card.tsx';

const route = getRouteApi('/signed-in/as_of');

/** The book as it stood at the end of a day, or two days side by side with what makes the difference. */
export function AsOfPage() {
  const { syndicate, date, compare } = askedSearch(route.useSearch());
  const navigate = route.useNavigate();
  const user = usePortalUser();
  const syndicateId = syndicate === undefined ? user.data?.syndicate.id : BigInt(syndicate);
  const days: AskedDays = { date, comparedWith: compare };
  const book = useBookAsOf(syndicateId, days);
  usePageTitle('As of a day');
  const choose = (chosen: ChosenDays) => void navigate({ search: { syndicate, ...chosen } });
  return (
    <div className={classes['page']}>
      <Link to="/dashboard" search={{ syndicate, view: 'insights' }} className={backLink['back']}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        Back to the insights
      </Link>
      <PageHeader
        title="The book as of a day"
        caption="What was recorded by the end of the day in New York; what came later does not change it."
        action={syndicateId !== undefined && book.data && <Download syndicateId={syndicateId} days={days} />}
      />
      <DayChoice date={date} compare={compare} today={book.data?.today} onChoose={choose} />
      <AsOfBody user={user} book={book} syndicateId={syndicateId} />
    </div>
  );
}

interface AsOfBodyProps {
  /** Says whose book it is, unless the address does. */
  user: ReturnType<typeof usePortalUser>;
  book: ReturnType<typeof useBookAsOf>;
  syndicateId: bigint | undefined;
}

function AsOfBody({ user, book, syndicateId }: AsOfBodyProps) {
  const failed = syndicateId === undefined ? user : book;
  if (failed.isError && !failed.data)
    return (
      <ErrorState
        title="The book did not load"
        error={failed.error}
        onRetry={() => failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  if (!book.data || syndicateId === undefined) return <AsOfSkeleton />;
  if (book.data.recordedSince === null)
    return (
      <EmptyState
        title="Nothing is recorded yet"
        reason="Each day of the book can be looked up here once it has its first deal."
      />
    );
  return (
    <div className={classes['body']} aria-busy={book.isPlaceholderData}>
      <LoadedBook book={book.data} syndicateId={syndicateId} />
    </div>
  );
}

interface LoadedBookProps {
  book: BookAsOf;
  syndicateId: bigint;
}

function LoadedBook({ book, syndicateId }: LoadedBookProps) {
  const search = route.useSearch();
  const { cause, page } = askedSearch(search);
  const navigate = route.useNavigate();
  const [first, second] = book.days;
  const hasCash = book.cashSince !== null;
  if (!first) return null;
  const lines = second && {
    date: second.date,
    comparedWith: first.date,
    cause,
    page,
  };
  return (
    <>
      <KnownWords book={book} />
      <div className={classes['columns']}>
        <FiguresCard days={book.days} hasCash={hasCash} />
        <StatusesCard days={book.days} />
      </div>
      {lines && (
        <>
          <CausesCard
            causes={book.causes}
            hasCash={hasCash}
            chosen={cause}
            onChoose={(chosen) =>
              void navigate({ search: { ...search, cause: chosen, page: undefined }, resetScroll: false })
            }
          />
          {book.causes.length > 0 && (
            <LinesCard
              syndicateId={syndicateId}
              lines={lines}
              hasCash={hasCash}
              onPage={(next) => void navigate({ search: { ...search, page: `${next}` }, resetScroll: false })}
              onShowAll={() =>
                void navigate({
                  search: { ...search, cause: undefined, page: undefined },
                  resetScroll: false,
                })
              }
            />
          )}
        </>
      )}
    </>
  );
}

interface DownloadProps {
  syndicateId: bigint;
  days: AskedDays;
}

function Download({ syndicateId, days }: DownloadProps) {
  const { state, start, cancel } = useAsOfDownload(syndicateId, days);
  return (
    <DownloadButton
      label="Download"
      what="download"
      row="row"
      state={state}
      cancelLabel="Cancel the download of the book"
      onStart={start}
      onCancel={cancel}
    />
  );
}
