import { issueLink } from '../../src/server/features/links/issue-link.ts';
import { commandLineOperator, requireTenant } from '../../src/server/operator/command.ts';
import { createEncryption } from '../../src/server/platform/crypto/encryption.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { readEncryptionKeys } from '../../src/server/platform/settings/env.ts';
import { pathOf } from '../../src/shared/pages.ts';
import { requestsOf } from '../demo-data/link-requests.ts';
import type { Browser } from './browser.ts';
import type { Figures } from './figures.ts';

const MANAGER = 'dana@northgate.example';
const PASSWORD = 'Harbor-demo-2026';

/** The limits for every page. */
const ALWAYS = { shift: 0, accessibility: 100, bestPractices: 100 };

export interface Target {
  name: string;
  budget: Partial<Figures>;
  /** The page's path, for a browser that is allowed to open it. */
  find: () => Promise<string>;
}

/** The pages that have budgets, in an order in which one browser can open them: public pages before members' pages. */
export const targetsOf = (browser: Browser, origin: string, settings: Record<string, string>): Target[] => [
  {
    name: 'sign-in',
    budget: { ...ALWAYS, javascript: 150, largestPaint: 1200, performance: 95 },
    find: async () => pathOf('signIn'),
  },
  { name: 'offer', budget: ALWAYS, find: () => offerPath(origin, settings) },
  {
    name: 'dashboard',
    budget: { ...ALWAYS, javascript: 280, performance: 90 },
    find: async () => {
      await openDeals(browser, origin);
      return pathOf('dashboard');
    },
  },
  { name: 'fcs', budget: ALWAYS, find: () => openDeals(browser, origin) },
];

/** Opens the deals, signing in if necessary, and returns the address of the first deal's control sheet. */
async function openDeals({ context }: Browser, origin: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${origin}${pathOf('dashboard')}?view=deals`);
  const name = page.getByRole('textbox', { name: 'E-mail or username' });
  const sheet = page.getByRole('link', { name: /^View FCS of / }).first();
  await name.or(sheet).waitFor();
  if (await name.isVisible()) {
    await name.fill(MANAGER);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  const path = await sheet.getAttribute('href');
  if (!path) throw new Error('The demo has no deal with a file control sheet.');
  await page.close();
  return path;
}

async function offerPath(
  publicOrigin: string,
  { DATABASE_URL = '' }: Record<string, string>,
): Promise<string> {
  const db = openDatabase(DATABASE_URL, { maxConnections: 1 });
  const deps = { publicOrigin, encryption: createEncryption(readEncryptionKeys()) };
  try {
    const { id: tenantId } = await requireTenant(db, 'harbor');
    return await withTenant(db, tenantId, async (tx) => {
      const request = (await requestsOf(tx, tenantId)).find(({ kind }) => kind === 'offer');
      if (!request) throw new Error('The demo has no offer that is open.');
      const by = { tenantId, operator: commandLineOperator() };
      const { address } = await issueLink(tx, deps, by, { ...request, isMailed: false });
      return new URL(address).pathname;
    });
  } finally {
    await db.destroy();
  }
}
