import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { databaseUrl } from '../setup/environment.ts';
import { acceptButton, categorize, chooseFiles, fileRow, PDF, slider } from '../setup/offer-page.ts';
import { addressOf, openOffers } from '../setup/offers.ts';
import { DANA, openAs } from '../setup/portal.ts';
import { expect, test } from '../setup/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The largest size of a picture in the README. */
const MOST_BYTES = 200_000;

async function keep(name: string, picture: Sharp): Promise<void> {
  const file = path.join(root, 'docs/pictures', `${name}.png`);
  const { size } = await picture.png({ palette: true, colours: 128, effort: 10 }).toFile(file);
  expect(size).toBeLessThanOrEqual(MOST_BYTES);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await keep(name, sharp(await page.screenshot()));
}

test.beforeAll(() => {
  // The nightly reconciliation has run, so the portfolio shows when it last succeeded.
  const { status } = spawnSync('node', ['src/server/cli.ts', 'reconcile'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl('DATABASE_URL') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(status).toBe(0);
});

test('the dashboard, with a deal opened', async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=detailed');
  await page
    .getByRole('button', { name: /^Details of/ })
    .nth(1)
    .click();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await shoot(page, 'dashboard');
});

test('the payouts, dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAs(page, DANA, '/dashboard?view=payouts');
  await page.getByRole('group', { name: /^Net payouts/ }).waitFor();
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  await shoot(page, 'payouts');
});

test('a file control sheet', async ({ page, book }) => {
  const file = await book.fileOf('Northgate Partners', 'full');
  await openAs(page, DANA, `/fcs/${file.publicId}`);
  await expect(page.locator('.recharts-line-curve')).toHaveCount(2);
  await shoot(page, 'file-control-sheet');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an offer, light and dark', async ({ page }) => {
    const offers = openOffers();
    const offer = await offers.create();
    await offers.close();
    await page.goto(addressOf(offer));
    await slider(page).fill('9');
    await slider(page).blur();
    const files = { 'october-statement.pdf': 'Bank Statement', 'voided-check.pdf': 'Voided Check' };
    await chooseFiles(
      page,
      Object.keys(files).map((name) => ({ name, mimeType: 'application/pdf', buffer: PDF })),
    );
    for (const [name, category] of Object.entries(files)) await categorize(page, name, category);
    for (const name of Object.keys(files))
      await expect(fileRow(page, name).getByText('Scanned')).toBeVisible({ timeout: 30_000 });
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    const light = await page.screenshot();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator(':focus').blur();
    await acceptButton(page).scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    const dark = await page.screenshot();
    await keep('offer', await sideBySide([light, dark]));
  });
});

const PHONE = { width: 780, height: 1688, corner: 72, gap: 96 };

/** Two screens of a phone with rounded corners on a transparent background. */
async function sideBySide(screens: readonly Buffer[]): Promise<Sharp> {
  const { width, height, corner, gap } = PHONE;
  const shape = (attributes: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="2" y="2" width="${width - 4}" height="${height - 4}" rx="${corner}" ${attributes}/></svg>`,
    );
  const rounded = screens.map((screen) =>
    sharp(screen)
      .composite([
        { input: shape('fill="#fff"'), blend: 'dest-in' },
        { input: shape('fill="none" stroke="#8a949e" stroke-width="4"') },
      ])
      .png()
      .toBuffer(),
  );
  const placed = await Promise.all(rounded);
  const all = sharp({
    create: {
      width: width * screens.length + gap * (screens.length - 1),
      height,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  }).composite(placed.map((input, place) => ({ input, left: place * (width + gap), top: 0 })));
  return sharp(await all.png().toBuffer());
}
