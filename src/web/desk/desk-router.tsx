import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from '@tanstack/react-router';
import { DESK_PAGES, type DeskPageName } from '../../shared/desk-pages.ts';
import { pathOf } from '../../shared/pages.ts';
import { queryClient } from '../app/query-client.ts';
import { RootFrame } from '../app/root-frame.tsx';
import { patientChunk } from '../lib/code-chunk.ts';
import { StartErrorPage } from '../page/start-error-page.tsx';
import { currentSession, onSessionChange, restoreSession, type Session } from '../session/session.ts';
import { DeskNotFound } from './desk-not-found.tsx';
import { DeskShell } from './shell/desk-shell.tsx';
import { DeskSkeleton } from './shell/desk-skeleton.tsx';

const BoardPage = lazyRouteComponent(
  () => patientChunk(import('./features/board/board-page.tsx')),
  'BoardPage',
);
const DifferencesPage = lazyRouteComponent(
  () => patientChunk(import('./features/differences/differences-page.tsx')),
  'DifferencesPage',
);
const AuditPage = lazyRouteComponent(
  () => patientChunk(import('./features/audit/audit-page.tsx')),
  'AuditPage',
);
const DealsPage = lazyRouteComponent(
  () => patientChunk(import('./features/deals/deals-page.tsx')),
  'DealsPage',
);
const DealPage = lazyRouteComponent(() => patientChunk(import('./features/deals/deal-page.tsx')), 'DealPage');
const InvestorsPage = lazyRouteComponent(
  () => patientChunk(import('./features/people/investors-page.tsx')),
  'InvestorsPage',
);
const InvestorPage = lazyRouteComponent(
  () => patientChunk(import('./features/people/investor-page.tsx')),
  'InvestorPage',
);
const DocumentsPage = lazyRouteComponent(
  () => patientChunk(import('./features/documents/documents-page.tsx')),
  'DocumentsPage',
);
const SendPage = lazyRouteComponent(
  () => patientChunk(import('./features/documents/send-page.tsx')),
  'SendPage',
);
const DocumentPage = lazyRouteComponent(
  () => patientChunk(import('./features/documents/document-page.tsx')),
  'DocumentPage',
);
const ImportsPage = lazyRouteComponent(
  () => patientChunk(import('./features/import/imports-page.tsx')),
  'ImportsPage',
);
const ImportPage = lazyRouteComponent(
  () => patientChunk(import('./features/import/import-page.tsx')),
  'ImportPage',
);
const SettingsPage = lazyRouteComponent(
  () => patientChunk(import('./features/settings/settings-page.tsx')),
  'SettingsPage',
);
const TokensPage = lazyRouteComponent(
  () => patientChunk(import('./features/settings/tokens-page.tsx')),
  'TokensPage',
);
const RequestsPage = lazyRouteComponent(
  () => patientChunk(import('./features/requests/requests-page.tsx')),
  'RequestsPage',
);
const RequestPage = lazyRouteComponent(
  () => patientChunk(import('./features/requests/request-page.tsx')),
  'RequestPage',
);
const PaymentsPage = lazyRouteComponent(
  () => patientChunk(import('./features/payments/payments-page.tsx')),
  'PaymentsPage',
);
const PostDayPage = lazyRouteComponent(
  () => patientChunk(import('./features/payments/post-day-page.tsx')),
  'PostDayPage',
);
const PeoplePage = lazyRouteComponent(
  () => patientChunk(import('./features/people/people-page.tsx')),
  'PeoplePage',
);
const PersonPage = lazyRouteComponent(
  () => patientChunk(import('./features/people/person-page.tsx')),
  'PersonPage',
);
const SubmissionsPage = lazyRouteComponent(
  () => patientChunk(import('./features/submissions/submissions-page.tsx')),
  'SubmissionsPage',
);
const SubmissionPage = lazyRouteComponent(
  () => patientChunk(import('./features/submissions/submission-page.tsx')),
  'SubmissionPage',
);
const LinksPage = lazyRouteComponent(
  () => patientChunk(import('./features/submissions/links-page.tsx')),
  'LinksPage',
);
const PayoutsPage = lazyRouteComponent(
  () => patientChunk(import('./features/payouts/payouts-page.tsx')),
  'PayoutsPage',
);
const RunPage = lazyRouteComponent(() => patientChunk(import('./features/payouts/run-page.tsx')), 'RunPage');
const ReturnFilePage = lazyRouteComponent(
  () => patientChunk(import('./features/payouts/return-file-page.tsx')),
  'ReturnFilePage',
);
const WhyPage = lazyRouteComponent(() => patientChunk(import('./features/why/why-page.tsx')), 'WhyPage');
const FcsScreen = lazyRouteComponent(() => patientChunk(import('./fcs-screen.tsx')), 'FcsScreen');
const AccountScreen = lazyRouteComponent(() => patientChunk(import('./account-screen.tsx')), 'AccountScreen');

