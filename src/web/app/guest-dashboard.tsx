import { getRouteApi } from '@tanstack/react-router';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import type { DashboardTab } from '../features/portfolio/dashboard-tabs.tsx';
import { type GuestBook, useGuestAccess } from '../session/guest-access.ts';
import { SelectField } from '../ui/form/select-field.tsx';
import { EmptyState } from '../ui/message/empty-state.tsx';
import { ErrorState } from '../ui/message/error-state.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';

const route = getRouteApi('/signed-in/dashboard');

/** The tabs of the dashboard that show a part of the book. The others are for the syndicate's own people. */
const PART_OF_TAB = { simple: 'tables', detailed: 'tables', deals: 'tables', payouts: 'payouts' } as const;

const partOf = (view: string) => PART_OF_TAB[view as keyof typeof PART_OF_TAB];

/** What a guest sees of a book: the tabs of the parts that were opened, and no others. */
export function GuestDashboard({ tabs }: { tabs: readonly DashboardTab[] }) {
  const access = useGuestAccess();
  const { syndicate } = route.useSearch();
  if (access.isError && !access.data) {
    return (
      <>
        <PageHeader title="Portfolio" />
        <ErrorState
          title="Your guest access did not load"
          error={access.error}
          onRetry={() => access.refetch()}
          isRetrying={access.isFetching}
        />
      </>
    );
  }
  if (!access.data) return <PageHeader />;
  const { books } = access.data;
  const book = books.find(({ syndicateId }) => syndicateId.toString() === syndicate) ?? books[0];
  const shown = tabs.filter(({ view }) => {
    const part = partOf(view);
    return part !== undefined && book?.parts.includes(part);
  });
  if (!book || shown.length === 0) {
    return (
      <>
        <PageHeader
          title={book?.syndicateName ?? 'Portfolio'}
          action={<BookChoice books={books} book={book} />}
        />
        <EmptyState
          title="Nothing to show here"
          reason="None of the parts that are on this page was opened to you. Whoever let you in can change that."
        />
      </>
    );
  }
  return (
    <DashboardPage
      key={`${book.syndicateId}`}
      tabs={shown}
      guest={{
        syndicateId: book.syndicateId,
        hasSummary: book.parts.includes('tables'),
        action: <BookChoice books={books} book={book} />,
      }}
    />
  );
}

/** For a guest of several syndicates of the funder. */
function BookChoice({ books, book }: { books: readonly GuestBook[]; book: GuestBook | undefined }) {
  const navigate = route.useNavigate();
  if (books.length < 2) return null;
  return (
    <SelectField
      label="Syndicate"
      options={books.map(({ syndicateId, syndicateName }) => ({
        value: syndicateId.toString(),
        label: syndicateName,
      }))}
      value={book?.syndicateId.toString() ?? null}
      onPick={(picked) => void navigate({ search: { syndicate: picked ?? undefined } })}
    />
  );
}
