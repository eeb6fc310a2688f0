import type { NamedTest, PlantedFault } from '../planted-fault.ts';

const SESSION = 'e2e/session.spec.ts';
const PASSWORD_DIALOG = 'e2e/password-dialog.spec.ts';

/**
 * This test must pass with all faults planted. Otherwise the portal would not run at all, and every test would fail for that
 * reason.
 */
export const PORTAL_RUNS: NamedTest = {
  file: 'e2e/sign-in.spec.ts',
  title: 'LOGIN-01 the login name works as well as the e-mail address',
};

/** These are planted together, so no fault may keep another fault's test from reaching the point where it has to fail. */
export const browserFaults: readonly PlantedFault[] = [
  {
    ids: ['ROUTE-01'],
    broken: 'the start page leads to My Profile',
    file: 'src/web/app/router.tsx',
    from: "throw redirect({ to: '/login', replace: true });",
    to: "throw redirect({ to: '/profile', replace: true });",
    test: { file: SESSION, title: 'ROUTE-01 ROUTE-02 a reload keeps the session' },
    says: '/profile',
  },
  {
    ids: ['ROUTE-04'],
    broken: 'My Profile in the top bar leads to the dashboard',
    file: 'src/web/app/shell/top-bar.tsx',
    from: `<Link to="/profile" className={classes['link']}>`,
    to: `<Link to="/dashboard" className={classes['link']}>`,
    test: { file: SESSION, title: 'ROUTE-04 the top bar leads to Dashboard and My Profile' },
    says: 'My Profile',
  },
  {
    ids: ['ROUTE-05'],
    broken: 'a page for signed-in people opens without a session',
    file: 'src/web/app/router.tsx',
    from: 'if (!session) throw redirect',
    to: 'if (session === undefined) throw redirect',
    test: { file: SESSION, title: 'ROUTE-05 signed-in pages without a session lead to the sign-in page' },
    says: 'Syndicate Login',
  },
  {
    ids: ['ROUTE-08'],
    broken: 'a path that is none of ours shows nothing of the portal',
    file: 'src/web/app/router.tsx',
    from: 'notFoundComponent: NotFoundPage,',
    to: 'notFoundComponent: () => null,',
    test: { file: 'e2e/screens.spec.ts', title: 'ROUTE-08 an unknown path says so and has a way home' },
    says: 'Page not found',
  },
  {
    ids: ['LOGIN-01'],
    broken: 'Show leaves the password hidden',
    file: 'src/web/ui/form/password-field.tsx',
    from: "type={isShown ? 'text' : 'password'}",
    to: 'type="password"',
    test: { file: 'e2e/sign-in.spec.ts', title: 'LOGIN-01 the password can be shown and hidden' },
    says: 'Received: "password"',
  },
  {
    ids: ['LOGIN-02'],
    broken: 'an empty password is sent to the server',
    file: 'src/web/features/auth/use-sign-in.ts',
    from: "...(password === '' && { password: 'password is required' }),",
    to: '',
    test: { file: 'e2e/sign-in.spec.ts', title: 'LOGIN-02 empty fields say what they need' },
    says: 'password is required',
  },
  {
    ids: ['SHELL-01'],
    broken: 'flash messages stay for half a minute',
    file: 'src/web/ui/message/flash.ts',
    from: 'seconds * 1000',
    to: 'seconds * 10_000',
    test: { file: PASSWORD_DIALOG, title: 'PWD-02 SHELL-01 a change is said for 3 seconds' },
    says: 'Password Changed Successfully',
  },
  {
    ids: ['SHELL-02'],
    broken: 'an idle user is signed out without being asked',
    file: 'src/web/session/idle-watch.ts',
    from: 'const isAsked = idle >= IDLE_LIMIT_MS;',
    to: 'const isAsked = false;',
    test: {
      file: 'e2e/idle.spec.ts',
      title: 'SHELL-02 after 7.5 idle minutes the dialog counts 60 seconds down',
    },
    says: 'You are about to logoff',
  },
  {
    ids: ['SHELL-04'],
    broken: 'figures that fail to load look as if they were still on their way',
    file: 'src/web/features/portfolio/summary/portfolio-summary.tsx',
    from: 'if (totals.isError && !totals.data) {',
    to: 'if (totals.isError && totals.data) {',
    test: { file: 'e2e/failures.spec.ts', title: 'SHELL-04 figures that fail to load say so' },
    says: 'The portfolio figures did not load',
  },
  {
    ids: ['SHELL-05'],
    broken: 'Skip to content leaves the keyboard where it was',
    file: 'src/web/app/shell/frame.tsx',
    from: '<main id="main" tabIndex={-1}',
    to: '<main id="main"',
    test: { file: 'e2e/screens.spec.ts', title: 'SHELL-05 the keyboard alone gets through sign-in' },
    says: "getByRole('main')",
  },
  {
    ids: ['DASH-01'],
    broken: 'the title is the name of the syndicate alone',
    file: 'src/web/features/portfolio/dashboard-page.tsx',
    from: 'title={`${viewed.name} Portfolio`}',
    to: 'title={viewed.name}',
    test: {
      file: 'e2e/portfolio-summary.spec.ts',
      title: 'DASH-01 DASH-05 DASH-07 FMT-01 the detailed strip shows what the ledger holds',
    },
    says: 'Northgate Partners Portfolio',
  },
  {
    ids: ['PAYOUT-03'],
    broken: 'on a phone the payouts of a date open in a small window',
    file: 'src/web/features/payouts/pay-date-dialog.tsx',
    from: ' onClose={onClose} isFull>',
    to: ' onClose={onClose}>',
    test: {
      file: 'e2e/payouts-narrow.spec.ts',
      title: 'PAYOUT-03 PAYOUT-02 DASH-07 choosing a date opens a full-screen dialog',
    },
    says: '844',
  },
  {
    ids: ['PAYOUT-04'],
    broken: 'a click on a bar tells its figure and chooses nothing',
    file: 'src/web/features/payouts/net-payout-bars.tsx',
    from: 'onClick={() => onChoose(payDate)}',
    to: 'onClick={() => onPoint(payDate)}',
    test: { file: 'e2e/payouts-chart.spec.ts', title: 'PAYOUT-04 a click on a bar chooses its date' },
    says: 'payDate=',
  },
  {
    ids: ['PROFILE-03'],
    broken: 'the dots of the password are as many as the user name has characters',
    file: 'src/web/features/profile/login-credentials.tsx',
    from: '{DOTS}</span>',
    to: "{user?.email.replaceAll(/./g, '•')}</span>",
    test: {
      file: PASSWORD_DIALOG,
      title: 'PROFILE-03 the credentials show the user name and dots of a fixed number',
    },
    says: '••••••••',
  },
  {
    ids: ['PWD-01'],
    broken: 'an empty field of the password dialog is called too short',
    file: 'src/web/features/passwords/use-password-change.ts',
    from: "if (passwords[field] === '') found[field] = 'Required.';\n    else if",
    to: 'if',
    test: { file: PASSWORD_DIALOG, title: 'PWD-01 each field is required, of at least 8 characters' },
    says: 'Required.',
  },
  {
    ids: ['PREFUND-02'],
    broken: 'an address that leads to no invite looks as if it were loading',
    file: 'src/web/features/invites/pre-funding-page.tsx',
    from: "if ([invite, deal].some(({ error }) => isApiError(error, 'not_found'))) return <InviteNotFound />;",
    to: '',
    test: { file: 'e2e/pre-funding.spec.ts', title: 'PREFUND-02 without an id, with a wrong one' },
    says: 'Sorry, Page not found.',
  },
  {
    ids: ['OFFER-05'],
    broken: 'the broker can go on changing what is being accepted',
    file: 'src/web/features/offers/offer-form.tsx',
    from: '{isPending && <StandBy />}',
    to: '',
    test: {
      file: 'e2e/offer.spec.ts',
      title: 'OFFER-05 the page is blocked while the acceptance is under way',
    },
    says: 'Please stand by',
  },
  {
    ids: ['PERF-01'],
    broken: 'a page loads the editor before anybody gets to it',
    file: 'src/web/ui/rich-text/lazy-rich-text-editor.tsx',
    from: 'if (hasDraft || isInSight) void',
    to: 'if (hasDraft !== isInSight || !isInSight) void',
    test: { file: 'e2e/page-weight.spec.ts', title: 'PERF-01 a first visit of the page' },
    says: 'script of the page offer',
  },
  {
    ids: ['PERF-02'],
    broken: 'the cursor is lost when the editor takes over',
    file: 'src/web/ui/rich-text/lazy-rich-text-editor.tsx',
    from: 'hasFocus: field === document.activeElement,',
    to: 'hasFocus: false,',
    test: {
      file: 'e2e/page-weight.spec.ts',
      title: 'PERF-02 what is typed before the editor is loaded is in it',
    },
    says: 'toBeFocused',
  },
  {
    ids: ['RETURN-08'],
    broken: 'a figure of the returns opens to what another one is made of',
    file: 'src/web/features/returns/where-from.tsx',
    from: "if (figure === 'dpi')",
    to: "if (figure === 'rvpi')",
    test: {
      file: 'e2e/returns.spec.ts',
      title:
        'RETURN-08 RETURN-04 three end values side by side, which add up, and each figure opens to what it is made of',
    },
    says: 'Net balance by status',
  },
];
