import { getRouteApi, Link, lazyRouteComponent } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { dashboardSearch } from '../addresses/dashboard-search.ts';
import { CohortsCard } from '../features/insights/cohorts-card.tsx';
import { ConcentrationCard } from '../features/insights/concentration-card.tsx';
import { NO_FILTER, readFilter } from '../features/portfolio/table/table-choice.ts';
import type { Funder, MeasuredDeals } from '../features/returns/measured-deals.ts';
import { type DealsLinkProps, ReturnsCard } from '../features/returns/returns-card.tsx';
import { WatchlistCard } from '../features/watchlist/watchlist-card.tsx';
import { enteredTenants } from '../lib/access-token.ts';
import { patientChunk } from '../lib/code-chunk.ts';
import { currentSession } from '../session/session.ts';
import classes from './insights-view.module.css';

const route = getRouteApi('/signed-in/dashboard');

const DealDetails = lazyRouteComponent(
  () => patientChunk(import('../features/portfolio/deal/deal-details.tsx')),
  'DealDetails',
);

/** The funders of the user, if the book that is open is the user's own with one of them. */
function fundersOf(syndicateId: bigint): Funder[] {
  const funders = enteredTenants().flatMap(({ syndicateId: own, ...tenant }) =>
    own === null ? [] : [{ ...tenant, syndicateId: own }],
  );
  const openId = currentSession()?.tenant.id;
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
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useMemo(() => readFilter(address), [address]);
  const measure = (deals: MeasuredDeals) =>
    void navigate({
      search: (now) => dashboardSearch({ ...now, returns: deals === 'all' ? undefined : deals }),
      resetScroll: false,
    });
  return (
    <div className={classes['view']}>
      <ReturnsCard
        syndicateId={syndicate.id}
        deals={address.returns}
        onDeals={measure}
        filter={filter}
        funders={fundersOf(syndicate.id)}
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
      <CohortsCard syndicateId={syndicate.id} />
      <ConcentrationCard syndicateId={syndicate.id} />
    </div>
  );
}
