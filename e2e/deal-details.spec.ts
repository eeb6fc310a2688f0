import type { Page } from '@playwright/test';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { calendarDate, formatDate } from '../src/shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../src/shared/domain/money.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import type { Book } from './setup/book.ts';
import type { PayingDeal } from './setup/book-payouts.ts';
import { replaceNotes } from './setup/deal-notes.ts';
import { origin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, openAs } from './setup/portal.ts';
import { BROKEN, expect, test } from './setup/test.ts';

// The time of a note is shown in the reader's time zone.
test.use({ timezoneId: 'America/New_York' });

const payouts = (page: Page) => page.getByRole('region', { name: 'Payouts', exact: true });
const breakdown = (page: Page) => page.getByRole('region', { name: 'Payout breakdown' });
const notes = (page: Page) => page.getByRole('region', { name: 'Notes', exact: true });
const note = (page: Page) => notes(page).getByRole('listitem');

/** The deal of Northgate Partners at this index, ordered by the number of pay dates, the most first. */
async function dealAt(book: Book, place: number): Promise<PayingDeal> {
  const deal = (await book.payingDealsOf('Northgate Partners')).at(place);
  if (!deal) throw new Error('The demo has fewer deals.');
  return deal;
}

async function openDeal(page: Page, { mid }: PayingDeal): Promise<void> {
  await openAs(page, DANA, `/dashboard?view=deals&search=${mid}`);
  await page.getByRole('button', { name: /^Details of / }).click();
}

test('DEALS-03 DASH-05 DASH-07 FMT-01 the payout breakdown and its total are the ledger’s, to the cent, and what is on its way is marked', async ({
  page,
  book,
}) => {
  const deal = await dealAt(book, 0);
  const lines = await book.payoutsOf(deal);
  const { upcoming } = await book.figuresOf('Northgate Partners');
  const mark = (payDate: string) => (upcoming.some((day) => day.payDate === payDate) ? 'On its way' : '');
  await openDeal(page, deal);
  const rows = payouts(page).getByRole('row');
  await expect(rows).toHaveCount(lines.length + 2);
  await expect(payouts(page).getByText('On its way')).toHaveCount(
    lines.filter(({ payDate }) => mark(payDate) !== '').length,
  );
  expect(await rows.allTextContents()).toEqual([
    'Pay DateGross amountMgt FeeNet PayNo. Trans',
    ...lines.map(
      ({ payDate, gross, fee, net, lines: count, hasReturn }) =>
        `${formatDate(calendarDate(payDate))}${mark(payDate)}${hasReturn ? 'Returned' : ''}${formatMoney(gross)}${formatMoney(fee)}${formatMoney(net)}${count}`,
    ),
    [
      'Total',
      formatMoney(sumMoney(lines.map(({ gross }) => gross))),
      formatMoney(sumMoney(lines.map(({ fee }) => fee))),
      formatMoney(sumMoney(lines.map(({ net }) => net))),
      lines.reduce((count, line) => count + line.lines, 0n),
    ].join(''),
  ]);
});

