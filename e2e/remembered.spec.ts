import type { Page } from '@playwright/test';
import { FULL_RUN } from './setup/full-run.ts';
import type { People } from './setup/people.ts';
import { enterCredentials, loginName, PASSWORD, password, signInButton } from './setup/portal.ts';
import { enterToBeLeft } from './setup/return-remembered.ts';
import { expect, REFUSED, test } from './setup/test.ts';
import { DAYS, letTimePass } from './setup/time.ts';

test.use({ expectedComplaints: REFUSED });

const MASKED = /^•+e\.example$/;
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'You are about to logoff' });
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

const enter = (page: Page, people: People) => enterToBeLeft(page, people, { isRemembered: true });

async function expectRemembered(page: Page): Promise<void> {
  await expect(loginName(page)).toHaveValue(MASKED);
  await expect(loginName(page)).not.toBeEditable();
}

async function expectNobody(page: Page): Promise<void> {
  await expect(loginName(page)).toBeEditable();
  await expect(loginName(page)).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeVisible();
}

async function enterPassword(page: Page): Promise<void> {
  await password(page).fill(PASSWORD);
  await signInButton(page).click();
  await expect(page).toHaveURL('/dashboard');
}

/** Closes the tab, lets time pass and opens the portal again. */
async function comeBack(page: Page, people: People, email: string, minutes: number): Promise<Page> {
  const later = await page.context().newPage();
  await page.close();
  await letTimePass(later, people, email, minutes);
  await later.goto('/');
  return later;
}

test(
  'LOGIN-10 SHELL-02 left open for 9.8 minutes: the countdown ends, the e-mail is there, the password signs in',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await enter(page, people);
    await letTimePass(page, people, email, 7.6);
    await expect(warning(page)).toBeVisible();
    await letTimePass(page, people, email, 2.2);
    await expect(page).toHaveURL('/login');
    await expectRemembered(page);
    await page.reload();
    await expectRemembered(page);
    await enterPassword(page);
  },
);

test(
  'LOGIN-10 SHELL-02 whoever closes the tab and comes back after the idle limit types the password alone',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await enter(page, people);
    const later = await comeBack(page, people, email, 60);
    await expect(later).toHaveURL('/login');
    await expectRemembered(later);
    await enterPassword(later);
  },
);

test(
  'LOGIN-10 ROUTE-07 Logout leaves the browser remembered, at once and days later',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await enter(page, people);
    await logout(page).click();
    await expect(page).toHaveURL('/login');
    await expectRemembered(page);
    const later = await comeBack(page, people, email, 3 * DAYS);
    await expectRemembered(later);
    await enterPassword(later);
  },
);

test('LOGIN-10 Not you? empties the field, and it stays empty', async ({ page, people }) => {
  const email = await enter(page, people);
  await logout(page).click();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expectNobody(page);
  await expect(loginName(page)).toBeFocused();
  await page.reload();
  await expectNobody(page);
  const later = await comeBack(page, people, email, 10);
  await expectNobody(later);
});

test(
  'LOGIN-10 without Remember me nothing is remembered, whether the session idles or is ended',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await enterToBeLeft(page, people, { isRemembered: false });
    await letTimePass(page, people, email, 7.6);
    await expect(warning(page)).toBeVisible();
    await letTimePass(page, people, email, 2.2);
    await expect(page).toHaveURL('/login');
    await expectNobody(page);
    await enterCredentials(page, email);
    await expect(page).toHaveURL('/dashboard');
    await logout(page).click();
    await expectNobody(page);
    await page.reload();
    await expectNobody(page);
  },
);

test(
  'LOGIN-10 a browser is remembered for 30 days after the last sign-in and no longer',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await enter(page, people);
    await logout(page).click();
    const nearTheEnd = await comeBack(page, people, email, 29 * DAYS);
    await expectRemembered(nearTheEnd);
    await enterPassword(nearTheEnd);
    await logout(nearTheEnd).click();
    const again = await comeBack(nearTheEnd, people, email, 29 * DAYS);
    await expectRemembered(again);
    const tooLate = await comeBack(again, people, email, 2 * DAYS);
    await expectNobody(tooLate);
  },
);
