import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These tests need no services. Elsewhere, the file name marks such a test. */
const UNIT_TESTS = ['src/{shared,web}/**/*.test.ts', 'build/**/*.test.ts', '{src,scripts}/**/*.unit.test.ts'];
const INTEGRATION_TESTS = ['{src,scripts}/**/*.test.ts'];
/** This test replaces modules, which would also affect the other files in its process. */
const REPLACES_MODULES = ['src/server/attacks/row-security-alone.test.ts'];

/** Node runs the code unchanged, as in production: nothing is transformed, and the compile cache is used. */
const AS_IN_PRODUCTION = { viteModuleRunner: false, nodeLoader: false };

const RESTORES = 'src/server/testing/restore-globals.ts';

const WITH_SERVICES = {
  setupFiles: RESTORES,
  globalSetup: 'src/server/testing/global-setup.ts',
  // The limits are long enough for a busy machine, so that a test fails only if something never happens.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/**
 * The longest tests run first, so that both workers are busy until the end. No unit test is named here, because it needs another
 * worker than its neighbors, and each worker has to load the code again.
 */
const LONG = [
  'random-books',
  'row-security-alone',
  'authorisation',
  'generated-requests',
  'tenants',
  'kills',
  'link',
  'lockout',
  'users',
  'doctor',
  'shutdown',
  'profile/bank-account',
  'large-data',
  'demo-data',
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // As in browser tests, a test that needed a retry is marked in the output, to be looked into. A failure of a generated case
    // is not retried, because another case would be drawn.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    // Tests mostly wait for the database. On two cores the runner would use only one worker.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT_TESTS,
          setupFiles: ['src/server/testing/no-services.ts', RESTORES],
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