test(
  'DEALS-03 SHELL-05 a long breakdown scrolls by the keyboard with its total in sight',
  FULL_RUN,
  async ({ page, book }) => {
    await openDeal(page, await dealAt(book, -75));
    const total = payouts(page).getByRole('rowheader', { name: 'Total' });
    await expect(total).toBeVisible();
    await breakdown(page).focus();
    const held = await total.boundingBox();
    await page.keyboard.press('End');
    await expect.poll(() => breakdown(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(300);
    expect(await total.boundingBox()).toEqual(held);
    await expectAccessible(page);
  },
);

test('DEALS-03 a deal that has paid nothing yet says so', FULL_RUN, async ({ page, book }) => {
  const deal = await dealAt(book, -1);
  expect(await book.payoutsOf(deal)).toEqual([]);
  await openDeal(page, deal);
  await expect(payouts(page)).toContainText('Nothing has been paid out from this deal yet.');
});

test('DEALS-03 a note has its chip, time, author, role and text', FULL_RUN, async ({ page, book }) => {
  const deal = await dealAt(book, -42);
  await replaceNotes(deal.mid, [
    { createdAt: '2026-11-04T20:05:00Z', bodyHtml: '<p>Called <strong>twice</strong>.</p>' },
    { createdAt: '2026-11-03T14:09:00Z', kind: 'Ready2Fund', isPinned: true, authorRole: 'Underwriter' },
    { createdAt: '2026-11-02T05:00:00Z', isPinned: true, authorRole: null },
  ]);
  await openDeal(page, deal);
  await expect(note(page)).toHaveText([
    'readytofund11/03/2026, 9:09am · Ana Ruiz · UnderwriterSpoke to the owner.',
    'Pinned11/02/2026, 12:00am · Ana RuizSpoke to the owner.',
    '11/04/2026, 3:05pm · Ana Ruiz · ServicingCalled twice.',
  ]);
  await expect(note(page).last().locator('strong')).toHaveText('twice');
  await expectAccessible(page);
});

test(
  'DEALS-03 a deal with many notes shows the first five, and the others on request',
  FULL_RUN,
  async ({ page, book }) => {
    const deal = await dealAt(book, -43);
    await replaceNotes(deal.mid, Array(8).fill({}));
    await openDeal(page, deal);
    await expect(note(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Show 3 more notes' }).click();
    await expect(note(page)).toHaveCount(8);
  },
);

test('DEALS-03 a deal without notes says so', FULL_RUN, async ({ page, book }) => {
  const deal = await dealAt(book, -44);
  await replaceNotes(deal.mid, []);
  await openDeal(page, deal);
  await expect(
    notes(page).getByText('There are no notes for this submission', { exact: true }),
  ).toBeVisible();
});

const HOSTILE = `
  <p onclick="window.attacked = true" style="position: fixed; inset: 0" class="x" id="main">Harmless words</p>
  <img src="x" onerror="window.attacked = true"><svg onload="window.attacked = true"></svg>
  <script>window.attacked = true</script><style>body { display: none }</style>
  <iframe srcdoc="<script>parent.attacked = true</script>"></iframe>
  <form action="https://evil.example"><input name="password"><button>Sign in</button></form>
  <math><mi xlink:href="javascript:window.attacked = true">m</mi></math>
  <a href="javascript:window.attacked = true">script link</a>
  <a href=" java&#10;script:window.attacked = true">hidden link</a>
  <a href="data:text/html,<script>window.attacked = true</script>">data link</a>
  <a href="/login">own link</a>
  <a href="https://court.example/case?id=7" target="_self" rel="opener">court link</a>
  <a href="mailto:ana@harbor.example">mail link</a>`;

test.describe('hostile', FULL_RUN, () => {
  // The sanitizer parses the text in a separate document, and the browser reports what the policy would block there.
  test.use({ expectedComplaints: /Content Security Policy|^The page's policy was broken/ });

  test('DEALS-03 SHELL-05 a hostile note runs, loads and imitates nothing; what is harmless of it stays', async ({
    page,
    book,
  }) => {
    const deal = await dealAt(book, -45);
    await replaceNotes(deal.mid, [{ bodyHtml: HOSTILE }]);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) foreign.push(request.url());
    });
    await openDeal(page, deal);
    await expect(note(page)).toContainText('Harmless words');
    const link = (name: string) => note(page).getByText(name, { exact: true });
    for (const name of ['script link', 'hidden link', 'data link', 'own link']) {
      await expect(link(name)).not.toHaveAttribute('href');
      await link(name).click();
    }
    await expect(link('court link')).toHaveAttribute('href', 'https://court.example/case?id=7');
    await expect(link('court link')).toHaveAttribute('target', '_blank');
    await expect(link('court link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(link('mail link')).toHaveAttribute('href', 'mailto:ana@harbor.example');
    await link('Harmless words').click();
    const found = note(page).locator(
      'img, svg, script, style, iframe, form, input, button, math, [style], [id]',
    );
    await expect(found).toHaveCount(0);
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(foreign).toEqual([]);
    await expect(page).toHaveURL(/\/dashboard/);
  });
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DEALS-03 SHELL-04 each half fails without the other, and trying again brings it', async ({
    page,
    book,
  }) => {
    await page.route(callsOf(portfolioContract.dealPayouts), (route) => route.fulfill({ status: 500 }));
    await openDeal(page, await dealAt(book, -46));
    await expect(payouts(page).getByRole('alert')).toContainText('The payouts did not load');
    await expect(note(page).first()).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(payouts(page).getByRole('row', { name: /^Total/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('DEALS-03 SHELL-04 notes that fail to load leave the payouts alone', async ({ page, book }) => {
    await page.route(callsOf(portfolioContract.dealNotes), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openDeal(page, await dealAt(book, -47));
    await expect(notes(page).getByRole('alert')).toContainText('The notes did not load');
    await expect(payouts(page).getByRole('row', { name: /^Total/ })).toBeVisible();
    await page.unrouteAll();
    await notes(page).getByRole('button', { name: 'Try again' }).click();
    await expect(note(page).first()).toBeVisible();
  });
});

test.describe('narrow', FULL_RUN, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('DEALS-03 SHELL-05 on a phone the notes stand under the payouts, and nothing is cut off', async ({
    page,
    book,
  }) => {
    await openDeal(page, await dealAt(book, -48));
    await expect(note(page).first()).toBeVisible();
    const [above, below] = [await payouts(page).boundingBox(), await notes(page).boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
  });
});

test(
  'DEALS-03 LEDGER-03 a payout with a correction says so, and does not say that a bank returned it',
  FULL_RUN,
  async ({ page, book }) => {
    const deal = await dealAt(book, 0);
    await alterAnswers(page, portfolioContract.dealPayouts, (payouts) =>
      payouts.map((payout, index) => ({ ...payout, hasReturn: index === 1, hasCorrection: index === 0 })),
    );
    await openDeal(page, deal);
    const rows = payouts(page).getByRole('row');
    await expect(rows.nth(1)).toContainText('Correction');
    await expect(rows.nth(1)).not.toContainText('Returned');
    await expect(rows.nth(2)).toContainText('Returned');
    await expect(payouts(page).getByText('Correction')).toHaveCount(1);
  },
);
