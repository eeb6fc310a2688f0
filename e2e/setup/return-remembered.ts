import { expect, type Page } from '@playwright/test';
import type { People } from './people.ts';
import { enterCredentials } from './portal.ts';

/** Somebody who asked to be remembered opens the sign-in page again, long after. Gives the e-mail. */
export async function returnRemembered(page: Page, people: People): Promise<string> {
  const email = await people.twinOfDana();
  await page.goto('/login');
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await enterCredentials(page, email);
  await expect(page).toHaveURL('/dashboard');
  // Nothing of the portal runs meanwhile that could say somebody is there.
  await page.goto('about:blank');
  await people.letSessionsGoIdle(email);
  await page.goto('/login');
  return email;
}
