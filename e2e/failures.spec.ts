import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { profileContract } from '../src/shared/contract/profile.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, enterCredentials, figure, openAs, signInButton } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

// React logs every error that an error boundary catches to the console.
test.use({ expectedComplaints: new RegExp(`${BROKEN.source}|^ApiError: Something went wrong`) });

const totals = callsOf(portfolioContract.portfolioTotals);
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test(
  'LOGIN-01 SHELL-04 signing in without a connection says so and can be tried again',
  FULL_RUN,
  async ({ page }) => {
    await page.goto('/login');
    await withoutFirstAnswers(page);
    await page.route(callsOf(authContract.requestToken), (route) => route.abort());
    await enterCredentials(page, DANA);
    await expect(page.getByRole('alert')).toHaveText(/did not answer.*try again/);
    await page.unrouteAll();
    await signInButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'SHELL-04 a logout that does not reach the server says so and can be tried again',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await page.route(callsOf(authContract.signOut), (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('alert')).toContainText('You are still signed in');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/login');
  },
);

test('SHELL-04 a start that fails says so and can be tried again', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA);
  await withoutFirstAnswers(page);
  await page.route(callsOf(authContract.requestToken), (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  );
  await page.reload();
  await expect(title(page)).toHaveText('The portal did not open');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText('Northgate Partners Portfolio');
});

test('SHELL-04 figures that fail to load say so, and trying again brings them', async ({ page }) => {
  await withoutFirstAnswers(page);
  await page.route(totals, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await openAs(page, DANA);
  await expect(page.getByRole('alert')).toContainText('The portfolio figures did not load');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'Net Investment')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test(
  'SHELL-04 a profile that fails to load says so, and trying again brings it',
  FULL_RUN,
  async ({ page }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(profileContract.portalUserProfile), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA);
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(figure(page, 'Net Investment')).toBeVisible();
  },
);
