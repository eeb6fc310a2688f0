import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, dumpStorage, enterCredentials, figure, openAs } from './setup/portal.ts';
import { expect, REFUSED, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

test.use({ expectedComplaints: REFUSED });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const portfolioTitle = 'Northgate Partners Portfolio';

test('ROUTE-05 signed-in pages without a session lead to the sign-in page', async ({ page }) => {
  for (const path of ['/dashboard', '/profile']) {
    await page.goto(path);
    await expect(title(page)).toHaveText('Syndicate Login');
    await expect(page).toHaveURL(/\/login\?redirect=/);
  }
});

test('ROUTE-06 a deep link is remembered and followed after signing in', FULL_RUN, async ({ page }) => {
  await page.goto('/dashboard?view=detailed');
  await enterCredentials(page, DANA);
  await expect(page).toHaveURL('/dashboard?view=detailed');
  await expect(page.getByText('Total Anticipated Return')).toBeVisible();
});

const FOREIGN = [
  '//evil.example/x',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
];

test('ROUTE-06 an address outside the portal is never followed', FULL_RUN, async ({ page }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => elsewhere.push(dialog.message()));
  await page.goto('/login?redirect=//evil.example');
  await enterCredentials(page, DANA);
  await expect(title(page)).toHaveText(portfolioTitle);
  for (const address of FOREIGN) {
    await page.goto(`/login?redirect=${encodeURIComponent(address)}`);
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText(portfolioTitle);
  }
  expect(elsewhere).toEqual([]);
});

test(
  'ROUTE-01 ROUTE-02 a reload keeps the session, and the sign-in page passes a signed-in visitor on',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA, '/profile');
    await page.reload();
    await expect(title(page)).toHaveText('My Profile');
    await expect(page).toHaveURL('/profile');
    for (const path of ['/', '/login']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
      await expect(title(page)).toHaveText(portfolioTitle);
    }
  },
);

test('ROUTE-04 the top bar leads to Dashboard and My Profile and names user and funder', async ({ page }) => {
  await openAs(page, DANA);
  const bar = page.getByRole('banner');
  await expect(bar).toContainText('Harbor Capital');
  await expect(bar).toContainText('Dana Whitfield');
  await bar.getByRole('link', { name: 'My Profile' }).click();
  await expect(title(page)).toHaveText('My Profile');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('main')).toContainText(DANA);
  await bar.getByRole('link', { name: 'Dashboard' }).click();
  await expect(title(page)).toHaveText(portfolioTitle);
});

test('ROUTE-07 logout ends the session on the server, empties the browser and Back shows nothing private', async ({
  page,
  request,
}) => {
  await withoutFirstAnswers(page);
  const calls = page.waitForRequest(callsOf(portfolioContract.portfolioTotals));
  await openAs(page, DANA);
  const call = await calls;
  await expect(title(page)).toHaveText(portfolioTitle);
  await page.getByRole('button', { name: 'Appearance: Like the system' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'My Profile' }).click();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(Object.keys((await dumpStorage(page)).local)).toEqual(['portal.last-syndicate-id']);
  const again = await request.get(call.url(), { headers: await call.allHeaders() });
  expect(again.status()).toBe(401);

  await page.goBack();
  await expect(title(page)).toHaveText('Syndicate Login');
  await page.reload();
  await expect(title(page)).toHaveText('Syndicate Login');
});

test(
  'ROUTE-07 all other tabs follow when one signs out, and when one signs in',
  FULL_RUN,
  async ({ page, context }) => {
    await openAs(page, DANA);
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(title(other)).toHaveText('My Profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/login');
    await expect(other.getByText(DANA)).toBeHidden();
    await enterCredentials(page, DANA);
    await expect(title(other)).toHaveText(portfolioTitle);
  },
);

test(
  'LOGIN-12 an access token that the server no longer takes is renewed without the user noticing',
  FULL_RUN,
  async ({ page }) => {
    let refused = 0;
    await withoutFirstAnswers(page);
    await page.route(callsOf(portfolioContract.portfolioTotals), async (route) => {
      if (refused > 0) return route.continue();
      refused += 1;
      const headers = { ...(await route.request().allHeaders()), authorization: `Bearer ${'x'.repeat(43)}` };
      return route.continue({ headers });
    });
    await openAs(page, DANA);
    await expect(figure(page, 'Total Portfolio Balance')).toBeVisible();
    expect(refused).toBe(1);
  },
);

test(
  'ROUTE-05 ROUTE-06 a session that has ended elsewhere leads to the sign-in page and back',
  FULL_RUN,
  async ({ page, context }) => {
    // By then the page has renewed its cookie.
    const settled = page.waitForResponse(callsOf(authContract.reportActivity));
    await openAs(page, DANA, '/profile');
    await settled;
    await context.clearCookies();
    await page.route(callsOf(portfolioContract.portfolioTotals), async (route) => {
      const headers = { ...(await route.request().allHeaders()), authorization: `Bearer ${'x'.repeat(43)}` };
      return route.continue({ headers });
    });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(title(page)).toHaveText('Syndicate Login');
    await page.unrouteAll();
    await enterCredentials(page, DANA);
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText(portfolioTitle);
  },
);

test(
  'ROUTE-07 Logout leaves nothing behind of what was written to a lender, nor anything else but the last syndication id',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => {
      window.localStorage.setItem('portal.offer-drafts', '{"12":{"messageHtml":"<p>in clear text</p>"}}');
      window.localStorage.setItem('portal.color-scheme', 'dark');
    });
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    const { local } = await dumpStorage(page);
    expect(Object.keys(local).filter((key) => key !== 'portal.last-syndicate-id')).toEqual([]);
  },
);
