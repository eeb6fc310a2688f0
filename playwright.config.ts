import { defineConfig, devices } from '@playwright/test';
import { databaseUrl, origin, port } from './e2e/setup/environment.ts';

/** The built app, served by the real server, in Debian's Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 8_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  webServer: {
    command: 'node src/server/api.ts',
    url: `http://127.0.0.1:${port}/healthz`,
    env: {
      // Tools that only read this file have no database.
      ...(process.env['DATABASE_URL'] && { DATABASE_URL: databaseUrl('DATABASE_URL') }),
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      LOG_LEVEL: 'error',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
