import { Button } from '@mantine/core';
import { IconArrowLeft, IconFileText, IconPrinter } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { pathOf } from '../../../shared/pages.ts';
import { isApiError } from '../../lib/api-error.ts';
import { NotFoundNotice } from '../../page/not-found-notice.tsx';
import { usePageTitle } from '../../page/use-page-title.ts';
import { useShows } from '../../session/guest-access.ts';
import { usePortalUser, useUserPermissions } from '../../session/portal-user.ts';
import { useSession } from '../../session/use-session.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { StatusChip } from '../../ui/figure/status-chip.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import backLink from '../../ui/page/back-link.module.css';
import { Card } from '../../ui/page/card.tsx';
import { FoldingCard } from '../../ui/page/folding-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useIsInBrowser } from '../../ui/use-is-in-browser.ts';
import { DealCalendar, DealCalendarSkeleton } from './deal-calendar.tsx';
import { DealChart, DealChartSkeleton } from './deal-chart.tsx';
import { DealFigures, DealFiguresSkeleton } from './deal-figures.tsx';
import { type DealOnPage, useDealOnPage } from './deal-page.api.ts';
import classes from './deal-page.module.css';
import { DealTerms, DealTermsSkeleton, TermsHistory } from './deal-terms.tsx';
import { WatchReasons } from './watch-reasons.tsx';

/** Few deals have one yet, so it is loaded for those that do. */
const ScheduleAButton = lazy(async () => ({
  default: (await import('./schedule-a-button.tsx')).ScheduleAButton,
}));

const route = getRouteApi('/signed-in/deal/$dealPublicId');

export interface ShareOfDeal {
  syndicateId: bigint;
  mid: string;
  /** Payouts from this day on have not been paid yet; null when all are. */
  upcomingFrom: CalendarDate | null;
  /** The days of the debits that a payout is for, in words. */
  debitDaysOf: (payDate: CalendarDate) => string;
}

interface DealPageProps {
  /** The parts of a deal that the tables show under its row too. */
  payouts: (share: ShareOfDeal) => ReactNode;
  /** Absent for guests, who read none. */
  notes?: (share: ShareOfDeal) => ReactNode;
  returns: (deal: Pick<DealOnPage, 'returns' | 'flows'>) => ReactNode;
}

