import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { origin, recaptchaOrigin, standInOrigin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, enterCredentials, signInButton } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ baseURL: recaptchaOrigin });

const SCRIPT = `${standInOrigin}/recaptcha/api.js?render=e2e`;
const NOT_LOADED = `The check that you are a person did not load. Please let this page reach ${new URL(standInOrigin).host}, or use another browser, and try again.`;
const alert = (page: Page) => page.getByRole('alert');

test('LOGIN-03 the provider’s script is loaded when it is needed, and its answer signs in', async ({
  page,
  people,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/login');
  await expect(page.getByText('This site is protected by reCAPTCHA')).toBeVisible();
  expect(asked).not.toContain(SCRIPT);
  const sent = page.waitForRequest(callsOf(authContract.requestToken));
  await enterCredentials(page, await people.twinOfDana());
  expect(JSON.parse((await sent).postDataJSON().recaptcha)).toMatchObject({
    siteKey: 'e2e',
    action: 'sign_in',
  });
  await expect(page).toHaveURL('/dashboard');
  expect(asked.filter((url) => url === SCRIPT)).toHaveLength(1);
  expect(asked.some((url) => callsOf(authContract.captchaChallenge).test(url))).toBe(false);
});

test('LOGIN-03 without that provider nothing of it is loaded or said', FULL_RUN, async ({ page, people }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${origin}/login`);
  await enterCredentials(page, await people.twinOfDana());
  await expect(page).toHaveURL(`${origin}/dashboard`);
  expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
  await expect(page.getByText('reCAPTCHA')).toBeHidden();
});

test.describe('refused', FULL_RUN, () => {
  test.use({ expectedComplaints: REFUSED });

  test('LOGIN-03 an answer that the provider doubts is refused in plain words, and can be given again', async ({
    page,
    people,
  }) => {
    await page.goto('/login');
    await page.evaluate(() => Object.assign(window, { isMachine: true }));
    await enterCredentials(page, await people.twinOfDana());
    await expect(alert(page)).toHaveText('Please confirm that you are a person and try again.');
    await page.evaluate(() => Object.assign(window, { isMachine: false }));
    await signInButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test.describe('blocked', FULL_RUN, () => {
  test.use({ expectedComplaints: /^Failed to load resource: net::ERR_FAILED/ });

  test('LOGIN-03 SHELL-04 a script that something blocks ends in words, and the next attempt loads it', async ({
    page,
    people,
  }) => {
    await page.route(SCRIPT, (route) => route.abort());
    await page.goto('/login');
    await enterCredentials(page, await people.twinOfDana());
    await expect(alert(page)).toHaveText(NOT_LOADED);
    await expectPresentable(page);
    await page.unrouteAll();
    await signInButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('LOGIN-03 SHELL-04 a script that never comes ends in words after ten seconds', async ({
    page,
    people,
  }) => {
    await page.clock.install();
    await page.route(SCRIPT, () => undefined);
    await page.goto('/login');
    const asked = page.waitForRequest(SCRIPT);
    await enterCredentials(page, await people.twinOfDana());
    await asked;
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    await page.clock.fastForward('00:10');
    await expect(alert(page)).toHaveText(NOT_LOADED);
    await expect(signInButton(page)).toBeEnabled();
  });

  test('LOGIN-03 SHELL-04 a script that is not the provider’s ends in words as well', async ({
    page,
    people,
  }) => {
    await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/login');
    await enterCredentials(page, await people.twinOfDana());
    await expect(alert(page)).toHaveText(NOT_LOADED);
  });
});
