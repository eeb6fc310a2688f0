import { getRouteApi, Link, lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { PortfolioView } from '../../addresses/dashboard-search.ts';
import { patientChunk } from '../../lib/code-chunk.ts';
import type { Syndicate } from '../../session/portal-user.ts';
import { TabList, TabPanel, tabListLook, tabLook, tabProps } from '../../ui/page/tab-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { carriedOver } from './table/table-choice.ts';
import { TableSkeleton } from './table/table-skeleton.tsx';
import type { TableViewProps } from './table/table-view.ts';

const route = getRouteApi('/signed-in/dashboard');

export interface DashboardTab {
  view: PortfolioView;
  name: string;
  isShown: (syndicate: Syndicate) => boolean;
  /** Its code is fetched when the tab is first opened, or is about to be. */
  Content: ComponentType<TableViewProps> & { preload?: () => Promise<void> | undefined };
  skeleton: ReactNode;
}

type TabContent = Pick<DashboardTab, 'Content' | 'skeleton'>;

/** Payouts and insights are features of their own, so the app passes in what their tabs show. */
export const dashboardTabs = (payouts: TabContent, insights: TabContent): readonly DashboardTab[] => [
  {
    view: 'simple',
    name: 'Simple View',
    isShown: (syndicate) => syndicate.showsSimpleView,
    Content: lazyRouteComponent(() => patientChunk(import('./table/simple-view.tsx')), 'SimpleView'),
    skeleton: <TableSkeleton />,
  },
  {
    view: 'detailed',
    name: 'Detailed View',
    isShown: (syndicate) => syndicate.showsDetailedView,
    Content: lazyRouteComponent(() => patientChunk(import('./table/detailed-view.tsx')), 'DetailedView'),
    skeleton: <TableSkeleton />,
  },
  {
    view: 'payouts',
    name: 'Payouts',
    isShown: () => true,
    Content: payouts.Content,
    skeleton: payouts.skeleton,
  },
  {
    view: 'deals',
    name: 'Syndicated Deals',
    isShown: (syndicate) => syndicate.showsDealsTab,
    Content: lazyRouteComponent(() => patientChunk(import('./table/deals-view.tsx')), 'DealsView'),
    skeleton: <TableSkeleton />,
  },
  {
    view: 'insights',
    name: 'Insights',
    isShown: () => true,
    Content: insights.Content,
    skeleton: insights.skeleton,
  },
];

/** The tabs that a syndicate has, and the one that the address asks for, or else the first. */
export function useDashboardTabs(all: readonly DashboardTab[], own: Syndicate) {
  const { view: asked } = route.useSearch();
  const tabs = all.filter(({ isShown }) => isShown(own));
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
              : {
                  ...now,
                  // The insights can be of what the table shows, so its filters stay.
                  ...(view === 'insights' ? { page: undefined } : carriedOver(now)),
                  payDate: undefined,
                  view: place === 0 ? undefined : view,
                }
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

/** The content of the open tab. */
export function DashboardPanel({ open, ...props }: TableViewProps & { open: DashboardTab }) {
  return (
    <TabPanel tab={open.view}>
      <Suspense fallback={open.skeleton}>
        <open.Content {...props} />
      </Suspense>
    </TabPanel>
  );
}

interface DashboardTabsSkeletonProps {
  tabs: readonly DashboardTab[];
}

/** Holds the tabs' place until it is known which of them the syndicate has. */
export function DashboardTabsSkeleton({ tabs }: DashboardTabsSkeletonProps) {
  return (
    <div className={tabListLook} aria-hidden="true">
      {tabs.map(({ view, name }) => (
        <span key={view} className={tabLook}>
          <Skeleton characters={name.length} />
        </span>
      ))}
    </div>
  );
}
