import type { APIRequestContext, Page } from '@playwright/test';
import { generate } from 'otplib';
import { secondFactorContract } from '../src/shared/contract/second-factor.ts';
import { addAuthenticator } from './setup/authenticator.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { dumpStorage, enterCredentials, loginName, PASSWORD } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { enrolTotp, memberHeaders } from './setup/second-factor.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

async function enrolAndSignOut(page: Page, request: APIRequestContext, email: string) {
  const enrolled = await enrolTotp(page, request, email);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(title(page)).toHaveText('Syndicate Login');
  return enrolled;
}

test('LOGIN-15 after the password a code of the app, or a recovery code, opens the session', async ({
  page,
  request,
  people,
}) => {
  const email = await people.twinOfDana();
  const { secret, recoveryCodes } = await enrolAndSignOut(page, request, email);
  await enterCredentials(page, email);
  await expect(title(page)).toHaveText('Confirm it’s you');
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  expect(JSON.stringify(await dumpStorage(page))).not.toContain(email);
  await continueButton(page).click();
  await expect(code(page)).toHaveAccessibleDescription('code is required');
  await code(page).fill('000000');
  await code(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('That did not match. Please try again.');
  await code(page).fill(await generate({ secret }));
  await continueButton(page).click();
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'Logout' }).click();
  await enterCredentials(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
  await continueButton(page).click();
  await expect(page).toHaveURL('/dashboard');
});

test(
  'LOGIN-15 LOGIN-05 wrong codes lock like wrong passwords, and the way back leads to the password',
  FULL_RUN,
  async ({ page, request, people }) => {
    const email = await people.twinOfDana();
    await enrolAndSignOut(page, request, email);
    await enterCredentials(page, email);
    await page.getByRole('button', { name: 'Back to sign-in' }).click();
    await expect(loginName(page)).toHaveValue(email);
    await enterCredentials(page, email);
    for (let wrong = 1; wrong <= 3; wrong += 1) {
      await code(page).fill(`00000${wrong}`);
      const answered = page.waitForResponse(/oauth\/token/);
      await continueButton(page).click();
      await answered;
    }
    await code(page).fill('000009');
    await continueButton(page).click();
    await expect(page.getByRole('timer')).toHaveText(
      /^Too many login attempts\. Please try again after \d\d:\d\d sec$/,
    );
    await expect(title(page)).toHaveText('Syndicate Login');
  },
);

test(
  'LOGIN-15 a sign-in that took too long for its second step says so and starts again',
  FULL_RUN,
  async ({ page, request, people }) => {
    const email = await people.twinOfDana();
    const { secret } = await enrolAndSignOut(page, request, email);
    await enterCredentials(page, email);
    await expect(code(page)).toBeFocused();
    await people.expireSignInChallenges(email);
    await code(page).fill(await generate({ secret }));
    await continueButton(page).click();
    await expect(title(page)).toHaveText('Syndicate Login');
    await expect(page.getByRole('alert')).toHaveText('This sign-in has expired. Please start again.');
    await expect(loginName(page)).toHaveValue(email);

    await enterCredentials(page, email);
    await code(page).fill(await generate({ secret }));
    await continueButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

async function enrolPasskey(page: Page, request: APIRequestContext, email: string) {
  const authenticator = await addAuthenticator(page);
  const headers = await memberHeaders(page, email);
  const started = await request.post(secondFactorContract.startPasskey.path, {
    headers,
    data: { password: PASSWORD },
  });
  const { options } = (await started.json()) as { options: PublicKeyCredentialCreationOptionsJSON };
  const registration = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return credential.toJSON() as unknown;
  }, options);
  const finished = await request.post(secondFactorContract.finishPasskey.path, {
    headers,
    data: { name: 'Laptop', registration },
  });
  const { recovery_codes: recoveryCodes } = (await finished.json()) as { recovery_codes: string[] };
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(title(page)).toHaveText('Syndicate Login');
  return { ...authenticator, recoveryCodes };
}

test(
  'LOGIN-15 a passkey is asked for by the browser and opens the session',
  FULL_RUN,
  async ({ page, request, people }) => {
    const email = await people.twinOfDana();
    await enrolPasskey(page, request, email);
    await enterCredentials(page, email);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'LOGIN-15 a passkey that is not shown says so, can be asked for again, and a recovery code does instead',
  FULL_RUN,
  async ({ page, request, people }) => {
    const email = await people.twinOfDana();
    const { forgetPasskeys, recoveryCodes } = await enrolPasskey(page, request, email);
    await forgetPasskeys();
    await enterCredentials(page, email);
    const alert = page
      .getByRole('alert')
      .getByText('The passkey was not confirmed. Please try again.', { exact: true });
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await page.getByRole('button', { name: 'Use passkey' }).click();
      await expect(page.getByRole('button', { name: 'Waiting for your passkey…' })).toBeHidden();
      await expect(alert).toBeVisible();
    }
    await expectPresentable(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expect(alert).toBeHidden();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[0] ?? '');
    await continueButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'SHELL-05 LOGIN-12 LOGIN-15 the second step: accessible in light and dark, fits every window, keeps nothing secret',
  FULL_RUN,
  async ({ page, request, people }) => {
    const email = await people.twinOfDana();
    await enrolAndSignOut(page, request, email);
    await enterCredentials(page, email);
    await expect(code(page)).toBeFocused();
    await expectPresentable(page);
  },
);
