import type { Page as BrowserPage } from '@playwright/test';
import { generate } from 'otplib';
import { issueLink } from '../../src/server/features/links/issue-link.ts';
import { commandLineOperator, requireTenant } from '../../src/server/operator/command.ts';
import { createEncryption } from '../../src/server/platform/crypto/encryption.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { readEncryptionKeys } from '../../src/server/platform/settings/env.ts';
import { DESK_PAGES } from '../../src/shared/desk-pages.ts';
import { pathOf } from '../../src/shared/pages.ts';
import { DEMO_FACTOR } from '../demo-data/funders/people.ts';
import { requestsOf } from '../demo-data/link-requests.ts';
import type { Browser } from './browser.ts';
import type { Figures } from './figures.ts';
import { LIMITS, type PageName } from './limits.ts';

const MANAGER = 'dana@northgate.example';
const CLERK = 'owen@harbor.example';
const PASSWORD = 'Harbor-demo-2026';

export interface Target {
  name: PageName;
  /** The page's path, for a browser that is allowed to open it. */
  find: () => Promise<string>;
}

/** The budget of a page, with the size of its scripts. */
export const budgetOf = (name: PageName): Partial<Figures> => ({
  ...LIMITS[name].lighthouse,
  javascript: LIMITS[name].script,
});

/** The pages that have budgets, in an order in which one browser can open them: public pages before members' pages. */
export const targetsOf = (browser: Browser, origin: string, settings: Record<string, string>): Target[] => {
  const signedIn = (path: string) => async () => {
    await openDeals(browser, origin);
    return path;
  };
  return [
    { name: 'sign-in', find: async () => pathOf('signIn') },
    { name: 'offer', find: () => linkPath('offer', origin, settings) },
    { name: 'dashboard', find: signedIn(pathOf('dashboard')) },
    { name: 'file control sheet', find: async () => (await openDeals(browser, origin)).sheet },
    { name: 'deal page', find: async () => (await openDeals(browser, origin)).deal },
    { name: 'insights', find: signedIn(`${pathOf('dashboard')}?view=insights`) },
    { name: 'cash', find: signedIn(pathOf('cash')) },
    { name: 'documents', find: signedIn(pathOf('documents')) },
    { name: 'profile', find: signedIn(pathOf('profile')) },
    { name: 'pre-funding', find: () => linkPath('prefunding', origin, settings) },
    { name: 'payouts', find: signedIn(`${pathOf('dashboard')}?view=payouts`) },
    // Of somebody else, so that these come last.
    { name: 'desk board', find: () => openDesk(browser, origin, DESK_PAGES.board) },
    { name: 'desk deal', find: () => openDesk(browser, origin, DESK_PAGES.deals) },
  ];
};

const nameField = (page: BrowserPage) => page.getByRole('textbox', { name: 'E-mail or username' });

async function signIn(page: BrowserPage, who: string): Promise<void> {
  await nameField(page).fill(who);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the deals, signing in if necessary, and returns the addresses of the first deal's control sheet and page. */
async function openDeals({ context }: Browser, origin: string): Promise<{ sheet: string; deal: string }> {
  const page = await context.newPage();
  await page.goto(`${origin}${pathOf('dashboard')}?view=deals`);
  const name = nameField(page);
  const sheet = page.getByRole('link', { name: /^View FCS of / }).first();
  await name.or(sheet).waitFor();
  if (await name.isVisible()) await signIn(page, MANAGER);
  const path = await sheet.getAttribute('href');
  const deal = await page.locator('a[href^="/deal/"]').first().getAttribute('href');
  if (!path || !deal) throw new Error('The demo has no deal with a file control sheet.');
  await page.close();
  return { sheet: path, deal };
}

/** Opens a page of the desk, signing in if necessary, and returns its address, or that of the first funded deal in its list. */
async function openDesk({ context }: Browser, origin: string, path: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  const name = nameField(page);
  const heading = page.getByRole('heading', { level: 1, name: /^(Board|Deals)$/ });
  // Whoever was signed in before is no staff, and is led to their own pages.
  const others = page.getByRole('button', { name: /^Details of / });
  await name.or(heading).or(others.first()).waitFor();
  if (!(await heading.isVisible())) {
    await context.clearCookies();
    await page.goto(`${origin}${pathOf('signIn')}?redirect=${encodeURIComponent(path)}`);
    await signIn(page, CLERK);
    await page.getByLabel('Code').fill(await generate({ secret: DEMO_FACTOR }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading.waitFor();
  }
  const deal = page.getByRole('row').filter({ hasText: 'Active Advance' }).getByRole('link').first();
  const found = path === DESK_PAGES.deals ? await deal.getAttribute('href') : path;
  if (!found) throw new Error('The demo has no funded deal.');
  await page.close();
  return found;
}

/** The path of a link that the operator issues. */
async function linkPath(
  kind: 'offer' | 'prefunding',
  publicOrigin: string,
  { DATABASE_URL = '' }: Record<string, string>,
): Promise<string> {
  const db = openDatabase(DATABASE_URL, { maxConnections: 1 });
  const deps = { publicOrigin, encryption: createEncryption(readEncryptionKeys()) };
  try {
    const { id: tenantId } = await requireTenant(db, 'harbor');
    return await withTenant(db, tenantId, async (tx) => {
      const request = (await requestsOf(tx, tenantId)).find((one) => one.kind === kind);
      if (!request) throw new Error(`The demo has nothing open for a link of the kind ${kind}.`);
      const by = { tenantId, operator: commandLineOperator() };
      const { address } = await issueLink(tx, deps, by, { ...request, isMailed: false });
      return new URL(address).pathname;
    });
  } finally {
    await db.destroy();
  }
}
