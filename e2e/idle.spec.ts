import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, enterCredentials, openAs, SAM } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'You are about to logoff', exact: true });
const cancel = (page: Page) => dialog(page).getByRole('button', { name: 'cancel', exact: true });

async function openWithClock(page: Page, path = '/dashboard'): Promise<void> {
  await page.clock.install();
  await openAs(page, DANA, path);
  await expect(title(page)).toBeVisible();
}

async function openSecondTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(title(other)).toHaveText('My Profile');
  return other;
}

test(
  'SHELL-02 after 7.5 idle minutes the dialog counts 60 seconds down and signs out',
  FULL_RUN,
  async ({ page }) => {
    await openWithClock(page);
    await page.clock.fastForward('07:20');
    await expect(dialog(page)).toBeHidden();
    await page.clock.fastForward('00:12');
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page)).toContainText(/5\d seconds left/);
    await expect(cancel(page)).toBeFocused();
    await page.clock.fastForward('00:30');
    await expect(dialog(page)).toContainText(/2\d seconds left/);
    await page.clock.fastForward('00:30');
    await expect(page).toHaveURL('/login');
    await expect(title(page)).toHaveText('Syndicate Login');
    await page.goto('/dashboard');
    await expect(title(page)).toHaveText('Syndicate Login');
  },
);

test(
  'SHELL-02 SHELL-05 the dialog is accessible in light and dark and fits every window',
  FULL_RUN,
  async ({ page }) => {
    await openWithClock(page);
    await page.clock.fastForward('07:31');
    await expect(dialog(page)).toBeVisible();
    await expectPresentable(page);
    await expect(dialog(page)).toBeVisible();
  },
);

test(
  'SHELL-02 the pointer and other keys do not answer the dialog; cancel does and starts the time anew',
  FULL_RUN,
  async ({ page }) => {
    await openWithClock(page);
    await page.clock.fastForward('07:31');
    await expect(dialog(page)).toBeVisible();
    await page.mouse.move(40, 40);
    await page.mouse.move(80, 90);
    await page.keyboard.press('Shift');
    await page.clock.fastForward('00:05');
    await expect(dialog(page)).toBeVisible();
    const report = page.waitForRequest(callsOf(authContract.reportActivity));
    await cancel(page).click();
    await report;
    await expect(dialog(page)).toBeHidden();
    await page.clock.fastForward('07:20');
    await expect(dialog(page)).toBeHidden();
    await page.clock.fastForward('00:15');
    await expect(dialog(page)).toBeVisible();
  },
);

test('SHELL-02 Log-out anyway signs out at once', FULL_RUN, async ({ page }) => {
  await openWithClock(page);
  await page.clock.fastForward('07:31');
  await dialog(page).getByRole('button', { name: 'Log-out anyway', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'SHELL-02 activity in one tab keeps the other, cancel closes the dialog in both, the end signs out both',
  FULL_RUN,
  async ({ page }) => {
    await openWithClock(page);
    const other = await openSecondTab(page);
    await page.clock.fastForward('05:00');
    await page.bringToFront();
    // A key that scrolls would count as activity again when the scrolling ends.
    await page.keyboard.press('Shift');
    await page.clock.fastForward('05:00');
    await expect(dialog(page)).toBeHidden();
    await expect(dialog(other)).toBeHidden();

    await page.clock.fastForward('02:31');
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(other)).toBeVisible();
    await other.bringToFront();
    await cancel(other).click();
    await expect(dialog(other)).toBeHidden();
    await expect(dialog(page)).toBeHidden();

    await page.clock.fastForward('07:31');
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(other)).toBeVisible();
    await page.clock.fastForward('01:00');
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
  },
);

test(
  'SHELL-02 twenty minutes at the keyboard alone keep the session, told to the server once a minute at most',
  FULL_RUN,
  async ({ page }) => {
    const reports: number[] = [];
    page.on('request', (request) => {
      if (callsOf(authContract.reportActivity).test(request.url())) reports.push(Date.now());
    });
    await openWithClock(page);
    const presses = 60;
    for (let press = 0; press < presses; press += 1) {
      await page.keyboard.press('Tab');
      await page.clock.fastForward('00:20');
    }
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
    expect(reports.length).toBeGreaterThan(10);
    expect(reports.length).toBeLessThanOrEqual(22);
  },
);

test('SHELL-02 nobody there: nothing is told to the server', FULL_RUN, async ({ page }) => {
  const first = page.waitForResponse(callsOf(authContract.reportActivity));
  await openWithClock(page);
  await first;
  let reports = 0;
  page.on('request', (request) => {
    if (callsOf(authContract.reportActivity).test(request.url())) reports += 1;
  });
  for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward('01:00');
  expect(reports).toBe(0);
});

test(
  'SHELL-02 a start after the idle limit leads to the sign-in page, a reload before it does not',
  FULL_RUN,
  async ({ page, context }) => {
    await openWithClock(page, '/profile');
    await page.clock.fastForward('07:00');
    await page.reload();
    await expect(title(page)).toHaveText('My Profile');
    await page.goto('about:blank');
    const later = await context.newPage();
    await later.clock.fastForward('07:31');
    await later.goto('/profile');
    await expect(title(later)).toHaveText('Syndicate Login');
    await later.goto('/dashboard');
    await expect(title(later)).toHaveText('Syndicate Login');
    await enterCredentials(later, DANA);
    await expect(later).toHaveURL('/dashboard');
    await expect(dialog(later)).toBeHidden();
  },
);

test(
  'SHELL-02 ROUTE-06 a session that the server has ended leads to the sign-in page and back',
  FULL_RUN,
  async ({ page, context }) => {
    await openWithClock(page, '/profile');
    await context.clearCookies();
    await page.route(callsOf(authContract.reportActivity), async (route) => {
      const headers = { ...(await route.request().allHeaders()), authorization: `Bearer ${'x'.repeat(43)}` };
      return route.continue({ headers });
    });
    await page.clock.fastForward('01:10');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('00:04');
    await expect(page).toHaveURL('/login?redirect=%2Fprofile');
  },
);

/** Waits without any input until the page has signed the user out. */
async function leaveIdle(page: Page, path: string): Promise<void> {
  await openWithClock(page, path);
  await page.clock.fastForward('07:31');
  await expect(dialog(page)).toBeVisible();
  await page.clock.fastForward('01:00');
  await expect(page).toHaveURL('/login');
}

test(
  'ROUTE-06 SHELL-02 whoever was signed out for being idle is led back to the page they were on, also after a reload',
  FULL_RUN,
  async ({ page }) => {
    await leaveIdle(page, '/profile');
    await page.reload();
    await enterCredentials(page, DANA);
    await expect(page).toHaveURL('/profile');
  },
);

test('ROUTE-06 security rule: somebody else who signs in after that is not led to the page of the one before', async ({
  page,
}) => {
  await leaveIdle(page, '/profile');
  await enterCredentials(page, SAM);
  await expect(page).toHaveURL('/dashboard');
});