/** One deal, for an investor who has a share of it. */
export function DealPage({ payouts, notes, returns }: DealPageProps) {
  const { dealPublicId } = route.useParams();
  const { syndicate } = route.useSearch();
  const user = usePortalUser();
  const syndicateId = syndicate === undefined ? user.data?.syndicate.id : BigInt(syndicate);
  const deal = useDealOnPage(dealPublicId, syndicateId);
  // How many months the calendar shows depends on how wide the window is.
  const isInBrowser = useIsInBrowser();
  usePageTitle(deal.data?.name ?? 'Deal');
  if (isApiError(deal.error, 'not_found')) return <NotFound />;
  const failed = [deal, user].find(({ isError, data }) => isError && data === undefined);
  if (failed && !deal.data) {
    return (
      <Page header={<PageHeader title="Deal" />}>
        <ErrorState
          title="The deal did not load"
          error={failed.error}
          onRetry={() => failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Page>
    );
  }
  if (!deal.data || syndicateId === undefined) return <DealPageSkeleton />;
  const share = {
    syndicateId,
    mid: deal.data.mid,
    upcomingFrom: deal.data.share.nextPayDate,
    debitDaysOf: debitDaysIn(deal.data),
  };
  return (
    <Page header={<Header deal={deal.data} dealPublicId={dealPublicId} syndicateId={syndicateId} />}>
      <Printed
        whose={user.data?.syndicate.id === syndicateId ? user.data.syndicate.name : null}
        asOf={deal.data.standing?.asOf}
      />
      <DealFigures deal={deal.data} />
      <WatchReasons deal={deal.data} />
      <div className={classes['columns']}>
        <div className={classes['main']}>
          <DealChart deal={deal.data} />
          {isInBrowser ? <DealCalendar deal={deal.data} /> : <DealCalendarSkeleton />}
          <Card title="Payouts" lead="each cleared debit, shared out">
            {payouts(share)}
          </Card>
        </div>
        <div className={classes['side']}>
          {returns(deal.data)}
          <DealTerms deal={deal.data} />
          <TermsHistory deal={deal.data} />
          {notes && <FoldingCard title="Notes">{notes(share)}</FoldingCard>}
        </div>
      </div>
    </Page>
  );
}

interface PrintedProps {
  /** Null in another one's book, which the reader has switched to. */
  whose: string | null;
  asOf: CalendarDate | undefined;
}

/** Only on paper: whose share this is, with whom, and as of when. */
function Printed({ whose, asOf }: PrintedProps) {
  const { tenant } = useSession();
  const words = [
    ...(whose === null ? [] : [`Share of ${whose}`]),
    tenant.name,
    ...(asOf ? [`as of ${formatDate(asOf)}`] : []),
  ];
  return <p className={classes['printed']}>{words.join(' · ')}</p>;
}

/** A payout is usually for one debit; after a holiday or a late posting it is for several. */
function debitDaysIn({ payDates }: DealOnPage): ShareOfDeal['debitDaysOf'] {
  const byPayDate = new Map(payDates.map((each) => [each.payDate, each]));
  return (payDate) => {
    const debits = byPayDate.get(payDate);
    // A payout that was posted after the page had been loaded.
    if (!debits) return '–';
    const { firstDebitDate, lastDebitDate } = debits;
    return firstDebitDate === lastDebitDate
      ? formatDate(firstDebitDate)
      : `${formatDate(firstDebitDate)} to ${formatDate(lastDebitDate)}`;
  };
}

interface PageProps {
  header: ReactNode;
  children: ReactNode;
}

function Page({ header, children }: PageProps) {
  const { syndicate } = route.useSearch();
  return (
    <div className={classes['page']}>
      <Link to="/dashboard" search={{ syndicate }} className={backLink['back']}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        Back to the portfolio
      </Link>
      {header}
      {children}
    </div>
  );
}

interface HeaderProps {
  deal: DealOnPage;
  dealPublicId: string;
  syndicateId: bigint;
}

function Header({ deal, dealPublicId, syndicateId }: HeaderProps) {
  const maySeeFile = useUserPermissions().data?.has('view-fcs') ?? false;
  const showsDocuments = useShows('documents', syndicateId);
  const behind = deal.standing?.debitsBehind ?? 0;
  const place = [deal.industry, deal.state].filter((part) => part !== null).join(', ');
  const facts = [`MID ${deal.mid}`, deal.platform, place, `agreed ${formatDate(deal.agreementDate)}`];
  const marks = (
    <>
      <StatusChip status={deal.status} />
      {behind > 0 && <Chip tone="watch">{countOf(behind, 'debit')} behind</Chip>}
    </>
  );
  const caption = facts.filter((fact) => fact !== '').join(' · ');
  const actions = (
    <div className={classes['actions']}>
      {maySeeFile && (
        <Button
          component="a"
          variant="default"
          href={pathOf('fileControlSheet', { dealPublicId })}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileText size={16} stroke={1.75} aria-hidden="true" />}
        >
          View FCS
        </Button>
      )}
      {deal.hasScheduleA && showsDocuments && (
        <Suspense>
          <ScheduleAButton syndicateId={syndicateId} dealPublicId={dealPublicId} />
        </Suspense>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </div>
  );
  return <PageHeader title={deal.name} marks={marks} caption={caption} action={actions} />;
}

const DealPageSkeleton = () => (
  <Page header={<PageHeader caption={<Skeleton characters={40} />} />}>
    <DealFiguresSkeleton />
    <div className={classes['columns']} aria-busy="true">
      <div className={classes['main']}>
        <DealChartSkeleton />
        <DealCalendarSkeleton />
      </div>
      <div className={classes['side']}>
        <DealTermsSkeleton />
        <Card title="Terms history">
          <Skeleton characters={30} />
        </Card>
      </div>
    </div>
  </Page>
);

/** The same for a deal that does not exist and one that the reader may not see. */
const NotFound = () => (
  <NotFoundNotice
    title="There is no deal for you at this address"
    reason="The link may be old or not copied in full, or the deal is not one of yours."
  />
);
