import type { NamedTest, PlantedFault } from '../planted-fault.ts';

/**
 * This test must pass with all faults planted. Otherwise the portal would not run at all, and every test would fail for that
 * reason.
 */
export const PORTAL_RUNS: NamedTest = {
  file: 'e2e/sign-in.spec.ts',
  title: 'LOGIN-01 the login name works as well as the e-mail address',
};

/** A screen says or does another thing. They are planted together, in one build. */
export const screens: readonly PlantedFault[] = [
  {
    ids: ['DESK-05'],
    broken: 'the letters after g lead nowhere',
    file: 'src/web/desk/shell/use-go-keys.ts',
    from: "if (event.key === 'g') {",
    to: "if (event.key === 'G') {",
    says: '/desk/account',
    test: { file: 'e2e/desk.spec.ts', title: 'DESK-05 g and a letter lead to a page' },
  },
  {
    ids: ['DESK-41'],
    broken: 'an administrator finds no way to add the first syndicate',
    file: 'src/web/desk/features/people/investors-page.tsx',
    from: 'onClick={() => setIsAdding(true)}',
    to: 'onClick={() => setIsAdding(false)}',
    says: 'Add a syndicate',
    test: {
      file: 'e2e/new-funder.spec.ts',
      title:
        'DESK-36 DESK-41 after the first administrator was invited by command, the first investor of a funder signs in without another',
    },
  },
  {
    ids: ['DESK-57'],
    broken: 'the arrow up chooses the next of what was found',
    file: 'src/web/desk/features/search/search-dialog.tsx',
    from: "const step = event.key === 'ArrowDown' ? 1 : -1;",
    to: 'const step = 1;',
    says: 'aria-selected',
    test: {
      file: 'e2e/desk-search.spec.ts',
      title: 'DESK-57 by keyboard: slash opens the search, arrows choose, Enter opens, Escape goes back',
    },
  },
  {
    ids: ['IMPORT-26'],
    broken: 'the list of deals shows what was funded as collected',
    file: 'src/web/desk/features/deals/deals-page.tsx',
    from: '<MoneyText amount={collected} />',
    to: '<MoneyText amount={fundedAmount} />',
    says: 'collected per deal',
    test: {
      file: 'e2e/desk-import.spec.ts',
      title: 'IMPORT-26 a book and its day come to their control totals with nothing but the browser',
    },
  },
  {
    ids: ['DESK-114'],
    broken: 'the status of the list is not in the address',
    file: 'src/web/desk/features/deals/deal-choice.ts',
    from: "navigate(deskAddress('deals', { search: { ...choice, ...change } }), { replace: true });",
    to: "navigate(deskAddress('deals', { search: { search: change.search } }), { replace: true });",
    says: 'toHaveURL',
    test: {
      file: 'e2e/desk-deals.spec.ts',
      title:
        'DESK-114 by keyboard: from the list to a deal, its payments and their lines, and the address says what is listed',
    },
  },
  {
    ids: ['DESK-124'],
    broken: 'what was asked for does not wait at the page of the deal',
    file: 'src/web/desk/features/deals/deal-page.tsx',
    from: '<ApprovalsCard isOfPage />',
    to: '<ApprovalsCard needs="change-settings" />',
    says: 'payment',
    test: {
      file: 'e2e/desk-deals.spec.ts',
      title: 'DESK-124 what was paid out is corrected by two people, from a phone as well',
    },
  },
  {
    ids: ['DESK-149'],
    broken: 'the page does not say why a file was refused',
    file: 'src/web/desk/features/deals/files-card.tsx',
    from: '</Chip> {refusal}',
    to: '</Chip> {refusal && null}',
    says: 'A virus was found in the file.',
    test: {
      file: 'e2e/desk-files.spec.ts',
      title:
        'DESK-149 files are added on the page of a deal, one with a virus says so, and the clean one is downloaded',
    },
  },
  {
    ids: ['STMT-28'],
    broken: 'a corrected statement is not marked',
    file: 'src/web/ui/statements/statement-rows.tsx',
    from: '{newest.version > 1 && <Chip tone="watch">Corrected</Chip>}',
    to: '{newest.version > 2 && <Chip tone="watch">Corrected</Chip>}',
    says: 'Corrected',
    test: {
      file: 'e2e/documents.spec.ts',
      title:
        'STMT-28 Documents lists the year and its months, says what a correction changed and why, and hands out every version',
    },
  },
  {
    ids: ['TELL-14'],
    broken: 'what is pressed while another choice is being saved is not saved',
    file: 'src/web/ui/use-actions-in-order.ts',
    from: 'waiting.current.push(action);',
    to: 'if (!untilDone.current) waiting.current.push(action);',
    says: 'every press is sent, in order',
    test: {
      file: 'e2e/notifications.spec.ts',
      title:
        'TELL-14 what is pressed while another choice is being saved counts too, in order, and the last is what is kept',
    },
  },
  {
    ids: ['ROUTE-04'],
    broken: 'My Profile in the top bar leads to the dashboard',
    file: 'src/web/app/shell/top-bar.tsx',
    from: '<Link to="/profile" className={classes[\'link\']}>',
    to: '<Link to="/dashboard" className={classes[\'link\']}>',
    says: 'My Profile',
    test: { file: 'e2e/session.spec.ts', title: 'ROUTE-04 the top bar leads to Dashboard and My Profile' },
  },
  {
    ids: ['LOGIN-01'],
    broken: 'Show leaves the password hidden',
    file: 'src/web/ui/form/password-field.tsx',
    from: "type={isShown ? 'text' : 'password'}",
    to: 'type="password"',
    says: 'Received: "password"',
    test: { file: 'e2e/sign-in.spec.ts', title: 'LOGIN-01 the password can be shown and hidden' },
  },
  {
    ids: ['SHELL-02'],
    broken: 'an idle user is signed out without being asked',
    file: 'src/web/session/idle-watch.ts',
    from: 'const isAsked = idle >= limit;',
    to: 'const isAsked = false;',
    says: 'You are about to logoff',
    test: {
      file: 'e2e/idle.spec.ts',
      title: 'SHELL-02 after 7.5 idle minutes the dialog counts 60 seconds down',
    },
  },
  {
    ids: ['DASH-01'],
    broken: 'the title is the name of the syndicate alone',
    file: 'src/web/features/portfolio/dashboard-page.tsx',
    from: 'title={`${viewed.name} Portfolio`}',
    to: 'title={viewed.name}',
    says: 'Northgate Partners Portfolio',
    test: {
      file: 'e2e/portfolio-summary.spec.ts',
      title: 'DASH-01 DASH-05 DASH-07 FMT-01 the detailed strip shows what the ledger holds',
    },
  },
  {
    ids: ['PROFILE-03'],
    broken: 'the dots of the password are as many as the user name has characters',
    file: 'src/web/features/profile/login-credentials.tsx',
    from: '{DOTS}</span>',
    to: "{user?.email.replaceAll(/./g, '•')}</span>",
    says: '••••••••',
    test: {
      file: 'e2e/password-dialog.spec.ts',
      title: 'PROFILE-03 the credentials show the user name and dots of a fixed number',
    },
  },
  {
    ids: ['OFFER-05'],
    broken: 'the broker can go on changing what is being accepted',
    file: 'src/web/features/offers/offer-form.tsx',
    from: '{isPending && <StandBy />}',
    to: '',
    says: 'Please stand by',
    test: {
      file: 'e2e/offer.spec.ts',
      title: 'OFFER-05 the page is blocked while the acceptance is under way',
    },
  },
  {
    ids: ['RETURN-12'],
    broken: 'the returns are of all deals, whatever is chosen',
    file: 'src/web/features/returns/returns.api.ts',
    from: "deals: deals === 'all' ? undefined : deals",
    to: 'deals: undefined',
    says: 'toBe(expected)',
    test: {
      file: 'e2e/returns.spec.ts',
      title: 'RETURN-12 the returns of open and closed deals and of the table’s filter, kept in the address',
    },
  },
];
