import type { Browser, Page } from '@playwright/test';
import { postPayments } from '../src/server/ledger/post-payments.ts';
import { readToday } from '../src/server/platform/db/today.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../src/server/testing/factories.ts';
import { pdf } from '../src/server/testing/sample-files.ts';
import { deskDealsContract } from '../src/shared/contract/desk-deals.ts';
import { addDays } from '../src/shared/domain/calendar-date.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { openInvites } from './setup/invites.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { type Offers, openOffers } from './setup/offers.ts';
import { asOwner } from './setup/owner.ts';
import { ADA, callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const INGRID = 'ingrid@harbor.example';
const RENEE = 'renee@harbor.example';

let offers: Offers;
test.beforeAll(() => {
  offers = openOffers();
});
test.afterAll(() => offers.close());

/** A deal of its own, with a share and two payments, one that was paid out and one whose pay date is to come, and as many older ones. */
async function newDeal(olderPayments = 0) {
  const mark = crypto.randomUUID().slice(0, 8);
  const dealId = await asOwner(async (tx) => {
    const id = await createFundedDeal(tx, HARBOR_CAPITAL, {
      name: `Bayview Therapy ${mark}`,
      mid: `BV${mark}`,
      publicId: `bayview-${mark}`,
    });
    const syndicateId = await createSyndicate(tx, HARBOR_CAPITAL, {
      name: `Lakefront ${mark}`,
      abbreviation: `L${mark}`,
    });
    await createParticipation(tx, HARBOR_CAPITAL, { dealId: id, syndicateId });
    const today = await readToday(tx);
    const older = Array.from(
      { length: olderPayments },
      (_, place) => [`${mark}-${place}`, 30 - place] as const,
    );
    for (const [reference, daysAgo] of [...older, [`${mark}-paid`, 10], [`${mark}-open`, 0]] as const) {
      const date = addDays(today, -daysAgo);
      const entry = { result: 'cleared', reference, dealId: id, amount: 108_000n, date } as const;
      await postPayments(tx, HARBOR_CAPITAL, [entry], date);
    }
    return id;
  });
  return { dealId, mark, name: `Bayview Therapy ${mark}` };
}

/** Somebody else approves what waits on a page, on a phone. */
async function approveAs(email: string, browser: Browser, address: string, about: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await context.newPage();
  await openAs(phone, email, address);
  await expect(waiting(phone).getByText(about, { exact: true })).toBeVisible();
  await expectPresentable(phone);
  await phone.setViewportSize({ width: 390, height: 800 });
  await waiting(phone).getByRole('button', { name: 'Approve' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByText('Approved')).toBeVisible();
  await context.close();
}

const payments = (page: Page) => page.getByRole('table', { name: 'Payments' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Correct this payment' });
const effect = (page: Page) => panel(page).getByRole('table', { name: 'Effect per investor' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for a second person' });

test('DESK-114 by keyboard: from the list to a deal, its payments and their lines, and the address says what is listed', async ({
  page,
}) => {
  const { name, mark } = await newDeal();
  await openAs(page, OWEN, '/desk');
  await expect(page.getByRole('link', { name: 'Deals', exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Deals', level: 1 })).toBeVisible();
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Status').selectOption('Active Advance');
  await expect(page).toHaveURL(/status=Active/);
  await page.getByRole('textbox', { name: 'Name or MID' }).fill(mark);
  await expect(page).toHaveURL(new RegExp(`search=${mark}`));
  const rows = page.getByRole('table', { name: 'Deals' }).getByRole('link');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await rows.first().press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  // The names of the columns, its one share, the funder's own and the total.
  await expect(page.getByRole('table', { name: 'Shares' }).getByRole('row')).toHaveCount(4);
  await pressEnter(payments(page).getByRole('button', { expanded: false }).first());
  const lines = page.getByRole('table', { name: `Payout lines of ${mark}-open` });
  await expect(lines).toContainText('$108.00');
  await expectPresentable(page);
});

test('DESK-115 the search leads to a deal and to a payment of it, opened there', async ({ page }) => {
  const { name, mark } = await newDeal();
  await openAs(page, OWEN, '/desk/people');
  await expect(page.getByRole('link', { name: 'Ada Quinn' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(`${mark}-paid`);
  // Until the last letter is typed, more is found.
  await page
    .getByRole('group', { name: 'Payments' })
    .getByRole('option', { name: `${mark}-paid` })
    .click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: `Payout lines of ${mark}-paid` })).toBeVisible();
});

test(
  'DESK-114 on a phone the newest payments leave room for the rest of the deal until all are asked for',
  FULL_RUN,
  async ({ page }) => {
    const { dealId, mark } = await newDeal(6);
    await page.setViewportSize({ width: 390, height: 800 });
    await openAs(page, OWEN, `/desk/deals/${dealId}`);
    const openers = payments(page).getByRole('button', { expanded: false });
    await expect(openers).toHaveCount(5);
    await expect(payments(page).getByText(`${mark}-open`)).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Show all payments' }));
    await expect(openers).toHaveCount(8);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(openers).toHaveCount(8);
  },
);

test(
  'DESK-115 on a phone the search leads from the page of a deal to an older payment of it, opened there',
  FULL_RUN,
  async ({ page }) => {
    const { dealId, mark } = await newDeal(6);
    await page.setViewportSize({ width: 390, height: 800 });
    await openAs(page, OWEN, `/desk/deals/${dealId}`);
    await expect(payments(page).getByText(`${mark}-open`)).toBeVisible();
    await expect(payments(page).getByText(`${mark}-0`)).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type(`${mark}-0`);
    await page
      .getByRole('group', { name: 'Payments' })
      .getByRole('option', { name: `${mark}-0` })
      .click();
    await expect(page.getByRole('table', { name: `Payout lines of ${mark}-0` })).toBeVisible();
  },
);

test('DESK-123 by keyboard: a correction shows its effect first, is posted by one person, and Escape asks before it is lost', async ({
  page,
}) => {
  const { dealId, mark } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await pressEnter(payments(page).getByRole('button', { name: `Correct ${mark}-open` }));
  await expect(panel(page).getByLabel('Should be')).toBeFocused();
  await page.keyboard.type('1,008.00');
  await expect(effect(page).getByRole('row', { name: /Lakefront/ })).toContainText('$7.20');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await pressEnter(page.getByRole('button', { name: 'Go on' }));
  await panel(page).getByLabel('Reason').fill('Digits swapped at the processor');
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await pressEnter(panel(page).getByRole('button', { name: /^Post the correction of/ }));
  await expect(page.getByText('The payment is corrected')).toBeVisible();
  await expect(payments(page).getByText(`${mark}-open/2`)).toBeVisible();
  await expect(payments(page).getByRole('row', { name: /Corrected/ })).toHaveCount(1);
});

test('DESK-124 what was paid out is corrected by two people, from a phone as well', async ({
  page,
  browser,
}) => {
  const { dealId, mark } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await payments(page)
    .getByRole('button', { name: `Correct ${mark}-paid` })
    .click();
  await panel(page).getByRole('radio', { name: 'Void' }).check();
  await expect(panel(page).getByText(/Its pay date is closed, so a second person approves\./)).toBeVisible();
  await panel(page).getByLabel('Reason').fill('Posted for the wrong merchant');
  await panel(page)
    .getByLabel('Files to add')
    .setInputFiles({
      name: 'bank letter.pdf',
      mimeType: 'application/pdf',
      buffer: pdf('/Lang (The bank writes)'),
    });
  await panel(page).getByLabel('Proof').selectOption({ label: 'bank letter.pdf' });
  await panel(page).getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Asked. It waits for a second person')).toBeVisible();
  await expect(waiting(page).getByText(`payment ${mark}-paid of`)).toBeVisible();
  await expect(waiting(page).getByText('bank letter.pdf, among the files of the deal')).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  const phone = await context.newPage();
  await openAs(phone, INGRID, `/desk/deals/${dealId}`);
  const asked = waiting(phone)
    .locator('div', { hasText: `${mark}-paid` })
    .getByRole('button', { name: 'Approve' });
  await asked.last().click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByText('Approved')).toBeVisible();
  await expect(payments(phone).getByText('Corrected')).toBeVisible();
  await context.close();
});

test('DESK-128 status and terms are changed with what it does to the balances, for one deal and for several', async ({
  page,
  browser,
}) => {
  const [one, other] = [await newDeal(), await newDeal()];
  await openAs(page, OWEN, `/desk/deals/${one.dealId}`);
  await pressEnter(page.getByRole('button', { name: 'Change terms' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('One debit').fill('540');
  await dialog.getByLabel('How often').selectOption('Weekly');
  await dialog.getByLabel('Day of weekly debits').selectOption('Tuesday');
  await expect(dialog.getByText('One debit is $540.00.')).toBeVisible();
  await expect(dialog.getByText('Debits are weekly, on Tuesdays.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Agreed on the phone');
  await expectAccessible(page);
  await pressEnter(dialog.getByRole('button', { name: 'Change the terms' }));
  await expect(page.getByText('The deal is changed')).toBeVisible();
  await expect(page.getByText('$540.00 weekly', { exact: true })).toBeVisible();

  await page.goto('/desk/deals?search=Bayview+Therapy');
  for (const { name } of [one, other]) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await page.getByRole('button', { name: 'Change status of 2' }).click();
  await dialog.getByLabel('New status').selectOption('Write-off');
  await expect(dialog.getByText(/become \$0\.00 instead of/)).toHaveCount(2);
  await expect(dialog.getByRole('table', { name: 'Balance of each investor' })).toContainText('$0.00');
  await dialog.getByLabel('Reason').fill('Both shops have closed');
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(dialog.getByText(/Above \$5,000\.00, a second person approves\..+ can\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Asked. It waits for a second person')).toBeVisible();

  await approveAs(INGRID, browser, `/desk/deals/${one.dealId}`, 'Write-off');
  await page.goto(`/desk/deals/${other.dealId}`);
  await expect(page.getByText('Active Advance became Write-off')).toBeVisible();
  await expect(page.getByText(/Ingrid .+: Both shops have closed \(Owen .+ asked\)/)).toBeVisible();
});

test('DESK-181 a settlement asks for the letter before it can be sent', FULL_RUN, async ({ page }) => {
  const { dealId } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await pressEnter(page.getByRole('button', { name: 'Change status' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New status').selectOption('Settled');
  await dialog.getByLabel('Reason').fill('Settled at half');
  await pressEnter(dialog.getByRole('button', { name: 'Ask for approval' }));
  await expect(dialog.getByRole('alert').getByText(/choose the letter or the agreement/)).toBeVisible();
  await dialog
    .getByLabel('Files to add')
    .setInputFiles({ name: 'settlement.pdf', mimeType: 'application/pdf', buffer: pdf('/Lang (We settle)') });
  await dialog.getByLabel('Letter or agreement').selectOption({ label: 'settlement.pdf' });
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(waiting(page).getByText('settlement.pdf, among the files of the deal')).toBeVisible();
});

test('DESK-134 an accepted offer is funded from its page, with what each investor will see', async ({
  page,
  browser,
}) => {
  const { offerId, dealId } = await offers.create();
  await asOwner((tx) =>
    tx.updateTable('offers').set({ status: 'Offer Accepted' }).where('id', '=', offerId).execute(),
  );
  await openAs(page, RENEE, `/desk/submissions/${offerId}`);
  await pressEnter(page.getByRole('button', { name: 'Fund this deal' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Net to the merchant')).toBeVisible();
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Reason').fill('The contract is signed');
  await pressEnter(dialog.getByRole('button', { name: 'Ask for approval' }));
  await expect(page.getByText('Asked. It waits for a second person')).toBeVisible();
  await expect(waiting(page).getByText('Funding amount')).toBeVisible();
  await approveAs(INGRID, browser, `/desk/submissions/${offerId}`, 'Funding amount');
  await page.goto(`/desk/deals/${dealId}`);
  await expect(page.getByRole('heading', { name: 'Standing' })).toBeVisible();
  await expect(page.getByText(/became Active Advance/)).toBeVisible();
});

test(
  'DESK-142 the Schedule A of a share is downloaded at the desk, and from the deal’s page as its investor sees it',
  FULL_RUN,
  async ({ page, browser }) => {
    const invites = openInvites();
    const deal = await invites.create();
    await invites.takeFor(deal, deal.other, '5');
    await invites.end();
    await asOwner((tx) =>
      tx.updateTable('offers').set({ status: 'Offer Accepted' }).where('id', '=', deal.offerId).execute(),
    );
    await openAs(page, ADA, `/desk/submissions/${deal.offerId}`);
    await page.getByRole('button', { name: 'Fund this deal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The contract is signed');
    await dialog.getByRole('button', { name: 'Ask for approval' }).click();
    await approveAs(INGRID, browser, `/desk/submissions/${deal.offerId}`, 'Funding amount');
    await page.goto(`/desk/deals/${deal.dealId}`);
    const atDesk = page.getByRole('button', { name: /^Download the Schedule A of Rival/ });
    // The worker makes it within seconds.
    await expect(async () => {
      await page.reload();
      await expect(atDesk).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    const name = `Schedule A ${deal.mid}.pdf`;
    const saved = page.waitForEvent('download');
    await atDesk.press('Enter');
    expect((await saved).suggestedFilename()).toBe(name);
    await expect(page.getByText('The Schedule A is saved')).toBeVisible();
    await expectPresentable(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('button', { name: /^Look at the portal as Rival/ }).click();
    const asInvestor = page.getByRole('button', { name: 'Schedule A', exact: true });
    await expect(asInvestor).toBeVisible();
    const again = page.waitForEvent('download');
    await asInvestor.press('Enter');
    expect((await again).suggestedFilename()).toBe(name);
    await expectAccessible(page);
  },
);

test('DESK-116 a note is written and pinned, and says who sees it', FULL_RUN, async ({ page }) => {
  const { dealId } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  const notes = page.getByRole('region', { name: 'Notes' });
  await pressEnter(notes.getByRole('button', { name: 'Add a note' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Only the desk sees it.')).toBeVisible();
  const mark = dialog.getByRole('checkbox', { name: 'Visible to syndicates' });
  await mark.press('Space');
  await expect(dialog.getByText('Every syndicate with a share of the deal sees it.')).toBeVisible();
  await mark.press('Space');
  await expect(dialog.getByText('Only the desk sees it.')).toBeVisible();
  await dialog.getByLabel('Kind').selectOption('Collection');
  await expect(dialog.getByText('Every syndicate with a share of the deal sees it.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Note' }).click();
  await page.keyboard.type('Owner says an insurer paid late.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save the note' }).click();
  await expect(notes.getByText('Owner says an insurer paid late.')).toBeVisible();
  await expect(notes.getByText(/Owen .+, syndicates see it/)).toBeVisible();
  await pressEnter(notes.getByRole('button', { name: 'Pin' }));
  await expect(notes.getByText('Pinned')).toBeVisible();
  await expectPresentable(page);
});

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-114 a deal that fails says so, and very long names fit', async ({ page }) => {
    const { dealId } = await newDeal();
    await openAs(page, ADA, '/desk/people');
    await page.route(callsOf(deskDealsContract.payments), (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
      }),
    );
    await page.goto(`/desk/deals/${dealId}`);
    await expect(page.getByText('The payments did not load')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Shares' })).toBeVisible();
    await page.unroute(callsOf(deskDealsContract.payments));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(payments(page)).toBeVisible();
    await lengthenAnswers(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(payments(page).getByRole('button', { expanded: false }).first()).toBeVisible();
    await expectPresentable(page);
  });
});
