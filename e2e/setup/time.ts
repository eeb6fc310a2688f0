import { expect, type Page, type Request } from '@playwright/test';
import { origin } from './environment.ts';
import type { People } from './people.ts';

const MINUTE = 60_000;
export const DAYS = 24 * 60;

const unanswered = new WeakMap<Page, Set<Request>>();

/**
 * Makes letTimePass() wait for what the page has asked until then. If it arrived between the clocks, the server would find the session
 * idle before the page does.
 */
export function noteRequests(page: Page): void {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  // What a document had asked that was left is not heard of again.
  page.on('domcontentloaded', () => open.clear());
}

/**
 * Lets time pass for one user on every clock: the page's, the cookies' and, for that user, the database's. A clock left behind
 * would hide what one side does while the other waits.
 */
export async function letTimePass(page: Page, people: People, email: string, minutes: number): Promise<void> {
  await expect.poll(() => unanswered.get(page)?.size ?? 0).toBe(0);
  await people.grow(email, minutes);
  await ageCookies(page, minutes);
  const { clock } = page.context();
  if (minutes < DAYS) return clock.fastForward(minutes * MINUTE);
  // Longer than a browser's timer can be, and than anybody leaves a page open.
  const now = await page.evaluate(() => Date.now());
  await clock.setSystemTime(now + minutes * MINUTE);
}

/** Removes expired cookies, as the browser does. */
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
      // Chromium accepts a cookie with this prefix for a secure address only, and also sends it to localhost.
      url: origin.replace('http:', 'https:'),
    })),
  );
}
