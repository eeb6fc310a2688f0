import type { Page } from '@playwright/test';
import { deskSearchContract } from '../src/shared/contract/desk-search.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { ADA, callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');

test('DESK-57 by keyboard: slash opens the search, arrows choose, Enter opens, Escape goes back', async ({
  page,
}) => {
  await openAs(page, OWEN, '/desk/people');
  const place = page.getByRole('link', { name: 'Ada Quinn' });
  await place.focus();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('northgate');
  await expect(page.getByRole('group', { name: 'Investors' }).getByText('Northgate Partners')).toBeVisible();
  await expect(page.getByRole('group', { name: 'People' }).getByText('dana@northgate.example')).toBeVisible();
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(place).toBeFocused();

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('dental');
  // From the first one up is the last one. Of two, it would also be the next.
  await expect(options(page).nth(2)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');

  await field(page).fill('');
  await page.keyboard.type('Northgate Partn');
  await expect(options(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Northgate Partners', level: 1 })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test(
  'DESK-57 by pointer, at any width: a deal shows its facts, and what is not found is said',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, ADA, '/desk/investors');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('dental');
    const deals = page.getByRole('group', { name: 'Deals' });
    await expect(deals.getByRole('option').first()).toContainText(/investor.* · (last payment|no payment)/);
    expect(await deals.getByRole('option').count()).toBeLessThanOrEqual(5);
    await expectPresentable(page);
    await field(page).fill('nothing has this name');
    await expect(page.getByText('Nothing is like ‘nothing has this name’.')).toBeVisible();
    await expect(options(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('ada quinn');
    await page.getByRole('option', { name: /Ada Quinn/ }).click();
    await expect(page.getByRole('heading', { name: 'Ada Quinn', level: 1 })).toBeVisible();
  },
);

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-57 a search that fails says so, and very long names fit', async ({ page }) => {
    await openAs(page, ADA, '/desk/investors');
    await page.route(callsOf(deskSearchContract.search), (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
      }),
    );
    await expect(page.getByRole('heading', { name: 'Investors', level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('dental');
    await expect(page.getByText(/^The search failed\./)).toBeVisible();
    await page.unroute(callsOf(deskSearchContract.search));
    await lengthenAnswers(page);
    await page.keyboard.type(' ');
    await field(page).fill('a');
    await expect(options(page).first()).toBeVisible();
    await expectPresentable(page);
  });
});
