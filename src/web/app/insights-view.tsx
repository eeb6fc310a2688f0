import { IconCalendarTime } from '@tabler/icons-react';
import { getRouteApi, Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useMemo, useRef } from 'react';
import { dashboardSearch } from '../addresses/dashboard-search.ts';
import { CohortsCard } from '../features/insights/cohorts-card.tsx';
import { ConcentrationCard } from '../features/insights/concentration-card.tsx';
import { ForecastCard } from '../features/insights/forecast-card.tsx';
import { LossesCard } from '../features/insights/losses-card.tsx';
import { WholePage } from '../features/insights/whole-page.ts';
import { NO_FILTER, readFilter } from '../features/portfolio/table/table-choice.ts';
import type { Funder, MeasuredDeals } from '../features/returns/measured-deals.ts';
import { type DealsLinkProps, ReturnsCard } from '../features/returns/returns-card.tsx';
import { WatchlistCard } from '../features/watchlist/watchlist-card.tsx';
import { enteredTenants } from '../lib/access-token.ts';
import { patientChunk } from '../lib/code-chunk.ts';
import { useSession } from '../session/use-session.ts';
import { TextButton } from '../ui/text-button.tsx';
import frame from './insights-frame.module.css';
import classes from './insights-view.module.css';
import { PrintedHeader } from './printed-header.tsx';
import { usePrinting } from './use-printing.ts';

const route = getRouteApi('/signed-in/dashboard');

const DealDetails = lazyRouteComponent(
  () => patientChunk(import('../features/portfolio/deal/deal-details.tsx')),
  'DealDetails',
);

/** The funders of the user, if the book that is open is the user's own with one of them. */
function fundersOf(syndicateId: bigint, openId: string): Funder[] {
  const funders = enteredTenants().flatMap(({ syndicateId: own, ...tenant }) =>
    own === null ? [] : [{ ...tenant, syndicateId: own }],
  );
  return funders.some(({ id, syndicateId: own }) => id === openId && own === syndicateId) ? funders : [];
}

/** The deals table that has every filter. */
function DealsLink({ to, children }: DealsLinkProps) {
  const ofTable = to === 'filter' ? {} : { ...NO_FILTER, ...(to === 'all' ? {} : to) };
  return (
    <Link
      className={classes['toDeals']}
      from="/dashboard"
      search={(now) => dashboardSearch({ ...now, ...ofTable, view: 'deals', returns: undefined })}
      resetScroll={false}
    >
      {children}
    </Link>
  );
}

interface InsightsViewProps {
  syndicate: { id: bigint; name: string };
}

/** The tab Insights: how the book is doing, and what needs the investor. */
export function InsightsView({ syndicate }: InsightsViewProps) {
  const { tenant } = useSession();
  const view = useRef<HTMLDivElement>(null);
  const { isPrinting, print } = usePrinting(view);
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useMemo(() => readFilter(address), [address]);
  const measure = (deals: MeasuredDeals) =>
    void navigate({
      search: (now) => dashboardSearch({ ...now, returns: deals === 'all' ? undefined : deals }),
      resetScroll: false,
    });
  return (
    <WholePage value={isPrinting}>
      <div ref={view} className={`${frame['frame']} ${classes['view']}`}>
        <PrintedHeader syndicate={syndicate} />
        <p className={frame['ways']}>
          <Link to="/as_of" search={{ syndicate: syndicate.id.toString() }} className={classes['asOf']}>
            <IconCalendarTime size={16} stroke={1.75} aria-hidden="true" />
            The book as of a day
          </Link>
          <span className={classes['print']}>
            <TextButton onClick={print}>Print this page</TextButton>
          </span>
        </p>
        <ReturnsCard
          syndicateId={syndicate.id}
          deals={address.returns}
          onDeals={measure}
          filter={filter}
          funders={fundersOf(syndicate.id, tenant.id)}
          DealsLink={DealsLink}
        />
        <WatchlistCard
          syndicateId={syndicate.id}
          detailsOf={({ mid }) => (
            <Suspense fallback={<div className={classes['opening']} />}>
              <DealDetails syndicateId={syndicate.id} mid={mid} />
            </Suspense>
          )}
        />
        <div className={classes['beside']}>
          <ForecastCard syndicateId={syndicate.id} />
          <CohortsCard syndicateId={syndicate.id} />
        </div>
        <LossesCard syndicateId={syndicate.id} />
        <ConcentrationCard syndicateId={syndicate.id} />
      </div>
    </WholePage>
  );
}
