import type { Page } from '@playwright/test';
import { builtSizes } from '../scripts/budgets/built-size.ts';
import { LIMITS, type PageName } from '../scripts/budgets/limits.ts';
import type { Book } from './setup/book.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { openInvites } from './setup/invites.ts';
import { acceptButton } from './setup/offer-page.ts';
import { addressOf, openOffers } from './setup/offers.ts';
import { asOwner } from './setup/owner.ts';
import { PAYOUTS, payDateRows } from './setup/payouts-tab.ts';
import { DANA, figure, OWEN, signInButton } from './setup/portal.ts';
import { signIn } from './setup/sign-in.ts';
import { expect, test } from './setup/test.ts';

// The phone that Lighthouse simulates.
const PHONE = { width: 412, height: 823 };
test.use({ viewport: PHONE });

interface Visited {
  /** Opens it, and resolves when its content is there. */
  visit: (page: Page, book: Book) => Promise<void>;
  isPublic?: boolean;
  /** Of the staff; Dana unless it is said. */
  who?: string;
}

// A worker may come back to this file after it has closed them.
let offers: ReturnType<typeof openOffers>;
let invites: ReturnType<typeof openInvites>;
test.beforeAll(() => {
  offers = openOffers();
  invites = openInvites();
});
test.afterAll(() => Promise.all([offers.close(), invites.end()]));

