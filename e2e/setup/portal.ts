import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Endpoint } from '../../src/shared/contract/endpoint.ts';

export const PASSWORD = 'Harbor-demo-2026';

/** People of the demo data. */
export const DANA = 'dana@northgate.example';
export const SAM = 'sam@bluewater.example';
export const EMPTY_BOOK = 'new@firstlight.example';
export const FORMER = 'former@cedarlane.example';
export const BROKER = 'tessa@brightpath.example';

export const loginName = (page: Page): Locator => page.getByRole('textbox', { name: 'E-mail or username' });
export const password = (page: Page): Locator => page.getByRole('textbox', { name: 'Password' });
export const signInButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign in' });

export async function enterCredentials(page: Page, name: string, word: string = PASSWORD): Promise<void> {
  await loginName(page).fill(name);
  await password(page).fill(word);
  await signInButton(page).click();
}

/** Signs in on the way to a page, as somebody does who follows a link. */
export async function openAs(page: Page, name: string, path = '/dashboard'): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`);
  await enterCredentials(page, name);
  await page.waitForURL(path);
}

/** The part of the strip with this label. */
export const figure = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Portfolio summary' })
    .locator('dl > div')
    .filter({ has: page.getByRole('button', { name: `About ${label}`, exact: true }) });

export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

/** Matches the calls of an endpoint, for page.route() and page.waitForResponse(). */
export const callsOf = (endpoint: Endpoint): RegExp =>
  new RegExp(`${endpoint.path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`);

export interface KeptInBrowser {
  local: Record<string, string>;
  session: Record<string, string>;
  cookies: string;
}

/** Everything that a script could read of what the browser keeps. */
export const dumpStorage = (page: Page): Promise<KeptInBrowser> =>
  page.evaluate(() => ({
    local: { ...window.localStorage },
    session: { ...window.sessionStorage },
    cookies: document.cookie,
  }));

export async function sessionCookie(context: BrowserContext) {
  const cookies = await context.cookies();
  return cookies.find((cookie) => cookie.name === '__Host-session');
}
