import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  retainSearchParams,
  stringifySearchWith,
} from '@tanstack/react-router';
import { DESK_START, isDeskAddress } from '../../shared/desk-start.ts';
import { PAGES, type Pages, pathOf } from '../../shared/pages.ts';
import { appPath } from '../addresses/app-path.ts';
import { asOfSearch } from '../addresses/as-of-search.ts';
import { cashSearch } from '../addresses/cash-search.ts';
import { type DashboardSearch, dashboardSearch } from '../addresses/dashboard-search.ts';
import { dealSearch } from '../addresses/deal-search.ts';
import { documentsSearch } from '../addresses/documents-search.ts';
import { takeLinkToken } from '../addresses/link-token.ts';
import { profileSearch } from '../addresses/profile-search.ts';
import { searchText } from '../addresses/search-text.ts';
import { findTicketConflict, holdTicket } from '../features/auth/ticket.ts';
import { patientChunk } from '../lib/code-chunk.ts';
import { lookingAs } from '../lib/looking-as.ts';
import { NotFoundPage } from '../page/not-found-page.tsx';
import { StartErrorPage } from '../page/start-error-page.tsx';
import {
  currentSession,
  mayHaveSession,
  onSessionChange,
  restoreSession,
  type Session,
  tenantsToChooseFrom,
} from '../session/session.ts';
import { SignInScreen } from './lazy-sign-in-screen.ts';
import { RootFrame } from './root-frame.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

// Each page is a chunk of its own. The prerendered pages list the chunks that they need next.
const AppShell = lazyRouteComponent(() => patientChunk(import('./shell/app-shell.tsx')), 'AppShell');
const DashboardScreen = lazyRouteComponent(
  () => patientChunk(import('./dashboard-screen.tsx')),
  'DashboardScreen',
);
const AsOfPage = lazyRouteComponent(
  () => patientChunk(import('../features/as-of/as-of-page.tsx')),
  'AsOfPage',
);
const FcsPage = lazyRouteComponent(() => patientChunk(import('../features/fcs/fcs-page.tsx')), 'FcsPage');
const DealScreen = lazyRouteComponent(() => patientChunk(import('./deal-screen.tsx')), 'DealScreen');
const PreFundingPage = lazyRouteComponent(
  () => patientChunk(import('../features/invites/pre-funding-page.tsx')),
  'PreFundingPage',
);
const AdjustmentPage = lazyRouteComponent(
  () => patientChunk(import('../features/invites/adjustment-page.tsx')),
  'AdjustmentPage',
);
const ProfileScreen = lazyRouteComponent(() => patientChunk(import('./profile-screen.tsx')), 'ProfileScreen');
const CashPage = lazyRouteComponent(() => patientChunk(import('../features/cash/cash-page.tsx')), 'CashPage');
const DocumentsScreen = lazyRouteComponent(
  () => patientChunk(import('./documents-screen.tsx')),
  'DocumentsScreen',
);
const UnderLink = lazyRouteComponent(() => patientChunk(import('./under-link.tsx')), 'UnderLink');
const ResetPage = lazyRouteComponent(
  () => patientChunk(import('../features/passwords/reset-page.tsx')),
  'ResetPage',
);
const OfferPage = lazyRouteComponent(
  () => patientChunk(import('../features/offers/offer-page.tsx')),
  'OfferPage',
);
const BankLinkPage = lazyRouteComponent(
  () => patientChunk(import('../features/bank-link/bank-link-page.tsx')),
  'BankLinkPage',
);
const BankChangePage = lazyRouteComponent(
  () => patientChunk(import('../features/profile/bank-change-page.tsx')),
  'BankChangePage',
);
const InvitationPage = lazyRouteComponent(
  () => patientChunk(import('../features/invitations/invitation-page.tsx')),
  'InvitationPage',
);

const UnsubscribePage = lazyRouteComponent(
  () => patientChunk(import('../features/notifications/unsubscribe-page.tsx')),
  'UnsubscribePage',
);

const FactorResetPage = lazyRouteComponent(
  () => patientChunk(import('../features/second-factor/factor-reset-page.tsx')),
  'FactorResetPage',
);

