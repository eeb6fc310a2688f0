import type { Locator, Page } from '@playwright/test';
import { passwordsContract } from '../src/shared/contract/passwords.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { newPerson } from './setup/new-person.ts';
import { callsOf, enterCredentials, openAs, PASSWORD } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });
// As most visitors have it: what moves is there.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const NEW_PASSWORD = 'Quiet-harbour-lights-7';
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Password Change', exact: true });

async function openDialog(page: Page): Promise<Locator> {
  const person = await newPerson();
  await openAs(page, person, '/profile?tab=login');
  await page
    .getByRole('region', { name: 'Login Credentials' })
    .getByRole('button', { name: 'Reset password' })
    .click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

async function submit(dialog: Locator, old: string, chosen: string, again: string): Promise<void> {
  await dialog.getByLabel('Old Password').fill(old);
  await dialog.getByLabel('New Password').fill(chosen);
  await dialog.getByLabel('Confirm Password').fill(again);
  await dialog.getByRole('button', { name: 'Change password' }).click();
}

test(
  'PWD-01 each field is required, of at least 8 characters, and can be shown',
  FULL_RUN,
  async ({ page }) => {
    const dialog = await openDialog(page);
    await expectAccessible(page);
    await expect(dialog.getByLabel('Old Password')).toBeFocused();
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Required.', { exact: true })).toHaveCount(3);
    await submit(dialog, 'short', 'short', 'short');
    await expect(dialog.getByText('Min 8 characters', { exact: true })).toHaveCount(3);
    await expectAccessible(page);
    for (const label of ['Old Password', 'New Password', 'Confirm Password']) {
      const field = dialog.getByLabel(label);
      await expect(field).toHaveAttribute('type', 'password');
      await dialog.getByRole('button', { name: 'Show password' }).first().click();
      await expect(field).toHaveAttribute('type', 'text');
    }
  },
);

test('PWD-02 what is wrong with the passwords is said in the dialog', FULL_RUN, async ({ page }) => {
  const dialog = await openDialog(page);
  const alert = dialog.getByRole('alert');
  await submit(dialog, 'not the old one', NEW_PASSWORD, NEW_PASSWORD);
  await expect(alert.getByText('Your old password is wrong', { exact: true })).toBeVisible();
  await submit(dialog, PASSWORD, PASSWORD, PASSWORD);
  await expect(alert.getByText('Your new password is same as old password', { exact: true })).toBeVisible();
  await submit(dialog, PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}!`);
  await expect(
    alert.getByText('Your new password and confirm password are not matching', { exact: true }),
  ).toBeVisible();
  await submit(dialog, PASSWORD, 'password1', 'password1');
  await expect(alert.getByText('This password is too common. Please choose another one.')).toBeVisible();
});

test(
  'PWD-02 where several things are wrong the first of them is said: old password, the same again, confirmation',
  FULL_RUN,
  async ({ page }) => {
    const dialog = await openDialog(page);
    const alert = dialog.getByRole('alert');
    await submit(dialog, 'not the old one', 'not the old one', `${NEW_PASSWORD}!`);
    await expect(alert).toHaveText('Your old password is wrong');
    await submit(dialog, 'not the old one', NEW_PASSWORD, `${NEW_PASSWORD}!`);
    await expect(alert).toHaveText('Your old password is wrong');
    await submit(dialog, PASSWORD, PASSWORD, NEW_PASSWORD);
    await expect(alert).toHaveText('Your new password is same as old password');
    await submit(dialog, PASSWORD, 'password1', NEW_PASSWORD);
    await expect(alert).toHaveText('Your new password and confirm password are not matching');
    await expect(dialog.getByLabel('Confirm Password')).toBeFocused();
  },
);

test(
  'PWD-02 LOGIN-05 guesses at the old password are closed after four, and the dialog says so',
  FULL_RUN,
  async ({ page }) => {
    const dialog = await openDialog(page);
    const alert = dialog.getByRole('alert');
    for (let guess = 1; guess <= 3; guess += 1) {
      await submit(dialog, `guess number ${guess}`, NEW_PASSWORD, NEW_PASSWORD);
      await expect(alert).toHaveText('Your old password is wrong');
    }
    await submit(dialog, 'guess number 4', NEW_PASSWORD, NEW_PASSWORD);
    await expect(alert).toHaveText('Too many attempts. Please wait a few minutes and try again.');
    await submit(dialog, PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
    await expect(alert).toHaveText('Too many attempts. Please wait a few minutes and try again.');
    await expectAccessible(page);
  },
);

test('PWD-02 SHELL-01 a change that fails says so for 3 seconds, above the dialog, and can be tried again', async ({
  page,
}) => {
  await page.clock.install();
  const dialog = await openDialog(page);
  await page.route(callsOf(passwordsContract.changePassword), (route) =>
    route.fulfill({ status: 500, body: 'broken' }),
  );
  await submit(dialog, PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
  const failure = page.getByRole('alert').getByText('Something went wrong', { exact: true });
  await expect(failure).toBeVisible();
  await page.clock.fastForward(3100);
  await expect(failure).toBeHidden();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(
    page.getByRole('status').getByText('Password Changed Successfully', { exact: true }),
  ).toBeVisible();
});

test(
  'PWD-02 SHELL-01 a change is said for 3 seconds, and the new password signs in',
  FULL_RUN,
  async ({ page }) => {
    await page.clock.install();
    const person = await newPerson();
    await openAs(page, person, '/profile?tab=login');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await submit(dialogOf(page), PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
    const done = page.getByRole('status').getByText('Password Changed Successfully', { exact: true });
    await expect(done).toBeVisible();
    await expect(dialogOf(page)).toBeHidden();
    await page.clock.fastForward(3100);
    await expect(done).toBeHidden();
    await page.getByRole('button', { name: 'Logout' }).click();
    await enterCredentials(page, person, NEW_PASSWORD);
    await expect(page).toHaveURL('/dashboard');
  },
);

test('PROFILE-03 the credentials show the user name and dots of a fixed number', async ({ page }) => {
  const person = await newPerson();
  await openAs(page, person, '/profile?tab=login');
  const section = page.getByRole('region', { name: 'Login Credentials' });
  // The e-mail address is the contact's; both can sign in.
  await expect(section.getByText(person.replace('@', '.'), { exact: true })).toBeVisible();
  await expect(section).not.toContainText(person);
  await expect(section.getByText('••••••••', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: 'Reset password' }).click();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(section.getByRole('button', { name: 'Reset password' })).toBeFocused();
});
