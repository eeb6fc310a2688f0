import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: 'src/server/testing/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As for browser tests: what needed a second try is marked in the output, to be looked into. What a generated case has
    // found is not tried again with another.
    retry: process.env['CI'] ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    // Tests wait for the database more than they work; on two cores the runner would take one.
    maxWorkers: 2,
  },
});