const rootRoute = createRootRoute({
  component: RootFrame,
  notFoundComponent: NotFoundPage,
  errorComponent: StartErrorPage,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.start.path,
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

interface LoginSearch {
  redirect?: string | undefined;
  user_email?: string | undefined;
  ticket?: string | undefined;
  sso?: string | undefined;
}

interface LeftPage {
  userId: string;
  href: string;
}

/** Stored in the tab's history state and not in the address, so that the next user can neither read it nor be led there. */
const pageLeftBy = ({ userId }: Session, left: LeftPage | undefined): string | undefined =>
  left && left.userId === String(userId) ? appPath(left.href) : undefined;

/** To the page that was wanted, if it is on the side that the session is for: the desk is another app, with its own pages. */
const leadTo = ({ tenant: { isDesk } }: Session, wanted = '') => {
  const isThere = wanted !== '' && isDeskAddress(wanted) === isDesk;
  const start = isDesk ? DESK_START : pathOf('dashboard');
  return redirect({ href: isThere ? wanted : start, replace: true, reloadDocument: isDesk });
};

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.signIn.path,
  // Missing parameters are set to undefined: the router takes whatever a validated search leaves out from the address as it is.
  validateSearch: (search): LoginSearch => ({
    redirect: appPath(search['redirect']),
    user_email: searchText(search['user_email']),
    ticket: searchText(search['ticket']),
    sso: searchText(search['sso']),
  }),
  beforeLoad: async ({ search: { ticket, ...search }, location }) => {
    if (ticket !== undefined) {
      // The ticket is removed from the address bar and the history first.
      holdTicket(ticket);
      throw redirect({ to: '/login', search, replace: true });
    }
    const session = mayHaveSession()
      ? await restoreSession({ isNeeded: false }).catch(() => null)
      : currentSession();
    const tenants = tenantsToChooseFrom();
    const isSignedIn = session !== null || tenants !== null;
    const ticketConflict = isSignedIn ? await findTicketConflict() : null;
    if (session && !ticketConflict) {
      throw leadTo(session, search.redirect ?? pageLeftBy(session, location.state.left));
    }
    return { tenants, ticketConflict };
  },
  component: SignInScreen,
});

const ticketRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.ticket.path,
  beforeLoad: ({ location }) => {
    // Not kept in the history like the tokens of other links: whoever comes to this computer later must not be signed in by it.
    if (location.hash !== '') holdTicket(location.hash);
    throw redirect({ to: PAGES.signIn.path, replace: true });
  },
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PAGES.resetPassword.path,
  validateSearch: (search): { id?: string | undefined } => ({ id: searchText(search['id']) }),
  beforeLoad: ({ location, search }) => takeLinkToken(PAGES.resetPassword.path, location, search.id),
  component: ResetPage,
});

const underLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'under-link',
  component: UnderLink,
});

const offerRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.offer.path,
  validateSearch: (search): { from?: 'former_portal' | undefined } => ({
    from: search['from'] === 'former_portal' ? 'former_portal' : undefined,
  }),
  component: OfferPage,
});

const bankChangeRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.bankChange.path,
  beforeLoad: ({ location }) => takeLinkToken(PAGES.bankChange.path, location),
  component: BankChangePage,
});

const invitationRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.invitation.path,
  beforeLoad: ({ location }) => takeLinkToken(PAGES.invitation.path, location),
  component: InvitationPage,
});

const factorResetRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.factorReset.path,
  beforeLoad: ({ location }) => takeLinkToken(PAGES.factorReset.path, location),
  component: FactorResetPage,
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.unsubscribe.path,
  beforeLoad: ({ location }) => takeLinkToken(PAGES.unsubscribe.path, location),
  component: UnsubscribePage,
});

const bankLinkRoute = createRoute({
  getParentRoute: () => underLinkRoute,
  path: PAGES.bankLink.path,
  validateSearch: (search): { id?: string | undefined } => ({ id: searchText(search['id']) }),
  beforeLoad: ({ location, search }) => takeLinkToken(PAGES.bankLink.path, location, search.id),
  component: BankLinkPage,
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }): Promise<{ session: Session }> => {
    // The code is loaded while the session is restored, not afterwards.
    void AppShell.preload?.();
    const session = await restoreSession();
    if (!session) throw redirect({ to: '/login', search: { redirect: location.href }, replace: true });
    if (session.tenant.isDesk && !lookingAs()) throw leadTo(session);
    return { session };
  },
  pendingComponent: ShellSkeleton,
  component: AppShell,
});

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.dashboard.path,
  validateSearch: dashboardSearch,
  // Links keep the syndicate that is shown, unless they set another one.
  search: { middlewares: [retainSearchParams<DashboardSearch>(['syndicate'])] },
  component: DashboardScreen,
});

const asOfRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.asOf.path,
  validateSearch: asOfSearch,
  component: AsOfPage,
});

const fcsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.fileControlSheet.path,
  component: FcsPage,
});

const dealRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.deal.path,
  validateSearch: dealSearch,
  component: DealScreen,
});

const cashRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.cash.path,
  validateSearch: cashSearch,
  component: CashPage,
});

const documentsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.documents.path,
  validateSearch: documentsSearch,
  component: DocumentsScreen,
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.profile.path,
  validateSearch: profileSearch,
  component: ProfileScreen,
});

/** All parameters are optional: the page itself says when the id is missing, or when the syndicate or history is not the invite's. */
const preFundingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.preFunding.path,
  component: PreFundingPage,
});

const adjustmentRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: PAGES.adjustment.path,
  component: AdjustmentPage,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    indexRoute,
    loginRoute,
    ticketRoute,
    resetRoute,
    underLinkRoute.addChildren([
      offerRoute,
      bankChangeRoute,
      invitationRoute,
      factorResetRoute,
      unsubscribeRoute,
      bankLinkRoute,
    ]),
    signedInRoute.addChildren([
      dashboardRoute,
      asOfRoute,
      fcsRoute,
      dealRoute,
      preFundingRoute,
      adjustmentRoute,
      cashRoute,
      documentsRoute,
      profileRoute,
    ]),
  ]),
  // Search parameters are plain text, so that an address can be read and typed: ?page=2&status=Default.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  // Another deal, invite or link is another page, which keeps no state of the last one.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
});

type RouteIdOf<Page> = Page extends { audience: 'signed in'; path: infer Path extends string }
  ? `${typeof signedInRoute.id}${Path}`
  : Page extends { audience: 'link holder'; path: infer Path extends string }
    ? `${typeof underLinkRoute.id}${Path}`
    : Page extends { path: infer Path }
      ? Path
      : never;

type ListedRoute = RouteIdOf<Pages[keyof Pages]>;
type Route = Exclude<
  keyof typeof router.routesById,
  typeof rootRoute.id | typeof signedInRoute.id | typeof underLinkRoute.id
>;

/** The routes that shared/pages.ts does not list or lists for another audience, and the pages there that have no route. */
type UnlistedRoute = Exclude<Route, ListedRoute> | Exclude<ListedRoute, Route>;
// Does not compile unless there is none of either.
[] as UnlistedRoute[] satisfies never[];

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }

  interface HistoryState {
    /** A message from the previous page. */
    notice?: string;
    /** The page that was open when the user was signed out for being idle, and the user's id. */
    left?: LeftPage;
    /** The token of the link that opened this page. */
    linkToken?: string;
    /** This history entry opened a dialog over the page of the previous one, so closing it goes back. */
    isOverPage?: boolean;
  }
}

const GUEST_LEFT =
  'You are signed out. If you cannot sign in again, your guest access has ended: whoever let you in can invite you again.';

let focusedPath: string | null = null;

/** Not done by loading this file, which comes along with what the desk shares with the portal. */
export function watchSession(): void {
  onSessionChange((change, userId, wasGuest) => {
    const isSignedInPage = router.state.matches.some((match) => match.routeId === signedInRoute.id);
    if (change === 'signed-out' && isSignedInPage) void router.navigate({ to: '/login', replace: true });
    else if (change === 'left-idle' && isSignedInPage && userId !== null) {
      const left = { userId: String(userId), href: router.state.location.href };
      void router.navigate({ to: '/login', replace: true, state: { left } });
    } else if (change === 'lost' && wasGuest && isSignedInPage)
      void router.navigate({ to: '/login', replace: true, state: { notice: GUEST_LEFT } });
    else void router.invalidate();
  });

  // On a new page the focus moves to its beginning, for the keyboard and the screen reader. The first page is left alone, because
  // somebody may already be typing in it.
  router.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    const isAnother = focusedPath !== null && pathname !== focusedPath;
    focusedPath = pathname;
    if (isAnother) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
