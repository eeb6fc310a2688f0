import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { addAuthenticator } from './setup/authenticator.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { openAs, PASSWORD } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { enrolTotp } from './setup/second-factor.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });
const reveal = (page: Page) => page.getByRole('dialog', { name: 'Show the bank numbers' });
const code = (page: Page) => question(page).getByRole('textbox', { name: 'Code', exact: true });

test('LOGIN-18 PROFILE-04 bank numbers are shown after the password and a code; a wrong code and Cancel lose nothing that was typed', async ({
  page,
  request,
  people,
}) => {
  const email = await people.twinOfDana();
  const { secret } = await enrolTotp(page, request, email);
  await people.ageFactor(email);
  await page.goto('/profile?tab=bank');
  await page.getByRole('button', { name: 'Show numbers' }).click();
  await reveal(page).getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(code(page)).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('alert')).toHaveText('That did not match. Please try again.');
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(reveal(page).getByRole('alert')).toHaveText(
    'This was not done, because it needs your second factor. You can try again.',
  );
  await expect(reveal(page).getByLabel('Your password')).toHaveValue(PASSWORD);

  await reveal(page).getByLabel('Your password').press('Enter');
  await expect(code(page)).toBeFocused();
  await page.keyboard.type(await generate({ secret }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide numbers' })).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test('LOGIN-18 a passkey confirms too, by keyboard alone', FULL_RUN, async ({ page, people }) => {
  await addAuthenticator(page);
  const email = await people.twinOfDana();
  await openAs(page, email, '/profile?tab=login');
  const factors = page.getByRole('region', { name: 'Second factor' });
  await factors.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('button', { name: 'I have kept them' }).click();

  await people.ageFactor(email);
  await pressEnter(factors.getByRole('button', { name: 'New codes' }));
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Use passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codes).toBeVisible();
});
