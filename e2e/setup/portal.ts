import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Endpoint } from '../../src/shared/contract/endpoint.ts';
import { signIn } from './sign-in.ts';

export const PASSWORD = 'Harbor-demo-2026';

/** Users of the demo data. */
export const DANA = 'dana@northgate.example';
export const SAM = 'sam@bluewater.example';
export const EMPTY_BOOK = 'new@firstlight.example';
export const FORMER = 'former@cedarlane.example';
export const BROKER = 'tessa@brightpath.example';
/** An administrator and a servicing clerk of the funder. */
export const ADA = 'ada@harbor.example';
export const OWEN = 'owen@harbor.example';

export const loginName = (page: Page): Locator => page.getByRole('textbox', { name: 'E-mail or username' });
export const password = (page: Page): Locator => page.getByRole('textbox', { name: 'Password' });
export const signInButton = (page: Page): Locator => page.getByRole('button', { name: 'Sign in' });

export async function enterCredentials(page: Page, name: string, word: string = PASSWORD): Promise<void> {
  await loginName(page).fill(name);
  await password(page).fill(word);
  await signInButton(page).click();
}

/** Opens the page with a session of that user. */
export async function openAs(page: Page, name: string, path = '/dashboard'): Promise<void> {
  await signIn(page, name);
  await page.goto(path);
}

/** The figure of the summary strip with this label. */
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

/** Everything in the browser's storage that a script can read. */
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
