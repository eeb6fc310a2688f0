/** The boundaries of the house. `npm run check:boundaries` fails on the first step across one. */
module.exports = {
  forbidden: [
    {
      name: 'shared-is-pure',
      comment:
        'src/shared runs in the server, the browser and the exports alike: no input or output, none of our other roots.',
      severity: 'error',
      from: { path: '^src/shared' },
      to: { path: ['^src/(server|web)', '^scripts', '^e2e'] },
    },
    {
      name: 'shared-uses-no-platform',
      severity: 'error',
      from: { path: '^src/shared', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/(zod|big[.]js|@types/big[.]js)/' },
    },
    {
      name: 'server-and-web-meet-in-shared',
      severity: 'error',
      from: { path: '^src/(server|web)/' },
      to: { path: '^src/(server|web)/', pathNot: '^src/$1/' },
    },
    {
      name: 'features-stand-alone',
      comment:
        'What two features need belongs in shared/domain, server/book, server/db, server/http, web/session, web/page, web/addresses, web/ui or web/lib.',
      severity: 'error',
      from: { path: '^src/(server|web)/features/([^/]+)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/$1/features/', pathNot: '^src/$1/features/$2/' },
    },
    {
      name: 'only-the-app-knows-features',
      comment:
        'book, db, hosts, http, identity, import, integrations, ledger, mail, payout-accounts, records, rich-text, spreadsheet, ui and lib serve features and must not depend on one.',
      severity: 'error',
      from: {
        path: '^src/(server/(book|db|hosts|http|identity|import|integrations|ledger|mail|payout-accounts|records|rich-text|spreadsheet)|web/(ui|lib))/',
        pathNot: '[.]test[.]tsx?$',
      },
      to: { path: '^src/(server|web)/features/' },
    },
    {
      name: 'web-main-is-the-top',
      comment: 'main.ts starts the browser app. Nothing imports it.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/web/main[.]ts$' },
    },
    {
      name: 'web-features-know-no-app',
      comment:
        'The app composes features; a feature that needs another gets it as a property (see web/app/dashboard-screen.tsx).',
      severity: 'error',
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/app/' },
    },
    {
      name: 'web-foundations-know-no-features',
      comment: 'Session, page frames and addresses are what features stand on.',
      severity: 'error',
      from: { path: '^src/web/(session|page|addresses)/' },
      to: { path: '^src/web/(features|app)/' },
    },
    {
      name: 'web-ui-and-lib-are-the-bottom',
      comment: 'Components without a feature, and helpers without a component, know nothing above them.',
      severity: 'error',
      from: { path: '^src/web/(ui|lib)/' },
      to: { path: '^src/web/(features|app|session|page|addresses)/' },
    },
    {
      name: 'lib-draws-nothing',
      severity: 'error',
      from: { path: '^src/web/lib/' },
      to: { path: '^src/web/ui/' },
    },
    {
      name: 'web-no-type-circles',
      comment: 'In the browser a circle of types counts like any other.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { circular: true },
    },
    {
      name: 'product-does-not-use-tools',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: ['^scripts/', '^e2e/'] },
    },
    {
      name: 'tests-help-only-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.]test[.]tsx?$', '^src/server/(testing|attacks|older-clients)/'] },
      to: { path: '^src/server/(testing|attacks|older-clients)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
