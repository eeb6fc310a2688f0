import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  parseSearchWith,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import * as z from 'zod/mini';
import { firstAnswers } from '../../../shared/contract/first-answers.ts';
import { DESK_PAGES } from '../../../shared/desk-pages.ts';
import { isDeskAddress } from '../../../shared/desk-start.ts';
import type { PageRenderer } from '../../../shared/page-renderer.ts';
import { PAGES } from '../../../shared/pages.ts';
import { cashSearch } from '../../addresses/cash-search.ts';
import { dashboardSearch } from '../../addresses/dashboard-search.ts';
import { dealSearch } from '../../addresses/deal-search.ts';
import { documentsSearch } from '../../addresses/documents-search.ts';
import { BoardPage } from '../../desk/features/board/board-page.tsx';
import { DeskLayout } from '../../desk/shell/desk-layout.tsx';
import { CashPage } from '../../features/cash/cash-page.tsx';
import { FcsPage } from '../../features/fcs/fcs-page.tsx';
import { OfferPage } from '../../features/offers/offer-page.tsx';
import { withAnswers } from '../../lib/first-answers.ts';
import type { Session } from '../../session/session.ts';
import { dashboardWith } from '../dashboard-screen.tsx';
import { DealScreen } from '../deal-screen.tsx';
import { DocumentsScreen } from '../documents-screen.tsx';
import { InsightsView } from '../insights-view.tsx';
import { Frame } from '../shell/frame.tsx';
import { TopBar } from '../shell/top-bar.tsx';
import { cssVariablesResolver, theme } from '../theme.ts';

/**
 * Renders a page as the app shows it at first. The app's own components do it, in a router and with a cache that live no longer than this
 * page, and the answers are there only while it is rendered, which nothing interrupts: so no page can show another's.
 */
export const renderPage: PageRenderer['renderPage'] = async (address, answersOfPage, nonce) => {
  const answers = z.decode(firstAnswers, answersOfPage as z.input<typeof firstAnswers>);
  const { session } = answers;
  const router = isDeskAddress(address) ? deskRouterOf(address, session) : routerOf(address, session);
  await router.load();
  const queryClient = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return withAnswers(answers, () =>
    renderToStaticMarkup(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
};

const nothing = () => undefined;

/** The other tabs are left to the browser. */
const Dashboard = dashboardWith(InsightsView);

const Shell = () => (
  <Frame bar={<TopBar isSigningOut={false} onSignOut={nothing} />}>
    <Outlet />
  </Frame>
);

/** The routes of the pages that are rendered here, under the ids by which the app's components know them. */
function routerOf(address: string, session: Session | null) {
  const root = createRootRoute({ component: Outlet });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: () => ({ session }),
    component: Shell,
  });
  const underLink = createRoute({ getParentRoute: () => root, id: 'under-link', component: Outlet });
  return createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([
        createRoute({
          getParentRoute: () => signedIn,
          path: PAGES.dashboard.path,
          validateSearch: dashboardSearch,
          component: Dashboard,
        }),
        createRoute({
          getParentRoute: () => signedIn,
          path: PAGES.fileControlSheet.path,
          component: FcsPage,
        }),
        createRoute({
          getParentRoute: () => signedIn,
          path: PAGES.deal.path,
          validateSearch: dealSearch,
          component: DealScreen,
        }),
        createRoute({
          getParentRoute: () => signedIn,
          path: PAGES.cash.path,
          validateSearch: cashSearch,
          component: CashPage,
        }),
        createRoute({
          getParentRoute: () => signedIn,
          path: PAGES.documents.path,
          validateSearch: documentsSearch,
          component: DocumentsScreen,
        }),
      ]),
      underLink.addChildren([
        createRoute({ getParentRoute: () => underLink, path: PAGES.offer.path, component: OfferPage }),
      ]),
    ]),
    ...at(address),
  });
}

const DeskShell = () => (
  <DeskLayout isSigningOut={false} onSignOut={nothing} onSearch={nothing}>
    <Outlet />
  </DeskLayout>
);

/** The same of the desk, which is another app. */
function deskRouterOf(address: string, session: Session | null) {
  const root = createRootRoute({ component: Outlet });
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: () => ({ session }),
    component: DeskShell,
  });
  const board = createRoute({
    getParentRoute: () => signedIn,
    path: DESK_PAGES.board,
    component: BoardPage,
  });
  return createRouter({ routeTree: root.addChildren([signedIn.addChildren([board])]), ...at(address) });
}

const at = (address: string) => ({
  history: createMemoryHistory({ initialEntries: [address] }),
  parseSearch: parseSearchWith((text) => text),
});
