import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { chromiumPath } from '../chromium-path.ts';

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
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
