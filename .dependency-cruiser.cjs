/** The boundaries between the parts of the code. `npm run check boundaries` fails if an import crosses one. */
module.exports = {
  forbidden: [
    {
      name: 'shared-is-pure',
      comment:
        'src/shared runs in the server, the browser and the exports: it has no input or output and imports none of our other roots.',
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
        'Code that two features need belongs in shared/domain, in a folder of server or web next to features, or in server/platform.',
      severity: 'error',
      from: { path: '^src/(server|web)/features/([^/]+)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/$1/features/', pathNot: '^src/$1/features/$2/' },
    },
    {
      name: 'platform-knows-no-trade',
      comment:
        'src/server/platform contains code that any program could use: database, HTTP, jobs, mail, files. It imports nothing of the server outside itself.',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/server/', pathNot: '^src/server/platform/' },
    },
    {
      name: 'only-app-jobs-and-commands-know-features',
      comment:
        'app.ts registers the features, all-jobs.ts lists their jobs, and operator/ calls them from the command line. Everything else serves features and must not depend on one.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          '[.]test[.]ts$',
          '^src/server/(app|all-jobs)[.]ts$',
          '^src/server/(features|operator|testing|attacks|older-clients)/',
        ],
      },
      to: { path: '^src/server/features/' },
    },
    {
      name: 'only-entry-points-know-the-app',
      comment:
        'app.ts, all-jobs.ts and operator/ put the server together; their building blocks must not import them.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '[.]test[.]ts$',
          '^src/server/(app|api|worker|cli)[.]ts$',
          '^src/server/(operator|testing|attacks|older-clients)/',
        ],
      },
      to: { path: ['^src/server/(app|all-jobs|api|worker|cli)[.]ts$', '^src/server/operator/'] },
    },
    {
      name: 'scripts-carry-no-catalogue-of-refusals',
      comment:
        'A page says a few refusals itself (contract/page-refusals.ts) and gets the words of all others from the server. Types may be imported.',
      severity: 'error',
      from: { path: '^src/(web|shared)/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/shared/contract/errors[.]ts$', dependencyTypesNot: ['type-only'] },
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
      comment: 'Features use session, page frames and addresses, not the other way around.',
      severity: 'error',
      from: { path: '^src/web/(session|page|addresses)/' },
      to: { path: '^src/web/(features|app)/' },
    },
    {
      name: 'web-ui-and-lib-are-the-bottom',
      comment: 'General components (ui) and helpers (lib) import nothing from the layers above them.',
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
      name: 'desk-features-stand-alone',
      comment: 'The pages of the desk are features as those of the portal are: the desk composes them.',
      severity: 'error',
      from: { path: '^src/web/desk/features/([^/]+)/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: [
          '^src/web/desk/features/',
          '^src/web/(app|features)/',
          '^src/web/desk/(desk-router|open-desk)',
          '^src/web/desk/shell/',
        ],
        pathNot: '^src/web/desk/features/$1/',
      },
    },
    {
      name: 'nothing-of-the-portal-knows-the-desk',
      comment:
        'An investor’s page loads nothing of the desk. What renders pages runs in the build and on the server only.',
      severity: 'error',
      from: {
        path: '^src/web/',
        pathNot: [
          '^src/web/desk/',
          '^src/web/main[.]ts$',
          '^src/web/app/prerendered/(prerender|render-page)[.]tsx$',
        ],
      },
      to: { path: '^src/web/desk/' },
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
      comment: 'Cycles of type imports count too: a reader has to understand all files of a cycle at once.',
      from: {},
      to: { circular: true },
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
