import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { PASSWORD } from './portal.ts';

/** Sets an authenticator app up, on a page with the section Second factor. Returns the key; the recovery codes are shown then. */
export async function setUpApp(page: Page, password = PASSWORD): Promise<string> {
  await page
    .getByRole('region', { name: 'Second factor' })
    .getByRole('button', { name: 'Set up app' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'The key, to be scanned' }).waitFor();
  const secret = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText();
  await dialog.getByLabel('Code').fill(await generate({ secret: secret.replaceAll(' ', '') }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
  return secret.replaceAll(' ', '');
}