/** The component of each page of the desk. A page without one does not compile. */
const COMPONENTS: Record<DeskPageName, typeof BoardPage> = {
  board: BoardPage,
  differences: DifferencesPage,
  audit: AuditPage,
  deals: DealsPage,
  deal: DealPage,
  dealFcs: FcsScreen,
  investors: InvestorsPage,
  investor: InvestorPage,
  documents: DocumentsPage,
  sendDocuments: SendPage,
  document: DocumentPage,
  requests: RequestsPage,
  request: RequestPage,
  why: WhyPage,
  payments: PaymentsPage,
  postDay: PostDayPage,
  people: PeoplePage,
  person: PersonPage,
  imports: ImportsPage,
  import: ImportPage,
  settings: SettingsPage,
  tokens: TokensPage,
  payouts: PayoutsPage,
  returnFile: ReturnFilePage,
  payoutRun: RunPage,
  submissions: SubmissionsPage,
  submission: SubmissionPage,
  links: LinksPage,
  account: AccountScreen,
};

const rootRoute = createRootRoute({
  component: RootFrame,
  notFoundComponent: DeskNotFound,
  errorComponent: StartErrorPage,
});

/** Its id is that of the portal's signed-in pages, so that `useSession` and the features that use it work at the desk as well. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }): Promise<{ session: Session }> => {
    const session = await restoreSession();
    if (!session) return leaveFor(`${pathOf('signIn')}?${new URLSearchParams({ redirect: location.href })}`);
    if (!session.tenant.isDesk) return leaveFor(pathOf('dashboard'));
    return { session };
  },
  pendingComponent: DeskSkeleton,
  component: DeskShell,
});

/** Another app shows that page, so it is loaded anew, and nothing of this one is shown until then. */
function leaveFor(address: string): Promise<never> {
  window.location.replace(address);
  return new Promise(() => undefined);
}

const NAMES = Object.keys(DESK_PAGES) as DeskPageName[];

const pageRoutes = NAMES.map((name) =>
  createRoute({
    getParentRoute: () => signedInRoute,
    path: DESK_PAGES[name],
    component: COMPONENTS[name],
  }),
);

export const deskRouter = createRouter({
  routeTree: rootRoute.addChildren([signedInRoute.addChildren(pageRoutes)]),
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultRemountDeps: ({ params }) => params,
  defaultPendingMs: 120,
  defaultPendingMinMs: 0,
});

/** Until the sign-in page is there, what is still shown must not ask the server, which would refuse it. */
function leaveSignedOut(): void {
  queryClient.setDefaultOptions({ queries: { enabled: false } });
  window.location.assign(pathOf('signIn'));
}

let focusedPath: string | null = null;

export function watchSession(): void {
  onSessionChange((change) => {
    if (change === 'signed-out' || change === 'left-idle') leaveSignedOut();
    else void deskRouter.invalidate();
  });
  // The browser may keep the page that was left and show it again, where nothing would be read any more.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && currentSession() === null) window.location.reload();
  });
  // On a new page the focus moves to its beginning, for the keyboard and the screen reader.
  deskRouter.subscribe('onResolved', ({ toLocation: { pathname } }) => {
    const isAnother = focusedPath !== null && pathname !== focusedPath;
    focusedPath = pathname;
    if (isAnother) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
}
