import type { Page } from '@playwright/test';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { authContract } from '../src/shared/contract/auth.ts';
import { passwordsContract } from '../src/shared/contract/passwords.ts';
import { funderOrigin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectTokenOutOfAddresses, tokenOf } from './setup/link-token.ts';
import {
  callsOf,
  enterCredentials,
  loginName,
  openAs,
  PASSWORD,
  password,
  signInButton,
} from './setup/portal.ts';
import { BROKEN, expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: new RegExp(`${REFUSED.source}|${BROKEN.source}`) });

const SENT = 'Password reset link has been sent to your email, Please check your email to proceed';
const EXPIRED = 'Link Expired. The link you are trying to access is expired. Please request a new link.';
const CHANGED = 'Your password has been changed. Please sign in with the new one.';
const NEW_PASSWORD = 'quiet harbour lantern 41';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Forgot password' });
const newPassword = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
const retyped = (page: Page) => page.getByRole('textbox', { name: 'Retype Password' });
const resetButton = (page: Page) => page.getByRole('button', { name: 'Reset', exact: true });

async function askForLink(page: Page, email: string) {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password' }).click();
  await dialog(page).getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog(page).getByRole('button', { name: 'Send Me Email' }).click();
}

/** The address of the mail's button. */
async function linkFromMail(email: string): Promise<string> {
  const { text } = await waitForMail(email, 'Choose a new password');
  const [link] = /http\S+reset_password_view\S+/.exec(text) ?? [];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

async function resetTo(page: Page, word: string) {
  await newPassword(page).fill(word);
  await retyped(page).fill(word);
  await resetButton(page).click();
}

test(
  'RESET-01 the dialog takes the e-mail that was typed, can be left, and says that the mail is on its way',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await page.goto('/login');
    await loginName(page).fill(email);
    const opener = page.getByRole('button', { name: 'Forgot password' });
    await opener.click();
    const field = dialog(page).getByRole('textbox', { name: 'E-mail' });
    await expect(field).toHaveValue(email);
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(dialog(page)).toBeHidden();

    await opener.click();
    await field.fill('');
    await dialog(page).getByRole('button', { name: 'Send Me Email' }).click();
    await expect(field).toHaveAccessibleDescription('email is required');
    await field.fill('dana at northgate');
    await dialog(page).getByRole('button', { name: 'Send Me Email', exact: true }).click();
    await expect(field).toHaveAccessibleDescription('Invalid e-mail.');
    await field.fill(email);
    await field.press('Enter');
    await expect(dialog(page).getByRole('alert').getByText(SENT, { exact: true })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page)).toBeHidden();
  },
);

test('RESET-02 without the funder’s wish everybody gets the same answer', FULL_RUN, async ({ page }) => {
  await askForLink(page, `nobody-${crypto.randomUUID()}@nowhere.example`);
  await expect(dialog(page).getByRole('alert').getByText(SENT, { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('in our system')).toBeHidden();
});

test.describe('a funder that tells', FULL_RUN, () => {
  test.use({ baseURL: funderOrigin });

  test('RESET-02 says which e-mail exists and which does not, and then there is nothing to send', async ({
    page,
    people,
  }) => {
    await people.discloseAccounts();
    await askForLink(page, `nobody-${crypto.randomUUID()}@nowhere.example`);
    const field = dialog(page).getByRole('textbox', { name: 'E-mail' });
    await expect(field).toHaveAccessibleDescription('Your Email does not exist in our system');
    await expect(dialog(page).getByRole('button', { name: 'Send Me Email' })).toBeHidden();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(await people.twinOfDana());
    await dialog(page).getByRole('button', { name: 'Send Me Email' }).click();
    await expect(
      dialog(page).getByText('Your Email is registered in our system', { exact: true }),
    ).toBeVisible();
    await expect(dialog(page).getByRole('alert').getByText(SENT, { exact: true })).toBeVisible();
  });

  test('LOGIN-01 name, support link and support e-mail are those of the funder', async ({ page }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Sign in · Harbor Capital');
    await expect(page.getByRole('banner')).toContainText('Harbor Capital');
    await expect(page.getByRole('link', { name: 'Customer support' })).toHaveAttribute('href', /^https:/);
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
  });
});

test(
  'RESET-03 too many requests are told in the words of the specification',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    for (let repeated = 0; repeated < 4; repeated += 1) {
      await dialog(page)
        .getByRole('button', { name: /Done|Send/ })
        .waitFor();
      await askForLink(page, email);
      await dialog(page).getByRole('alert').filter({ hasText: /./ }).waitFor();
    }
    await expect(dialog(page).getByRole('alert').getByText('Too many login attempts.')).toHaveText(
      'Too many login attempts.',
    );
  },
);

test(
  'RESET-01 SHELL-04 a request that does not get through says so and can be sent again',
  FULL_RUN,
  async ({ page }) => {
    await page.route(callsOf(passwordsContract.sendResetLink), (route) => route.abort());
    await askForLink(page, `nobody-${crypto.randomUUID()}@nowhere.example`);
    await expect(
      dialog(page).getByRole('alert').filter({ hasText: 'The portal did not answer' }),
    ).toBeVisible();
    await page.unrouteAll();
    await dialog(page).getByRole('button', { name: 'Send Me Email' }).click();
    await expect(dialog(page).getByRole('alert').getByText(SENT, { exact: true })).toBeVisible();
  },
);

test('RESET-04 RESET-05 RESET-06 ROUTE-09 the link of the mail sets a password, once, whatever its address says', async ({
  page,
  people,
}) => {
  const email = await people.twinOfDana();
  await askForLink(page, email);
  const link = await linkFromMail(email);

  const later = new URL(link);
  later.searchParams.set('expires', '1');
  await expectTokenOutOfAddresses(page, later.href, () =>
    expect(title(page)).toHaveText('Choose a new password'),
  );
  await resetButton(page).click();
  await expect(newPassword(page)).toHaveAccessibleDescription('password is required');
  await expect(retyped(page)).toHaveAccessibleDescription('Retype password is required');
  await expect(newPassword(page)).toBeFocused();
  await resetTo(page, 'short');
  await expect(newPassword(page)).toHaveAccessibleDescription('Min 8 characters');
  await newPassword(page).fill(NEW_PASSWORD);
  await retyped(page).fill(`${NEW_PASSWORD}!`);
  await resetButton(page).click();
  await expect(page.getByRole('alert')).toHaveText("Password doesn't match");
  await expect(retyped(page)).toBeFocused();
  await resetTo(page, 'password123');
  await expect(newPassword(page)).toHaveAccessibleDescription(/too common/);
  await resetTo(page, NEW_PASSWORD);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert').getByText(CHANGED, { exact: true })).toBeVisible();
  await waitForMail(email, 'Your password was changed');

  await enterCredentials(page, email, PASSWORD);
  await expect(page.getByText('The user credentials were incorrect')).toBeVisible();
  await enterCredentials(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL('/dashboard');

  await page.goto(link);
  await expect(title(page)).toHaveText('Link Expired');
  await expect(page).toHaveTitle('Link Expired · Syndicate Portal');
  await expect(page.getByRole('alert')).toHaveText(EXPIRED);
  await page.getByRole('button', { name: 'Request a new link' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'E-mail' })).toBeFocused();
});

test(
  'RESET-05 ROUTE-09 a link that is tampered with, incomplete or too old is expired',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    const link = new URL(await linkFromMail(email));
    const tampered = new URL(link);
    tampered.hash = link.hash.slice(0, -1) + (link.hash.endsWith('A') ? 'B' : 'A');
    for (const address of [
      tampered.href,
      '/reset_password_view',
      '/reset_password_view?id=%3Cb%3E&expires=9',
    ]) {
      await page.goto(address);
      await expect(page.getByRole('alert')).toHaveText(EXPIRED);
    }
    // The specification's form of the link.
    await page.goto(`/reset_password_view?id=${tokenOf(link.href)}&expires=9`);
    await expect(resetButton(page)).toBeVisible();
    await expect(page).toHaveURL('/reset_password_view');
    await people.expireResetLinks(email);
    await resetTo(page, NEW_PASSWORD);
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
  },
);

