import { defineConfig } from '@playwright/test';
import browserTests from './playwright.config.ts';

const [portal] = [browserTests.webServer ?? []].flat();
if (!portal) throw new Error('The browser tests start no portal.');

/** Takes a funder's book in through the browser: npm run prove book <folder>. */
export default defineConfig({
  ...browserTests,
  testDir: 'e2e/proofs',
  testMatch: '*.proof.ts',
  workers: 1,
  timeout: 30 * 60_000,
  expect: { timeout: 5 * 60_000 },
  webServer: [portal],
});
