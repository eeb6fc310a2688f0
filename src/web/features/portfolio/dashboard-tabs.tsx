import { getRouteApi, Link, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import type { PortfolioView } from '../../app/dashboard-search.ts';
import { PayoutsSkeleton, PayoutsView } from '../../app/payouts-tab.ts';
import type { Syndicate } from '../../app/portal-user.ts';
import { TabList, TabPanel, tabListLook, tabLook, tabProps } from '../../ui/page/tab-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { carriedOver } from './table/table-choice.ts';
import { TableSkeleton } from './table/table-skeleton.tsx';
import type { TableViewProps } from './table/table-view.ts';

const route = getRouteApi('/signed-in/dashboard');

interface DashboardTab {
  view: PortfolioView;
  name: string;
  isShown: (syndicate: Syndicate) => boolean;
  /** Its code comes when it is first opened, or about to be. */
  Content: ComponentType<TableViewProps> & { preload?: () => Promise<void> | undefined };
}

const TABS: readonly DashboardTab[] = [
  {
    view: 'simple',
    name: 'Simple View',
    isShown: (syndicate) => syndicate.showsSimpleView,
    Content: lazyRouteComponent(() => import('./table/simple-view.tsx'), 'SimpleView'),
  },
  {
    view: 'detailed',
    name: 'Detailed View',
    isShown: (syndicate) => syndicate.showsDetailedView,
    Content: lazyRouteComponent(() => import('./table/detailed-view.tsx'), 'DetailedView'),
  },
  {
    view: 'payouts',
    name: 'Payouts',
    isShown: () => true,
    Content: PayoutsView,
  },
  {
    view: 'deals',
    name: 'Syndicated Deals',
    isShown: (syndicate) => syndicate.showsDealsTab,
    Content: lazyRouteComponent(() => import('./table/deals-view.tsx'), 'DealsView'),
  },
];

/** The tabs of a syndicate, and of those the one asked for, or else the first. */
export function useDashboardTabs(own: Syndicate) {
  const { view: asked } = route.useSearch();
  const tabs = TABS.filter(({ isShown }) => isShown(own));
  const open = tabs.find(({ view }) => view === asked) ?? tabs[0];
  if (!open) throw new Error('The payouts are always there.');
  return { tabs, open };
}

interface DashboardTabsProps {
  tabs: readonly DashboardTab[];
  open: DashboardTab;
}

export function DashboardTabs({ tabs, open }: DashboardTabsProps) {
  return (
    <TabList label="Views of the portfolio">
      {tabs.map(({ view, name, Content }, place) => (
        <Link
          key={view}
          {...tabProps(view, view === open.view)}
          from="/dashboard"
          search={(now) =>
            view === open.view
              ? now
              : { ...now, ...carriedOver(now), payDate: undefined, view: place === 0 ? undefined : view }
          }
          resetScroll={false}
          preload={false}
          onFocus={() => void Content.preload?.()}
          onPointerEnter={() => void Content.preload?.()}
        >
          {name}
        </Link>
      ))}
    </TabList>
  );
}

/** What the open tab shows. */
export function DashboardPanel({ open, ...props }: TableViewProps & { open: DashboardTab }) {
  return (
    <TabPanel tab={open.view}>
      <Suspense fallback={<PanelSkeleton view={open.view} />}>
        <open.Content {...props} />
      </Suspense>
    </TabPanel>
  );
}

interface PanelSkeletonProps {
  view: PortfolioView;
}

export function PanelSkeleton({ view }: PanelSkeletonProps) {
  return view === 'payouts' ? <PayoutsSkeleton /> : <TableSkeleton />;
}

/** Holds their place until it is known which ones there are. */
export function DashboardTabsSkeleton() {
  return (
    <div className={tabListLook} aria-hidden="true">
      {TABS.map(({ view, name }) => (
        <span key={view} className={tabLook}>
          <Skeleton characters={name.length} />
        </span>
      ))}
    </div>
  );
}