test(
  'RESET-06 ROUTE-05 whoever is signed in is signed out by the reset, in every tab',
  FULL_RUN,
  async ({ page, context, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    const link = await linkFromMail(email);
    await openAs(page, email);
    const other = await context.newPage();
    await other.goto(link);
    await resetTo(other, NEW_PASSWORD);
    await expect(other).toHaveURL('/login');
    await expect(other.getByRole('alert').getByText(CHANGED, { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(password(page)).toBeVisible();
  },
);

test(
  'RESET-06 LOGIN-05 whoever locked themselves out reads that the password is set, and signs in at once',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await page.goto('/login');
    for (let failure = 1; failure <= 4; failure += 1) {
      const answered = page.waitForResponse(callsOf(authContract.requestToken));
      await enterCredentials(page, email, `wrong ${failure}`);
      await answered;
      if (failure < 4) await expect(signInButton(page)).toBeEnabled();
    }
    await expect(page.getByRole('timer')).toBeVisible();
    await askForLink(page, email);
    await page.goto(await linkFromMail(email));
    await resetTo(page, NEW_PASSWORD);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert').getByText(CHANGED, { exact: true })).toBeVisible();
    await expect(page.getByRole('timer')).toBeHidden();
    await enterCredentials(page, email, NEW_PASSWORD);
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'RESET-04 a password longer than can be kept is refused with words, and not cut',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    await page.goto(await linkFromMail(email));
    await resetTo(page, 'quiet harbour '.repeat(10));
    await expect(newPassword(page)).toHaveAccessibleDescription('Max 128 characters');
    await expect(newPassword(page)).toHaveValue('quiet harbour '.repeat(10));
    await resetTo(page, NEW_PASSWORD);
    await expect(page).toHaveURL('/login');
  },
);

test(
  'RESET-06 the good news is shown also while another name is locked on this browser',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    await page.goto(await linkFromMail(email));
    await page.evaluate(() => window.localStorage.setItem('portal.locked-login-name', 'x@nowhere.example'));
    await page.route(callsOf(authContract.lockState), (route) =>
      route.fulfill({ json: { login_attempts_status: 1, retry_after: 500 } }),
    );
    await resetTo(page, NEW_PASSWORD);
    await expect(page.getByRole('timer')).toBeVisible();
    await expect(page.getByRole('alert').getByText(CHANGED, { exact: true })).toBeVisible();
  },
);

test(
  'RESET-05 SHELL-04 a link that could not be checked says so and can be tried again',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await askForLink(page, email);
    await page.route(callsOf(passwordsContract.checkResetLink), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await page.goto(await linkFromMail(email));
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(resetButton(page)).toBeVisible();
  },
);
