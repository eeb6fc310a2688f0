import type { Page } from '@playwright/test';
import { invitesContract } from '../src/shared/contract/invites.ts';
import { profileContract } from '../src/shared/contract/profile.ts';
import type { Book } from './setup/book.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { slider } from './setup/offer-page.ts';
import { addressOf, openOffers } from './setup/offers.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

let invites: Invites;
test.beforeAll(() => {
  invites = openInvites();
});
test.afterAll(() => invites.end());

const WIDTHS = [390, 1024, 1440];

const openTable = async (page: Page, view: string) => {
  await openAs(page, DANA, `/dashboard?view=${view}`);
  await page.getByText(/^1–25 of/).waitFor();
};

const SCREENS: Record<string, (page: Page, book: Book) => Promise<void>> = {
  'simple view': (page) => openTable(page, 'simple'),
  'detailed view': (page) => openTable(page, 'detailed'),
  'syndicated deals, one opened': async (page) => {
    await openTable(page, 'deals');
    await page
      .getByRole('button', { name: /^Details of/ })
      .nth(5)
      .click();
    await page.getByRole('row', { name: /^Total/ }).waitFor();
  },
  payouts: async (page) => {
    await openAs(page, DANA, '/dashboard?view=payouts&payDate=2026-11-12');
    await page.getByRole('row', { name: /^Total/ }).waitFor();
  },
  'file control sheet': async (page, book) => {
    const { publicId } = await book.fileOf('Northgate Partners', 'full');
    await openAs(page, DANA, `/fcs/${publicId}`);
    await page.getByText('Total of active advances').waitFor();
    await page.getByRole('region', { name: 'Our Offer' }).getByText('Payback').waitFor();
  },
  'contact dialog': async (page) => {
    await openAs(page, DANA, '/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'pre-funding': async (page) => {
    const { publicId } = await invites.create();
    await openAs(page, DANA, `/prefunding/${publicId}`);
    await page.getByRole('slider').waitFor();
  },
  offer: async (page) => {
    const offers = openOffers();
    await page.goto(addressOf(await offers.create()));
    await offers.close();
    await slider(page).waitFor();
  },
};

for (const [screen, open] of Object.entries(SCREENS)) {
  test(`SHELL-05 ${screen}: long names and nine-figure amounts fit every window, and no figure runs into another`, async ({
    page,
    book,
  }) => {
    await lengthenAnswers(page);
    await open(page, book);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflows(page), { message: `at ${width} px` }).toEqual([]);
    }
  });
}

/** Pages of which nothing is known yet; their outlines are of a fixed size. */
const UNKNOWN: Record<string, (page: Page) => Promise<void>> = {
  dashboard: async (page) => {
    await page.route(callsOf(profileContract.portalUserProfile), () => undefined);
    await openAs(page, DANA);
    await page.getByText('Total Portfolio Balance').waitFor();
  },
  'reply to accounting': async (page) => {
    await page.route(callsOf(invitesContract.invite), () => undefined);
    await openAs(page, DANA, '/accounting_reply/any');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  },
};

for (const [screen, open] of Object.entries(UNKNOWN)) {
  test(`SHELL-05 ${screen}: fits every window while its answers are on their way`, async ({ page }) => {
    await open(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => overflows(page), { message: `at ${width} px` }).toEqual([]);
    }
  });
}

/** What is wider than its place: the page, a dialog, or a figure that leaves its cell. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('dialog')];
    const wide = frames.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const cells = [
      ...document.querySelectorAll(':is(tbody, tfoot) > tr > *, dl:not([class*="strip"]) dd'),
    ].filter((cell) => {
      const [place, content] = [cell.getBoundingClientRect(), document.createRange()];
      content.selectNodeContents(cell);
      const { left, right, width } = content.getBoundingClientRect();
      const isSeen = place.width > 1 && width > 0;
      return isSeen && (left < place.left - 1 || right > place.right + 1);
    });
    return [...wide.map(({ tagName }) => tagName), ...cells.map((cell) => cell.textContent ?? '')];
  });
