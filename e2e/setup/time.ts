import type { Page } from '@playwright/test';
import { origin } from './environment.ts';
import type { People } from './people.ts';

const MINUTE = 60_000;
export const DAYS = 24 * 60;

/**
 * So many minutes pass for one person, on every clock there is: that of the pages, that of the browser's cookies, and, by as
 * much, the database's, by which the server judges. A clock left behind would hide what one side does when the other waits.
 */
export async function letTimePass(page: Page, people: People, email: string, minutes: number): Promise<void> {
  await people.grow(email, minutes);
  await ageCookies(page, minutes);
  const { clock } = page.context();
  if (minutes < DAYS) return clock.fastForward(minutes * MINUTE);
  // More than a timer of a browser can hold; nobody leaves a page open that long.
  const now = await page.evaluate(() => Date.now());
  await clock.setSystemTime(now + minutes * MINUTE);
}

/** The browser drops those whose time is over. */
async function ageCookies(page: Page, minutes: number): Promise<void> {
  const context = page.context();
  const kept = (await context.cookies()).filter(({ expires }) => expires > 0);
  await context.addCookies(
    kept.map(({ name, value, expires, httpOnly, secure, sameSite }) => ({
      name,
      value,
      httpOnly,
      secure,
      sameSite,
      expires: Math.max(1, Math.round(expires - (minutes * MINUTE) / 1000)),
      // Chromium takes a cookie of such a name for a secure address alone, and sends it to this machine's own as well.
      url: origin.replace('http:', 'https:'),
    })),
  );
}
