import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They need no services. Elsewhere a test is one by its name. */
const UNIT_TESTS = ['src/{shared,web}/**/*.test.ts', 'build/**/*.test.ts', '{src,scripts}/**/*.unit.test.ts'];
const INTEGRATION_TESTS = ['{src,scripts}/**/*.test.ts'];
/** Replaces modules of ours, which the other files of its process would get too. */
const REPLACES_MODULES = ['src/server/attacks/row-security-alone.test.ts'];

/** Node runs the code as it stands, as it does in production: nothing is transformed, and what it compiled it keeps. */
const AS_IN_PRODUCTION = { viteModuleRunner: false, nodeLoader: false };

const WITH_SERVICES = {
  globalSetup: 'src/server/testing/global-setup.ts',
  // What is waited for comes; where everything else runs too, late. Only what never comes is to fail.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

/** What takes longest, first: so that the end finds both workers busy. */
const LONG = [
  'random-books',
  'kills',
  'link',
  'lockout',
  'users',
  'doctor',
  'shutdown',
  'bank-account',
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
    // As for browser tests: what needed a second try is marked in the output, to be looked into. What a generated case has
    // found is not tried again with another.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    // Tests wait for the database more than they work; on two cores the runner would take one.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
