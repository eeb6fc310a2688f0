import { defineConfig, devices } from '@playwright/test';
import {
  bucketsOf,
  databaseUrl,
  funderOrigin,
  funderPort,
  HARBOR_CAPITAL,
  origin,
  port,
  recaptchaOrigin,
  recaptchaPort,
  standInOrigin,
  widgetScript,
} from './e2e/setup/environment.ts';
import { chromiumPath } from './scripts/chromium-path.ts';
import { PLAID_CLIENT } from './src/server/testing/plaid-server.ts';

/** Tests the built app, served by the real server, in Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  // The limits are long enough for a busy machine, so that a test fails only if something never happens.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  // Tests that needed a retry are listed at the end of .ci/run. They should be looked into but do not block a merge.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    // Animations are off unless a test asks for them, because they take time and are drawn sixty times a second.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath,
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
  webServer: [
    serve(port, origin),
    serve(funderPort, funderOrigin, { SIGN_IN_TENANT_ID: HARBOR_CAPITAL }),
    serve(recaptchaPort, recaptchaOrigin, {
      CAPTCHA_PROVIDER: 'recaptcha',
      RECAPTCHA_SITE_KEY: 'e2e',
      RECAPTCHA_SECRET: 'secret of e2e',
      RECAPTCHA_SCRIPT_URL: `${standInOrigin}/recaptcha/api.js`,
      RECAPTCHA_VERIFY_URL: `${standInOrigin}/recaptcha/siteverify`,
    }),
    { command: 'node e2e/setup/provider-stand-ins.ts', url: `${standInOrigin}/healthz` },
  ],
});

function serve(onPort: number, publicOrigin: string, settings: Record<string, string> = {}) {
  return {
    command: 'node src/server/api.ts',
    url: `http://127.0.0.1:${onPort}/healthz`,
    env: {
      // Tools that only read this file have no database.
      ...(process.env['DATABASE_URL'] && { DATABASE_URL: databaseUrl('DATABASE_URL') }),
      PORT: String(onPort),
      // Each bucket has its own setting of which pages may upload.
      ...bucketsOf(onPort),
      PUBLIC_ORIGIN: publicOrigin,
      LOG_LEVEL: 'error',
      PLAID_CLIENT_ID: PLAID_CLIENT.clientId,
      PLAID_SECRET: PLAID_CLIENT.secret,
      PLAID_BASE_URL: `${standInOrigin}/plaid`,
      PLAID_SCRIPT_URL: widgetScript,
      ...settings,
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
  };
}
