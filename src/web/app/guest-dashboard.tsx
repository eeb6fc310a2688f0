import { getRouteApi } from '@tanstack/react-router';
import { DashboardPage } from '../features/portfolio/dashboard-page.tsx';
import type { DashboardTab } from '../features/portfolio/dashboard-tabs.tsx';
import { EmptyState } from '../ui/message/empty-state.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { GuestBookOf } from './guest-book.tsx';

const route = getRouteApi('/signed-in/dashboard');

/** The tabs of the dashboard that show a part of the book. The others are for the syndicate's own people. */
const PART_OF_TAB = { simple: 'tables', detailed: 'tables', deals: 'tables', payouts: 'payouts' } as const;

const partOf = (view: string) => PART_OF_TAB[view as keyof typeof PART_OF_TAB];

/** What a guest sees of a book: the tabs of the parts that were opened, and no others. */
export function GuestDashboard({ tabs }: { tabs: readonly DashboardTab[] }) {
  const { syndicate } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <GuestBookOf
      title="Portfolio"
      asked={syndicate}
      onPick={(picked) => void navigate({ search: { syndicate: picked } })}
    >
      {({ book, choice }) => {
        const shown = tabs.filter(({ view }) => {
          const part = partOf(view);
          return part !== undefined && book?.parts.includes(part);
        });
        return book && shown.length > 0 ? (
          <DashboardPage
            key={`${book.syndicateId}`}
            tabs={shown}
            guest={{
              syndicateId: book.syndicateId,
              hasSummary: book.parts.includes('tables'),
              action: choice,
            }}
          />
        ) : (
          <>
            <PageHeader title={book?.syndicateName ?? 'Portfolio'} action={choice} />
            {book ? <InDocuments /> : <NothingOpen />}
          </>
        );
      }}
    </GuestBookOf>
  );
}

/** Every other part is on that page. */
const InDocuments = () => (
  <EmptyState
    title="What was opened to you is under Documents"
    reason="Whoever let you in can open the tables and payouts too, which are on this page."
  />
);

const NothingOpen = () => (
  <EmptyState title="Nothing is open to you" reason="Whoever let you in can open it again." />
);
