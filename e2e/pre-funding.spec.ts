import type { Locator, Page } from '@playwright/test';
import { invitesContract } from '../src/shared/contract/invites.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { exposureAfter, shareOutlook } from '../src/shared/domain/pre-funding-outlook.ts';
import { formatPercent, rate } from '../src/shared/domain/rate.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { callsOf, DANA, openAs, SAM } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const SUBMITTED = 'Your request has been submitted successfully. Thank you,';
const NOT_FOUND = /^Failed to load resource: the server responded with a status of 404/;
const TOO_LATE = /^Failed to load resource: the server responded with a status of 409/;

let invites: Invites;
test.beforeAll(() => {
  invites = openInvites();
});
test.afterAll(() => invites.end());

const slider = (page: Page) => page.getByRole('slider', { name: 'Max Participation' });
const participation = (page: Page) => page.getByRole('region', { name: 'Your participation' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });
const fact = (place: Locator, name: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(name, { exact: true }) })
    .locator('dd');

async function open(page: Page, publicId: string, who = DANA) {
  await openAs(page, who, `/prefunding/${publicId}`);
  await expect(slider(page)).toBeVisible();
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`PREFUND-01 PREFUND-02 an invite is read, priced and accepted at ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const deal = await invites.create({ capPercent: '60', maxSharePercent: '10', offeredSharePercent: '5' });
    await open(page, deal.publicId);
    await expect(page).toHaveTitle(`Pre-Funding of ${deal.name} · Syndicate Portal`);
    const facts = page.getByRole('region', { name: 'The deal' });
    const shown = Object.entries({
      MID: deal.mid,
      'Position number': '2',
      'Funding amount': '$60,000.00',
      'Factor rate': '1.42',
      'Term in days': '120 days',
      Payment: '$710.00 daily',
      'Left for syndicates': '60.0%',
    });
    for (const [name, value] of shown) await expect(fact(facts, name)).toHaveText(value);

    await expect(slider(page)).toHaveAttribute('min', '0');
    await expect(slider(page)).toHaveAttribute('max', '10');
    await expect(slider(page)).toHaveAttribute('step', '0.5');
    await expect(slider(page)).toHaveValue('5');
    await expect(participation(page).getByText('$3,000.00', { exact: true })).toBeVisible();
    await slider(page).fill('7.5');
    await slider(page).press('ArrowLeft');
    await expect(participation(page).getByText('7.0%', { exact: true })).toBeVisible();
    await expect(participation(page).getByText('$4,200.00', { exact: true })).toBeVisible();

    const { syndicationFeePercent, managementFeePercent } = await invites.northgate();
    const outlook = shareOutlook({
      offerAmount: 6_000_000n,
      paybackAmount: 8_520_000n,
      payment: 71_000n,
      paymentFrequency: 'DAILY',
      sharePercent: rate('7'),
      commissionPercent: rate('10'),
      syndicationFeePercent: rate(syndicationFeePercent),
      managementFeePercent: rate(managementFeePercent),
    });
    const value = (name: RegExp) =>
      participation(page)
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd');
    await expect(value(/^Total investment cost/)).toHaveText(formatMoney(outlook.investmentCost));
    await expect(value(/^Expected net payments per week/)).toHaveText(formatMoney(outlook.weeklyNetPay));
    await expect(value(/^Total expected back/)).toHaveText(formatMoney(outlook.totalNetPay));
    const { total } = await invites.exposure();
    const after = exposureAfter({ total, merchant: 0n, industry: 0n, state: 0n }, outlook.totalNetPay);
    await expect(value(/^Merchant/)).toHaveText(formatPercent(after.merchant));
    await expect(value(/^State/)).toHaveText(/^\d+\.\d\d%$/);

    await page.getByRole('textbox', { name: 'Note' }).click();
    await page.keyboard.type('As agreed');
    const answered = page.waitForResponse(callsOf(invitesContract.acceptPreFunding));
    await submit(page).click();
    expect((await answered).status()).toBe(200);
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    expect((await invites.read(deal)).acceptances).toEqual([
      { sharePercent: '7.0000', participationAmountCents: 420_000n, messageHtml: '<p>As agreed</p>' },
    ]);
    await page.reload();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    await expect(page.getByText(/^7\.0% of the deal, \$4,200\.00, on /)).toBeVisible();
  });
}

test('PREFUND-02 another invite in the same window starts from itself', FULL_RUN, async ({ page }) => {
  const [first, second] = [await invites.create(), await invites.create({ offeredSharePercent: '3' })];
  await open(page, first.publicId);
  await submit(page).click();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await page.evaluate((path) => window.history.pushState({}, '', path), `/prefunding/${second.publicId}`);
  await expect(page.getByText(second.mid)).not.toHaveCount(0);
  await expect(slider(page)).toHaveValue('3');
  await expect(page.getByText(SUBMITTED)).toBeHidden();
});

test(
  'PREFUND-01 PREFUND-02 the slider ends at what is left, and addresses with the syndicate and the history lead to the same page',
  FULL_RUN,
  async ({ page }) => {
    const deal = await invites.create({ capPercent: '12' });
    await invites.takeFor(deal, deal.other, '8.5');
    await openAs(page, DANA, `/prefunding/${deal.publicId}/${deal.own}/${deal.ownId}`);
    await expect(slider(page)).toHaveAttribute('max', '3.5');
    await expect(page.getByText('You are invited to up to 10.0%; 3.5% of the deal is left.')).toBeVisible();
  },
);

test(
  'PREFUND-02 PREFUND-04 at 0% the page says that submitting declines, and so it does',
  FULL_RUN,
  async ({ page }) => {
    const deal = await invites.create({ offeredSharePercent: '5' });
    await open(page, deal.publicId);
    const warning = page.getByText('0% declines: your syndicate takes no part in this deal.');
    await expect(warning).toBeHidden();
    await slider(page).press('Home');
    await expect(warning).toBeVisible();
    await expect(submit(page)).toHaveText('Submit and decline');
    await submit(page).click();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    expect((await invites.read(deal)).acceptances).toEqual([
      { sharePercent: '0.0000', participationAmountCents: 0n, messageHtml: null },
    ]);
    await page.reload();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    await expect(page.getByText(/^Your syndicate declined this deal, on /)).toBeVisible();

    await page.getByRole('link', { name: 'write to accounting' }).click();
    await expect(page).toHaveURL(`/accounting_reply/${deal.publicId}`);
    await expect(
      page.getByText('Your message to the accounting team about the deal that your syndicate declined.'),
    ).toBeVisible();
  },
);

test('PREFUND-02 PREFUND-04 a decline is presentable, before and after', FULL_RUN, async ({ page }) => {
  test.slow();
  const deal = await invites.create({ offeredSharePercent: '5' });
  await open(page, deal.publicId);
  await slider(page).press('Home');
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  await expectPresentable(page);
  await invites.takeFor(deal, deal.own, '0');
  await page.reload();
  await expect(page.getByText(/^Your syndicate declined this deal, on /)).toBeVisible();
  await expectPresentable(page);
});

test.describe('too late', () => {
  test.use({ expectedComplaints: TOO_LATE });

  test('PREFUND-03 whoever comes too late is told what is left, and takes it', async ({ page }) => {
    const deal = await invites.create({ capPercent: '12' });
    await open(page, deal.publicId);
    await slider(page).fill('6');
    await invites.takeFor(deal, deal.other, '9');
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Others were quicker: 3.0% of this deal is left for you.',
    );
    await expect(slider(page)).toHaveValue('3');
    await expect(participation(page).getByText('$1,800.00', { exact: true })).toBeVisible();
    await submit(page).click();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
    expect((await invites.read(deal)).acceptances).toMatchObject([{ sharePercent: '3.0000' }]);
  });

  test(
    'PREFUND-03 what a colleague has taken meanwhile is shown, and that it is not what was chosen',
    FULL_RUN,
    async ({ page }) => {
      const deal = await invites.create();
      await open(page, deal.publicId);
      await slider(page).fill('6');
      await invites.takeFor(deal, deal.own, '5');
      await submit(page).click();
      await expect(page.getByText('Your syndicate has already taken 5.0% of this deal.')).toBeVisible();
      await expect(page.getByText(/^5\.0% of the deal, /)).toBeVisible();
      expect((await invites.read(deal)).acceptances).toMatchObject([{ sharePercent: '5.0000' }]);
    },
  );

  test('PREFUND-03 where nothing is left there is nothing to submit', FULL_RUN, async ({ page }) => {
    const deal = await invites.create({ capPercent: '9' });
    await open(page, deal.publicId);
    await invites.takeFor(deal, deal.other, '9');
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText('Others were quicker: nothing of this deal is left.');
    await expect(slider(page)).toBeDisabled();
    await expect(submit(page)).toBeDisabled();
    await expectPresentable(page);
  });
});

test('PREFUND-03 clicked twice it is submitted once', FULL_RUN, async ({ page }) => {
  const deal = await invites.create();
  await open(page, deal.publicId);
  let sent = 0;
  await page.route(callsOf(invitesContract.acceptPreFunding), async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await submit(page).dblclick();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  expect(sent).toBe(1);
});

test.describe('leading to nothing', FULL_RUN, () => {
  test.use({ expectedComplaints: NOT_FOUND });

  test('PREFUND-02 without an id, with a wrong one and with another syndicate’s there is no page', async ({
    page,
  }) => {
    const sorry = page.getByRole('heading', { level: 1, name: 'Sorry, Page not found.' });
    const deal = await invites.create();
    await openAs(page, SAM, `/prefunding/${deal.publicId}`);
    await expect(sorry).toBeVisible();
    for (const address of ['/prefunding', '/prefunding/no-such-invite-at-all']) {
      await page.goto(address);
      await expect(sorry).toBeVisible();
    }
    await expectPresentable(page);
  });
});

test(
  'PREFUND-02 an address that names another syndicate, or a history that is not the invite’s, has no page',
  FULL_RUN,
  async ({ page }) => {
    const sorry = page.getByRole('heading', { level: 1, name: 'Sorry, Page not found.' });
    const [deal, another] = [await invites.create(), await invites.create()];
    await open(page, deal.publicId);
    const syndicates = [`${deal.other}`, `${deal.other}/${deal.ownId}`, '0', 'x'];
    const histories = [another.ownId, 999_999, 'x'].map((history) => `${deal.own}/${history}`);
    for (const more of [...syndicates, ...histories]) {
      await page.goto(`/prefunding/${deal.publicId}/${more}`);
      await expect(sorry, more).toBeVisible();
    }
    await page.goto(`/prefunding/${deal.publicId}/${deal.own}/${deal.ownId}`);
    await expect(slider(page)).toBeVisible();
    await submit(page).click();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
  },
);

test('PREFUND-02 a deal that is funded meanwhile says so', FULL_RUN, async ({ page }) => {
  const deal = await invites.create();
  await invites.close(deal);
  await openAs(page, DANA, `/prefunding/${deal.publicId}`);
  await expect(page.getByText('This deal no longer takes participations.')).toBeVisible();
});

test('PREFUND-01 PREFUND-02 the form and what comes after it are presentable', FULL_RUN, async ({ page }) => {
  const deal = await invites.create({ capPercent: '60' });
  await open(page, deal.publicId);
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  await expectPresentable(page);
  await submit(page).click();
  await expect(page.getByText(SUBMITTED)).toBeVisible();
  await expectPresentable(page);
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('PREFUND-02 SHELL-04 what does not load or submit says so, and trying again helps', async ({
    page,
  }) => {
    const deal = await invites.create();
    const facts = callsOf(invitesContract.invitedDeal);
    await page.route(facts, (route) => route.fulfill({ status: 500, body: '' }));
    await openAs(page, DANA, `/prefunding/${deal.publicId}`);
    await expect(page.getByText('The invite did not load')).toBeVisible();
    await expectPresentable(page);
    await page.unroute(facts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(slider(page)).toBeVisible();
    const accept = callsOf(invitesContract.acceptPreFunding);
    await page.route(accept, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await submit(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong on our side. Please try again in a moment.',
    );
    await page.unroute(accept);
    await submit(page).click();
    await expect(page.getByText(SUBMITTED)).toBeVisible();
  });
});
