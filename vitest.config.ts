import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: 'src/server/testing/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests wait for the database more than they work; on two cores the runner would take one.
    maxWorkers: 2,
  },
});
