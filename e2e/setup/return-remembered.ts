import { expect, type Page } from '@playwright/test';
import type { People } from './people.ts';
import { enterCredentials } from './portal.ts';
import { letTimePass, noteRequests } from './time.ts';

/** Signs in as a new user with a clock that the test controls, and returns the e-mail. */
export async function enterToBeLeft(
  page: Page,
  people: People,
  { isRemembered }: { isRemembered: boolean },
): Promise<string> {
  const email = await people.twinOfDana();
  await page.clock.install();
  noteRequests(page);
  await page.goto('/login');
  if (isRemembered) await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await enterCredentials(page, email);
  await expect(page).toHaveURL('/dashboard');
  // A pending activity report would arrive after the time that is about to pass.
  await page.waitForLoadState('networkidle');
  return email;
}

/** A remembered user opens the sign-in page again an hour later. Returns the e-mail. */
export async function returnRemembered(page: Page, people: People): Promise<string> {
  const email = await enterToBeLeft(page, people, { isRemembered: true });
  await page.goto('about:blank');
  await letTimePass(page, people, email, 60);
  await page.goto('/login');
  return email;
}
