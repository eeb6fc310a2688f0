import type { Page } from '@playwright/test';
import { deskBoardContract } from '../src/shared/contract/desk-board.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { addFailedMail } from './setup/desk-matters.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const ADA = 'ada@harbor.example';
const OWEN = 'owen@harbor.example';

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting' });
const queue = (page: Page, label: string) => waiting(page).getByRole('button', { name: label, exact: true });

test('DESK-20 DESK-21 DESK-23 DESK-27 the board answers the morning’s questions, and its queues open in place', async ({
  page,
}) => {
  const why = await addFailedMail();
  await openAs(page, ADA, '/desk');
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible();
  await expect(page.getByText(/(a bank day|banks are closed).*; next holiday /)).toBeVisible();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('article')).toHaveCount(4);
  await expect(today.getByRole('article', { name: 'Next pay date' })).toContainText(/\$|Nothing to pay/);
  const rows = waiting(page).locator('tbody > tr');
  await expect(rows).toHaveCount(13);
  await expect(page.getByRole('region', { name: 'The book' }).first()).toContainText('Owed to investors');
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('All 5 parts well');
  await expect(page.getByRole('heading', { name: 'Just happened' })).toBeVisible();

  await queue(page, 'Mails that failed').click();
  await expect(waiting(page).getByText(why)).toBeVisible();
  await expectAccessible(page);
  await queue(page, 'Mails that failed').click();
  await expect(waiting(page).getByText(why)).toHaveCount(0);
  // Mails are the fifth queue.
  await page.keyboard.press('5');
  await expect(waiting(page).getByText(why)).toBeVisible();
  await expect(queue(page, 'Mails that failed')).toBeFocused();
  await page.keyboard.press('5');
  await expect(waiting(page).getByText(why)).toHaveCount(0);
});

test(
  'DESK-25 a mail that failed is tried again from the board, and another one is dropped after a question',
  FULL_RUN,
  async ({ page }) => {
    const [first, second] = [await addFailedMail(), await addFailedMail()];
    await openAs(page, ADA, '/desk');
    await queue(page, 'Mails that failed').click();
    const item = (why: string) => waiting(page).getByRole('listitem').filter({ hasText: why });
    await item(first)
      .getByRole('button', { name: /^Try again/ })
      .click();
    await expect(page.getByText('The mail is tried again now.')).toBeVisible();
    await expect(item(first)).toHaveCount(0);
    await item(second).getByRole('button', { name: /^Drop/ }).click();
    await expect(page.getByRole('alertdialog')).toContainText('the audit trail will have your name');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Drop the mail' }).click();
    await expect(page.getByText('The mail was dropped.')).toBeVisible();
    await expect(item(second)).toHaveCount(0);
    await expect(page.getByText(/Job dropped: mail link/).first()).toBeVisible();
  },
);

test(
  'DESK-24 DESK-25 servicing sees what waits, and neither the audit trail nor a way to drop a mail',
  FULL_RUN,
  async ({ page }) => {
    const why = await addFailedMail();
    await openAs(page, OWEN, '/desk');
    await queue(page, 'Mails that failed').click();
    await expect(waiting(page).getByText(why)).toBeVisible();
    await expect(waiting(page).getByText('Somebody who may change settings')).toBeVisible();
    await expect(waiting(page).getByRole('button', { name: /^Drop/ })).toHaveCount(0);
    await expect(page.getByText('Just happened')).toHaveCount(0);
  },
);

for (const width of [390, 1024, 1440])
  test(`DESK-27 the board fits a window of ${width} px`, FULL_RUN, async ({ page }) => {
    await addFailedMail();
    await page.setViewportSize({ width, height: 900 });
    await openAs(page, ADA, '/desk');
    await queue(page, 'Mails that failed').click();
    await expect(waiting(page).getByRole('listitem').first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    const happened = page.getByRole('heading', { name: 'Just happened' });
    await expect(happened).toBeVisible();
    if (width < 900) {
      const event = page
        .getByRole('listitem')
        .filter({ has: page.locator('time') })
        .first();
      await expect(event).toBeHidden();
      await happened.click();
      await expect(event).toBeVisible();
    }
    await expectAccessible(page);
  });

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-26 DESK-27 a part that fails is said in its place, and the others stay', async ({ page }) => {
    let isBroken = true;
    await page.route(callsOf(deskBoardContract.health), (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { code: 'unexpected', message: 'x' } })
        : route.fallback(),
    );
    await openAs(page, ADA, '/desk');
    await expect(page.getByText('The health of the portal did not load')).toBeVisible();
    await expect(waiting(page).locator('tbody > tr')).toHaveCount(13);
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Health' })).toContainText('parts well');
  });
});

test(
  'DESK-26 while a part of the portal is down, its health stands above everything else',
  FULL_RUN,
  async ({ page }) => {
    await page.route(callsOf(deskBoardContract.health), (route) =>
      route.fulfill({
        json: {
          parts: [
            { name: 'database', is_up: true },
            { name: 'mail', is_up: false },
          ],
          backup_at: null,
          certificate_ends_at: null,
          version: '1.0.0',
        },
      }),
    );
    await openAs(page, ADA, '/desk');
    const health = page.getByRole('region', { name: 'Health' });
    await expect(health).toContainText('Not working: mail');
    const [top, below] = [
      await health.boundingBox(),
      await page.getByRole('region', { name: 'Today' }).boundingBox(),
    ];
    expect(top?.y ?? Number.NaN).toBeLessThan(below?.y ?? Number.NaN);
    await expectAccessible(page);
  },
);
