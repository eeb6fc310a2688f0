import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { FULL_RUN } from './setup/full-run.ts';

test('the build lists the packages in the browser and on the server with their licenses', async () => {
  const file = path.resolve(import.meta.dirname, '../dist/third-party-notices.txt');
  const notices = await readFile(file, 'utf8');
  expect(notices).toMatch(/^react \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(notices).toMatch(/^fastify \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(notices).toContain('Copyright (c) Meta Platforms');
});

test('OPS-42 every page says which version it is of', FULL_RUN, async ({ page }) => {
  const { version } = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../package.json'), 'utf8'),
  );
  await page.goto('/');
  await expect(page.locator('meta[name=version]')).toHaveAttribute('content', version);
});