const VISITS: Record<PageName, Visited> = {
  'sign-in': {
    isPublic: true,
    async visit(page) {
      await page.goto('/login');
      await expect(page.locator('#prerendered')).toHaveCount(0);
      await expect(signInButton(page)).toBeVisible();
    },
  },
  offer: {
    isPublic: true,
    async visit(page) {
      await page.goto(addressOf(await offers.create()));
      await expect(acceptButton(page)).toBeVisible();
    },
  },
  dashboard: {
    async visit(page) {
      await page.goto('/dashboard');
      await expect(figure(page, 'Net Investment')).toContainText('$');
      await expect(page.getByRole('button', { name: /^Details of / }).first()).toBeVisible();
    },
  },
  'file control sheet': {
    async visit(page, book) {
      const { publicId } = await book.fileOf('Northgate Partners', 'full');
      await page.goto(`/fcs/${publicId}`);
      await expect(page.getByRole('heading', { name: 'MCA Information' })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  'deal page': {
    async visit(page, book) {
      const { publicId } = await book.fileOf('Northgate Partners', 'full');
      await page.goto(`/deal/${publicId}`);
      await expect(page.getByRole('heading', { name: 'Payouts' })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  insights: {
    async visit(page) {
      await page.goto('/dashboard?view=insights');
      await expect(page.getByRole('heading', { name: 'Concentration' })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  cash: {
    async visit(page) {
      await page.goto('/cash');
      await expect(page.getByText('Balance carried over')).toBeVisible();
    },
  },
  documents: {
    async visit(page) {
      await page.goto('/documents');
      await expect(page.getByRole('heading', { name: /^Statements/ }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
  profile: {
    async visit(page) {
      await page.goto('/profile');
      await expect(page.getByRole('tab').first()).toBeVisible();
    },
  },
  'pre-funding': {
    async visit(page) {
      const { publicId } = await invites.create();
      await page.goto(`/prefunding/${publicId}`);
      await expect(page.getByRole('slider')).toBeVisible();
    },
  },
  payouts: {
    async visit(page) {
      await page.goto(PAYOUTS);
      await expect(payDateRows(page).first()).toBeVisible();
    },
  },
  'desk board': {
    who: OWEN,
    async visit(page) {
      await page.goto('/desk');
      await expect(page.getByRole('region', { name: 'Health' })).toContainText('parts well');
    },
  },
  'desk deal': {
    who: OWEN,
    async visit(page) {
      const dealId = await firstFundedDeal();
      await page.goto(`/desk/deals/${dealId}`);
      await expect(page.getByRole('button', { name: /^Correct / }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    },
  },
};

const firstFundedDeal = () =>
  asOwner(async (tx) => {
    const deal = await tx
      .selectFrom('deals')
      .select('id')
      .where('tenantId', '=', HARBOR_CAPITAL)
      .where('status', '=', 'Active Advance')
      .where('mid', 'like', 'HC%')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return deal.id;
  });

/** Everything that the page requests from now on. */
function watchRequests(page: Page) {
  const asked = { script: new Set<string>(), style: new Set<string>(), font: new Set<string>() };
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const kind = kindOf(pathname);
    if (kind) asked[kind].add(pathname);
    else if (['fetch', 'xhr'].includes(request.resourceType())) calls.push(`${request.method()} ${pathname}`);
  });
  return { asked, calls };
}

declare global {
  interface Window {
    /** The most that the page needed, in pixels. */
    widest: number;
  }
}

/** A phone's browser shows a page smaller that is wider than its window, if only for a moment. */
function watchWidth(): void {
  window.widest = 0;
  const look = () => {
    // Without a body there is nothing to see, and the browser does not know yet that the page is made for phones.
    if (document.body) window.widest = Math.max(window.widest, window.innerWidth);
    requestAnimationFrame(look);
  };
  look();
}

function kindOf(pathname: string): 'script' | 'style' | 'font' | null {
  if (pathname.endsWith('.js')) return 'script';
  if (pathname.endsWith('.css')) return 'style';
  return pathname.endsWith('.woff2') ? 'font' : null;
}

test.describe(() => {
  test.use({ isMobile: true, hasTouch: true });

  for (const [name, { visit, isPublic, who = DANA }] of Object.entries(VISITS) as [PageName, Visited][]) {
    test(`PERF-01 SHELL-05 a first visit of the page ${name} loads no more than its limits, and is never wider than the phone`, async ({
      page,
      book,
    }) => {
      if (!isPublic) await signIn(page, who);
      await page.addInitScript(watchWidth);
      const { asked, calls } = watchRequests(page);
      await visit(page, book);
      await page.waitForLoadState('networkidle');
      const found = {
        script: await builtSizes(asked.script),
        style: await builtSizes(asked.style),
        font: await builtSizes(asked.font),
        files: asked.script.size + asked.style.size + asked.font.size,
        calls: calls.length,
      };
      expect.soft(await page.evaluate(() => window.widest)).toBe(PHONE.width);
      const { lighthouse: _, ...limits } = LIMITS[name];
      test.info().annotations.push({ type: 'measured', description: JSON.stringify(found) });
      const listed = [...asked.script, ...asked.style, ...asked.font, ...calls].join('\n');
      for (const [what, limit] of Object.entries(limits))
        expect
          .soft(
            found[what as keyof typeof found],
            `PERF-01: ${what} of the page ${name} (scripts/budgets/limits.ts)\n${listed}`,
          )
          .toBeLessThanOrEqual(limit);
    });
  }
});

test('PERF-02 what is typed before the editor is loaded is in it, with the cursor where it was', async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/rich-text-editor-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(addressOf(await offers.create()));
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.type('By E-Sign <please> \nthanks');
  await page.keyboard.press('Home');
  const before = await message.boundingBox();
  release();
  await expect(page.getByRole('toolbar', { name: 'Message: text style' })).toBeVisible();
  await expect(message).toBeFocused();
  await page.keyboard.type('many ');
  await expect(message.locator('p')).toHaveText(['By E-Sign <please> ', 'many thanks']);
  const after = await message.boundingBox();
  expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test.describe('with a chunk that does not load', FULL_RUN, () => {
  test.use({ expectedComplaints: /Failed to load resource|Failed to fetch dynamically imported module/ });

  test('PERF-02 without its editor the message can still be written, and the page says so', async ({
    page,
  }) => {
    await page.route(/rich-text-editor-.*\.js$/, (route) => route.abort());
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    await page.getByRole('textbox', { name: 'Message' }).fill('By E-Sign, please');
    await expect(page.getByRole('alert').getByText('The text styles did not load')).toBeVisible();
    await page.unroute(/rich-text-editor-.*\.js$/);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveText('By E-Sign, please');
  });
});
