import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, dumpStorage, enterCredentials, loginName, password, signInButton } from './setup/portal.ts';
import { returnRemembered } from './setup/return-remembered.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const COUNTDOWN = /^Too many login attempts\. Please try again after (\d\d):(\d\d) sec$/;
const timer = (page: Page) => page.getByRole('timer');
const secondsShown = async (page: Page) => {
  const [, minutes, seconds] = COUNTDOWN.exec((await timer(page).textContent()) ?? '') ?? [];
  return Number(minutes) * 60 + Number(seconds);
};
const nobody = () => `nobody-${crypto.randomUUID().slice(0, 8)}@nowhere.example`;

async function lockOut(page: Page, name: string) {
  await page.goto('/login');
  for (let failure = 1; failure <= 3; failure += 1) {
    await enterCredentials(page, name, `wrong ${failure}`);
    await expect(page.getByRole('alert').first()).toHaveText('The user credentials were incorrect');
    await expect(signInButton(page)).toBeEnabled();
  }
  await enterCredentials(page, name, 'wrong 4');
  await expect(timer(page)).toHaveText(COUNTDOWN);
}

test('LOGIN-05 the fourth failure locks for ten minutes, counted down each second, and Sign in is disabled', async ({
  page,
  people,
}) => {
  await lockOut(page, await people.twinOfDana());
  await expect(signInButton(page)).toBeDisabled();
  const before = await secondsShown(page);
  expect(before).toBeGreaterThan(590);
  expect(before).toBeLessThanOrEqual(600);
  // Polled more often than it changes.
  await expect.poll(() => secondsShown(page), { intervals: [200] }).toBe(before - 2);
  await expect(page.getByText('The user credentials were incorrect')).toBeHidden();
});

test('LOGIN-05 a name that does not exist is locked alike', FULL_RUN, async ({ page }) => {
  await lockOut(page, nobody());
  await expect(signInButton(page)).toBeDisabled();
});

test(
  'LOGIN-05 LOGIN-06 neither a reload nor empty storage nor another browser lifts the lock',
  FULL_RUN,
  async ({ page, people, browser }) => {
    const email = await people.twinOfDana();
    await lockOut(page, email);
    expect((await dumpStorage(page)).local).toEqual({ 'portal.locked-login-name': email });
    const before = await secondsShown(page);
    await page.waitForTimeout(1500);
    await page.reload();
    await expect(timer(page)).toHaveText(COUNTDOWN);
    await expect(signInButton(page)).toBeDisabled();
    expect(await secondsShown(page)).toBeLessThan(before);

    await page.evaluate(() => window.localStorage.clear());
    await page.reload();
    await enterCredentials(page, email);
    await expect(timer(page)).toHaveText(COUNTDOWN);
    await expect(page).toHaveURL('/login');

    const context = await browser.newContext();
    const other = await context.newPage();
    await other.goto('/login');
    await enterCredentials(other, email);
    await expect(timer(other)).toHaveText(COUNTDOWN);
    expect(await secondsShown(other)).toBeLessThan(before);
    await context.close();
  },
);

test(
  'LOGIN-06 LOGIN-10 the countdown of somebody remembered goes on after a reload, and Not you? frees the form',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await returnRemembered(page, people);
    for (let failure = 1; failure <= 4; failure += 1) {
      await password(page).fill(`wrong ${failure}`);
      const answered = page.waitForResponse(callsOf(authContract.requestToken));
      await signInButton(page).click();
      await answered;
    }
    await expect(timer(page)).toHaveText(COUNTDOWN);
    expect(JSON.stringify(await dumpStorage(page))).not.toContain(email);
    const before = await secondsShown(page);
    await page.waitForTimeout(1500);
    await page.reload();
    await expect(timer(page)).toHaveText(COUNTDOWN);
    await expect(signInButton(page)).toBeDisabled();
    const after = await secondsShown(page);
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(before - 60);

    await page.getByRole('button', { name: 'Not you?' }).click();
    await expect(loginName(page)).toBeEditable();
    await expect(timer(page)).toBeHidden();
    await expect(signInButton(page)).toBeEnabled();
  },
);

test(
  'LOGIN-10 an answer about the lock of somebody who was sent away does not bring it back',
  FULL_RUN,
  async ({ page, people }) => {
    await returnRemembered(page, people);
    const sentAway = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    for (let failure = 1; failure <= 4; failure += 1) {
      await password(page).fill(`wrong ${failure}`);
      if (failure === 4) {
        await page.route(callsOf(authContract.rememberedUser), async (route) => {
          if (route.request().method() !== authContract.rememberedUser.method) return route.fallback();
          const response = await route.fetch();
          await sentAway.promise;
          await route.fulfill({ response });
          answered.resolve();
        });
      }
      const tried = page.waitForResponse(callsOf(authContract.requestToken));
      await signInButton(page).click();
      await tried;
    }
    await expect(timer(page)).toHaveText(COUNTDOWN);
    await page.getByRole('button', { name: 'Not you?' }).click();
    await expect(loginName(page)).toBeEditable();
    sentAway.resolve();
    await answered.promise;
    await page.waitForTimeout(500);
    await expect(timer(page)).toBeHidden();
    await expect(signInButton(page)).toBeEnabled();
  },
);

test('LOGIN-06 at zero the form works again and nothing is kept', FULL_RUN, async ({ page, people }) => {
  const email = await people.twinOfDana();
  await page.goto('/login');
  // Once the app has replaced the prerendered page it has asked about locks, and the answer below is left for the reload.
  await expect(page.locator('#prerendered')).toHaveCount(0);
  await page.evaluate((name) => window.localStorage.setItem('portal.locked-login-name', name), email);
  await page.route(
    callsOf(authContract.lockState),
    (route) => route.fulfill({ json: { login_attempts_status: 1, retry_after: 4 } }),
    { times: 1 },
  );
  await page.reload();
  await expect(timer(page)).toHaveText(COUNTDOWN);
  await expect(signInButton(page)).toBeDisabled();
  await expect(timer(page)).toBeHidden();
  await expect(signInButton(page)).toBeEnabled();
  expect((await dumpStorage(page)).local).toEqual({});
  await enterCredentials(page, email);
  await expect(page).toHaveURL('/dashboard');
});

test(
  'LOGIN-06 as soon as the server says that the lock is gone, the form works again',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await page.goto('/login');
    await page.evaluate((name) => window.localStorage.setItem('portal.locked-login-name', name), email);
    await page.reload();
    await expect(loginName(page)).toBeVisible();
    await expect(signInButton(page)).toBeEnabled();
    // The page arrives prerendered, and the server is asked once the app has taken over.
    await expect.poll(async () => (await dumpStorage(page)).local).toEqual({});
  },
);
