import { defineConfig } from 'vitest/config';

/** They need no services. Elsewhere a test is one by its name. */
const UNIT_TESTS = ['src/{shared,web}/**/*.test.ts', 'build/**/*.test.ts', '{src,scripts}/**/*.unit.test.ts'];
const INTEGRATION_TESTS = ['{src,scripts}/**/*.test.ts'];
/** Replaces modules of ours, which the other files of its process would get too. */
const REPLACES_MODULES = ['src/server/attacks/row-security-alone.test.ts'];

/** Node runs the code as it stands, as it does in production: nothing is transformed, and what it compiled it keeps. */
const AS_IN_PRODUCTION = { viteModuleRunner: false, nodeLoader: false };

const WITH_SERVICES = {
  globalSetup: 'src/server/testing/global-setup.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // As for browser tests: what needed a second try is marked in the output, to be looked into. What a generated case has
    // found is not tried again with another.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    // Tests wait for the database more than they work; on two cores the runner would take one.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT_TESTS,
          setupFiles: 'src/server/testing/no-services.ts',
          hookTimeout: 60_000,
          testTimeout: 30_000,
          isolate: false,
          experimental: AS_IN_PRODUCTION,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: INTEGRATION_TESTS,
          exclude: [...UNIT_TESTS, ...REPLACES_MODULES],
          isolate: false,
          experimental: AS_IN_PRODUCTION,
          ...WITH_SERVICES,
        },
      },
      {
        extends: true,
        test: { name: 'replaced modules', include: REPLACES_MODULES, ...WITH_SERVICES },
      },
    ],
  },
});
