import { defineConfig } from '@playwright/test';
import { HARBOR_CAPITAL } from './e2e/setup/environment.ts';
import browserTests from './playwright.config.ts';

const [portal] = [browserTests.webServer ?? []].flat();
if (!portal) throw new Error('The browser tests start no portal.');

/** Takes the pictures of the README and the tour, of the portal as one funder's own. */
export default defineConfig({
  ...browserTests,
  testDir: 'e2e/pictures',
  testMatch: '*.picture.ts',
  workers: 1,
  timeout: 90_000,
  webServer: [{ ...portal, env: { ...portal.env, SIGN_IN_TENANT_ID: HARBOR_CAPITAL } }],
  use: {
    ...browserTests.use,
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
    timezoneId: 'America/New_York',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
