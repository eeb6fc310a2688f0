import type { Browser, Locator, Page } from '@playwright/test';
import { withTenant } from '../src/server/platform/db/transactions.ts';
import { createFundedDeal } from '../src/server/testing/factories.ts';
import { openRunBook } from '../src/server/testing/payout-runs.ts';
import { formatDate } from '../src/shared/domain/calendar-date.ts';
import { reachEffectiveDate } from './setup/effective-date.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import { createFunderWithDesk } from './setup/funder-with-desk.ts';
import { type Hand, KEYBOARD, POINTER } from './setup/hands.ts';
import { openOffers } from './setup/offers.ts';
import { asOwner } from './setup/owner.ts';
import { openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const confirmed = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true });

/** A funder of its own, because posting and payouts concern everybody of a funder. */
async function openFunder() {
  const funder = await createFunderWithDesk('Tidewater Funding');
  const { owner, tenantId } = funder;
  const key = Buffer.from(process.env['ENCRYPTION_KEY'] ?? '', 'base64');
  const book = await openRunBook({ database: { owner }, tenantId, key }, [
    { name: 'Quay' },
    { name: 'Wharf' },
  ]);
  await book.nameOriginator();
  const mid = await withTenant(owner, tenantId, async (tx) => {
    await createFundedDeal(tx, tenantId, { name: 'Second Shop' });
    const deal = await tx.selectFrom('deals').select('mid').orderBy('id').executeTakeFirstOrThrow();
    return deal.mid ?? '';
  });
  return { ...funder, mid, today: formatDate(book.today) };
}

