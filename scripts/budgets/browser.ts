import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { chromiumPath } from '../chromium-path.ts';

/**
 * Lighthouse's phone is four times slower than a fast computer, whose index in its benchmark is 1500 to 2000. On a slower machine four
 * times would be another phone. https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
const PHONE_INDEX = 1750 / 4;
const MOST = 4;

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** One Chromium for the whole measurement. Playwright opens pages with it, and Lighthouse uses its debugging port. */
export async function openBrowser() {
  const profile = await mkdtemp(path.join(tmpdir(), 'page-budgets-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    viewport: { width: 1440, height: 900 },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  return {
    port,
    context,
    /** How many times slower than this machine, as it is now, the phone is. */
    async slowdown(): Promise<number> {
      const page = await context.newPage();
      const index = await page.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`);
      await page.close();
      return Math.min(MOST, Math.max(1, index / PHONE_INDEX));
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
