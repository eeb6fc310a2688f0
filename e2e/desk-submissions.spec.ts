import type { Page } from '@playwright/test';
import { deskFilesContract } from '../src/shared/contract/desk-files.ts';
import { deskLinksContract } from '../src/shared/contract/desk-links.ts';
import { deskSubmissionsContract } from '../src/shared/contract/desk-submissions.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { type Offers, openOffers } from './setup/offers.ts';
import { ADA, callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const RENEE = 'renee@harbor.example';

let offers: Offers;
let invites: Invites;
test.beforeAll(() => {
  offers = openOffers();
  invites = openInvites();
});
test.afterAll(async () => {
  await offers.close();
  await invites.end();
});

const links = (page: Page) => page.getByRole('table', { name: 'Links to this offer' });
const invited = (page: Page) => page.getByRole('table', { name: 'Invites to syndicates' });

test('DESK-50 DESK-51 by keyboard: an underwriter finds an offer, sends it again and revokes the link', async ({
  page,
}) => {
  const { offerId, brokerEmail } = await offers.create();
  await openAs(page, RENEE, '/desk');
  await expect(page.getByRole('link', { name: 'Submissions', exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  const table = page.getByRole('table', { name: 'Offers' });
  await expect(table.getByRole('link').first()).toBeVisible();
  await expectPresentable(page);
  await page.getByLabel('State').selectOption('sent');
  await expect(page).toHaveURL(/state=sent/);
  await table.locator(`a[href="/desk/submissions/${offerId}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bright Oak Dental', level: 1 })).toBeVisible();
  await expect(page.getByText('$60,000.00')).toBeVisible();
  await expect(links(page).getByRole('row')).toHaveCount(2);
  await expectPresentable(page);

  await pressEnter(page.getByRole('button', { name: 'Send again' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Works for how many days').fill('99');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter 1 to 60 days.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Works for how many days').fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The mail to ${brokerEmail} is on its way`)).toBeVisible();
  await expect(links(page).getByRole('row')).toHaveCount(3);
  await expect(links(page).getByText('by Renee')).toHaveCount(1);

  await pressEnter(
    links(page)
      .getByRole('button', { name: /^Revoke/ })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Please say why.')).toBeVisible();
  await page.getByLabel('Why').fill('Sent with the wrong days');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The link is revoked')).toBeVisible();
  await expect(links(page).getByText('Revoked', { exact: true })).toBeVisible();
});

test(
  'DESK-54 by pointer: a bank link and a ticket are mailed, and nobody sees their addresses',
  FULL_RUN,
  async ({ page }) => {
    await offers.create();
    await openAs(page, ADA, '/desk/links');
    await expect(page.getByRole('table', { name: 'Issued links' }).getByRole('row').nth(1)).toBeVisible();
    await expectPresentable(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Bank link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find the deal of the company').fill('Bright Oak');
    await dialog.getByLabel(/^Company/).selectOption({ index: 1 });
    await dialog.getByLabel('The merchant’s e-mail').fill('owner@merchant.example');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The mail to owner@merchant.example is on its way')).toBeVisible();
    await expect(page.getByText(/\/plaid#/)).toHaveCount(0);
    await page.getByLabel('Kind').selectOption('bank');
    await expect(page).toHaveURL(/kind=bank/);
    const row = page.getByRole('table', { name: 'Issued links' }).getByRole('row').nth(1);
    await expect(row).toContainText('Bright Oak Dental');
    await expect(row).toContainText('owner@merchant.example');
    await page.getByRole('button', { name: 'Sign-in ticket' }).click();
    await page.getByRole('dialog').getByLabel('E-mail of the person').fill('sam@bluewater.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The mail to sam@bluewater.example is on its way')).toBeVisible();
  },
);

test('OFFER-10 an underwriter asks for a link by hand, and somebody else approves, gets it once and hands it on', async ({
  page,
}) => {
  const { offerId } = await offers.create();
  await openAs(page, RENEE, `/desk/submissions/${offerId}`);
  await page.getByRole('button', { name: 'Ask for the link by hand' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(dialog.getByText('Say why no mail works, and how the broker gets the link.')).toBeVisible();
  await dialog.getByLabel('Why').fill('The mailbox is full. Text it to (312) 555-0171');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Asked. A second person has to approve it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask for the link by hand' })).toHaveCount(0);
  await expect(page.getByText(/^You asked/)).toBeVisible();
  await expectPresentable(page);
  await openAs(page, ADA, `/desk/submissions/${offerId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText(new RegExp(`/offer/${offerId}/[\\w-]{64}$`))).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/[\w-]{64}$/)).toHaveCount(0);
  await expect(links(page).getByText('By hand, asked for by Renee')).toBeVisible();
  await expectPresentable(page);
});

test.describe('with a refusal', FULL_RUN, () => {
  test.use({ expectedComplaints: /status of (409|422|400)/ });

  test('DESK-53 a syndicate is invited, with the command’s refusals in words, and mailed again', async ({
    page,
  }) => {
    const { offerId } = await invites.create({ capPercent: '40' });
    await openAs(page, RENEE, `/desk/submissions/${offerId}`);
    await expect(page.getByText('40.0% of the cap left: 0.0% of 40.0% taken')).toBeVisible();
    await expect(invited(page).getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Invite a syndicate' }).click();
    const dialog = page.getByRole('dialog');
    const option = dialog.locator('option', { hasText: 'Bluewater' });
    // Other tests add syndicates: with more than a page of them, one is searched for.
    const narrow = dialog.getByLabel('Find the syndicate');
    await expect(narrow.or(option).first()).toBeAttached();
    if (await narrow.isVisible()) await narrow.fill('Bluewater');
    await expect(option).toHaveCount(1);
    await dialog.getByLabel(/^Syndicate/).selectOption((await option.getAttribute('value')) ?? '');
    await dialog.getByLabel('Largest share, %').fill('50');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(
      dialog.getByText('A participation in half percents is needed here, up to 40%.'),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Share offered, %').fill('7.5');
    await dialog.getByLabel('Largest share, %').fill('12');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByText(/^The mail to .* is on its way$/)).toBeVisible();
    const row = invited(page).getByRole('row', { name: /Bluewater/ });
    await expect(row).toContainText('7.5%');
    await expect(row).toContainText('12.0%');
    await expect(row).toContainText('No answer');
    await expectPresentable(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await row.getByRole('button', { name: /^Mail again: Bluewater/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mail it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test(
  'DESK-50 the board leads to the offers that wait, and who may not send sees no way to',
  FULL_RUN,
  async ({ page }) => {
    const { offerId, name } = await invites.create();
    await openAs(page, OWEN, '/desk');
    await page.getByRole('button', { name: 'Invites unanswered' }).click();
    const waiting = page.locator('a[href^="/desk/submissions/"]');
    await expect(waiting.first()).toBeVisible();
    await waiting.first().click();
    await expect(page).toHaveURL(/\/desk\/submissions\/\d+$/);
    await page.goto(`/desk/submissions/${offerId}`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /Send|Revoke|Invite|Mail|Download/ })).toHaveCount(0);
  },
);

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-50 DESK-52 DESK-54 nothing there, and not loaded', async ({ page }) => {
    const { offerId } = await offers.create();
    await page.route(callsOf(deskSubmissionsContract.submissions), (route) =>
      route.fulfill({ json: { data: [], next: null } }),
    );
    await openAs(page, RENEE, '/desk/submissions?state=closed');
    await expect(page.getByText('No offer is in this state')).toBeVisible();
    await page.getByLabel('State').selectOption('');
    await expect(page.getByText('There are no offers yet')).toBeVisible();
    for (const endpoint of [
      deskSubmissionsContract.submissions,
      deskFilesContract.filesOfOffer,
      deskLinksContract.links,
    ])
      await page.route(callsOf(endpoint), (route) => route.fulfill(FAILURE));
    await page.goto('/desk/submissions');
    await expect(page.getByText('The offers did not load')).toBeVisible();
    await page.goto('/desk/links');
    await expect(page.getByText('The links did not load')).toBeVisible();
    await page.goto(`/desk/submissions/${offerId}`);
    await expect(page.getByText('The files did not load')).toBeVisible();
    await expect(links(page)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(callsOf(deskFilesContract.filesOfOffer));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No files yet')).toBeVisible();
  });

  test('DESK-50 DESK-54 very long names and amounts fit', async ({ page }) => {
    const { offerId } = await invites.create();
    await lengthenAnswers(page);
    for (const address of ['/desk/submissions', '/desk/links', `/desk/submissions/${offerId}`]) {
      await openAs(page, ADA, address);
      await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible();
      await expectPresentable(page);
    }
  });
});

const FAILURE = {
  status: 500,
  json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
};