const choose = async (hand: Hand, field: Locator, name: string, text: string) => {
  const [chooser] = await Promise.all([field.page().waitForEvent('filechooser'), hand.press(field)]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};

async function postTheDay(hand: Hand, page: Page, { mid, today }: { mid: string; today: string }) {
  await hand.go(page, 'Payments', 'p');
  await hand.press(page.getByRole('link', { name: 'Post the day' }));
  const rows = [
    'Contract,Amt,Eff Date,Merchant',
    `${mid},$690.00,${today},Somebody Else LLC`,
    `NOBODY-1,$5.00,${today},`,
  ];
  await choose(hand, page.getByLabel('Drop the day’s file here, or choose it'), 'day.csv', rows.join('\r\n'));
  await hand.write(page.getByLabel('Name of the source'), 'Processor');
  await hand.press(button(page, 'Check the lines'));
  await expect(page.getByRole('table', { name: 'Look at this lines' })).toContainText(
    'The file names Somebody Else LLC, the deal is',
  );
  await hand.press(page.getByRole('checkbox', { name: 'Accept line 2' }));
  await hand.press(button(page, 'Accept 1 line'));
  await hand.write(page.getByLabel('Why'), 'Its new name');
  await hand.press(inDialog(page, 'Accept 1 line'));
  await hand.press(button(page, 'Post 1 line, $690.00'));
  await expect(page.getByText('1 line posted, $690.00')).toBeVisible();
  await expect(page.getByText(/will post/i), 'POST-23: what would post has').toHaveCount(0);
  await hand.press(page.getByRole('link', { name: 'Settle them' }));
  await hand.press(button(page, 'Drop'));
  await hand.write(page.getByLabel('Why'), 'Of another funder');
  await hand.press(inDialog(page, 'Drop it'));
  await expect(page.getByText('No line waits')).toBeVisible();
}

async function changeDeals(hand: Hand, page: Page, mid: string) {
  await hand.go(page, 'Deals', 'd');
  const deals = page.getByRole('table', { name: 'Deals' });
  await hand.press(deals.getByRole('row', { name: mid }).getByRole('link'));
  await hand.press(button(page, /^Correct /));
  await hand.write(page.getByLabel('Should be'), '618.00');
  await hand.write(page.getByLabel('Reason'), 'Digits swapped');
  await hand.press(button(page, /^Post the correction of/));
  await expect(page.getByText('The payment is corrected')).toBeVisible();
  await hand.press(button(page, 'Change terms'));
  await hand.write(page.getByLabel('One debit'), '540');
  await hand.write(page.getByLabel('Reason'), 'Agreed on the phone');
  await hand.press(inDialog(page, 'Change the terms'));
  await expect(page.getByText('$540.00 daily', { exact: true })).toBeVisible();
  await hand.press(button(page, 'Add a note'));
  await hand.write(page.getByRole('textbox', { name: 'Note' }), 'Called the owner.');
  await hand.press(inDialog(page, 'Save the note'));
  await hand.press(button(page, 'Pin'));
  await expect(page.getByText('Pinned')).toBeVisible();

  await hand.press(page.getByRole('link', { name: 'Deals', exact: true }).last());
  const boxes = page.getByRole('checkbox', { name: /^Choose / });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await hand.press(box);
  await hand.press(button(page, 'Change status of 2'));
  await hand.choose(page.getByLabel('New status'), 'Collections');
  await hand.write(page.getByLabel('Reason'), 'Both are late');
  await hand.press(inDialog(page, 'Change the status of 2 deals'));
  await expect(page.getByText('2 deals changed')).toBeVisible();
}

async function payInvestors(
  hand: Hand,
  page: Page,
  browser: Browser,
  { leo, tenantId }: { leo: string; tenantId: string },
) {
  await hand.go(page, 'Payouts', 'o');
  await hand.press(button(page, 'Prepare the run'));
  await expect(page.getByText('The run equals the ledger to the cent.')).toBeVisible();
  const second = await (await browser.newContext()).newPage();
  await openAs(second, leo, new URL(page.url()).pathname);
  await hand.press(button(second, /^Approve \$/));
  await hand.press(confirmed(second, 'Approve the run'));
  await expect(second.getByText('Approved, no file yet')).toBeVisible();
  await second.context().close();
  await page.reload();
  await hand.press(button(page, 'Make the bank file'));
  const saved = page.waitForEvent('download');
  await hand.press(button(page, 'Download the bank file'));
  await saved;
  const run = page.url();
  await hand.press(button(page, 'Enter return').first());
  const typed = page.getByRole('dialog', { name: /^Return from/ });
  const [, amount = ''] = /We sent \$([\d,.]+) with/.exec((await typed.textContent()) ?? '') ?? [];
  await hand.write(typed.getByLabel('Return code'), 'r03');
  await hand.write(typed.getByLabel('Returned amount'), amount);
  await hand.write(typed.getByLabel('Reason'), 'Their desk called.');
  await hand.press(inDialog(page, 'Check return'));
  await hand.press(button(page, /^Enter 1 return, \$/));
  await expect(page.getByText('Entered', { exact: true })).toBeVisible();
  await page.goto(run);
  await expect(page.getByText('Returned, R03')).toBeVisible();
  await reachEffectiveDate(tenantId);
  await page.reload();
  await hand.press(button(page, 'Mark as settled'));
  await hand.press(confirmed(page, 'Mark as settled'));
  await expect(page.getByText('Payout run settled')).toBeVisible();
}

// docs/desk-jobs.md lists what is done here. Imports are worked through in desk-import.spec.ts.
for (const hand of [POINTER, KEYBOARD])
  test.describe(`by ${hand.name}`, fullRunUnless(hand === POINTER), () => {
    test('DESK-100 the money of a day: post it, settle what waits, correct a payment, change deals, pay the investors', async ({
      page,
      browser,
    }) => {
      const funder = await openFunder();
      await openAs(page, funder.mina, '/desk');
      await postTheDay(hand, page, funder);
      await changeDeals(hand, page, funder.mid);
      await payInvestors(hand, page, browser, funder);
      await funder.close();
    });

    test(
      'DESK-100 an underwriter asks to fund the deal of an accepted offer, which is over the limit of one person',
      FULL_RUN,
      async ({ page }) => {
        const offers = openOffers();
        const { offerId } = await offers.create();
        await offers.close();
        await asOwner((tx) =>
          tx.updateTable('offers').set({ status: 'Offer Accepted' }).where('id', '=', offerId).execute(),
        );
        await openAs(page, 'renee@harbor.example', `/desk/submissions/${offerId}`);
        await hand.press(button(page, 'Fund this deal'));
        await hand.write(page.getByLabel('Reason'), 'The contract is signed');
        await hand.press(inDialog(page, 'Ask for approval'));
        await expect(page.getByText('Asked. It waits for a second person')).toBeVisible();
      },
    );
  });
