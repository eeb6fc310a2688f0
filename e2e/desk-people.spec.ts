import type { Page } from '@playwright/test';
import { deskInvestorsContract } from '../src/shared/contract/desk-investors.ts';
import { deskPeopleContract } from '../src/shared/contract/desk-people.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { addBankChange, giveFactor, requestFor } from './setup/desk-matters.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { newPerson } from './setup/new-person.ts';
import { callsOf, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const ADA = 'ada@harbor.example';
const THEO = 'theo@harbor.example';
const OWEN = 'owen@harbor.example';

const search = (page: Page) => page.getByRole('textbox', { name: 'Name, e-mail or syndicate' });
const people = (page: Page) => page.getByRole('table', { name: 'Everybody' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for a second person' });

test(
  'DESK-31 by keyboard: people are found and opened, and g leads from page to page',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, OWEN, '/desk');
    await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'People', exact: true })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await expect(people(page).getByRole('link', { name: 'Ada Quinn' })).toBeVisible();
    await expectPresentable(page);
    await search(page).focus();
    await page.keyboard.type('theo@harb');
    await expect(people(page).getByRole('link')).toHaveCount(1);
    await people(page).getByRole('link', { name: 'Theo Vance' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Theo Vance' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Reads the audit trail' })).toBeDisabled();
    await expect(page.getByRole('heading', { name: 'Access' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);
    await expectPresentable(page);
  },
);

test('DESK-32 DESK-33 somebody is invited, changed, closed and opened again; one’s own access is not changed', async ({
  page,
}) => {
  await openAs(page, ADA, '/desk/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByText('Please enter the name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Nell Ortega');
  await dialog.getByLabel('E-mail').fill(`nell.${Date.now()}@harbor.example`);
  await dialog.getByLabel('Role').selectOption('collections');
  await expect(dialog.getByRole('checkbox', { name: /^Changes the status/ })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Reads the audit trail' }).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nell Ortega' })).toBeVisible();
  await expect(page.getByText('Shown once the invitation is accepted')).toBeVisible();
  const box = page.getByRole('checkbox', { name: 'Reads the audit trail' });
  await expect(box).toBeChecked();
  await box.uncheck();
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await expect(page.getByText('What Nell Ortega may do is changed')).toBeVisible();
  await page.getByRole('button', { name: 'Close access' }).click();
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close access' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open again' }).click();
  await expect(page.getByText('Invited', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Invite again' }).click();
  await expect(page.getByText('Nell Ortega is invited again')).toBeVisible();

  await page.goto('/desk/people');
  await people(page).getByRole('link', { name: 'Ada Quinn' }).click();
  await expect(page.getByText('Another administrator can close it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save permissions' })).toHaveCount(0);
});

test('DESK-30 one asks for a reset, and another person approves it', async ({ page, browser }) => {
  const email = await newPerson();
  await giveFactor(email);
  await openAs(page, ADA, '/desk/people');
  await search(page).fill(email);
  await people(page).getByRole('row').filter({ hasText: email }).getByRole('link').click();
  await page.getByRole('button', { name: 'Ask for a reset' }).click();
  await page.getByLabel('Why').fill(`A new phone, checked by a call: ${email}`);
  await page.getByRole('button', { name: 'Ask a second person' }).click();
  const own = requestFor(page, email);
  await expect(own).toContainText('You asked');
  await expect(own).toContainText(/Can be decided by Theo Vance; told /);
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectPresentable(page);

  const second = await (await browser.newContext()).newPage();
  await openAs(second, THEO, new URL(page.url()).pathname);
  await requestFor(second, email).getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText(/^Will be removed/)).toBeVisible();
  await second.close();
});

test(
  'DESK-34 DESK-35 a syndicate’s figures, and a change of bank account that is asked to be released and then cancelled',
  FULL_RUN,
  async ({ page }) => {
    await addBankChange('Eastbank Ventures');
    await openAs(page, ADA, '/desk/investors');
    await expect(page.getByRole('link', { name: 'Northgate Partners' })).toBeVisible();
    await expectPresentable(page);
    await page.getByRole('textbox', { name: 'Name or abbreviation' }).fill('eastbank');
    await expect(page.getByText('Bank change')).toBeVisible();
    await page.getByRole('link', { name: 'Eastbank Ventures' }).click();
    await expect(page.getByText('Will be Second Street Bank, account •••• 4321')).toBeVisible();
    await page.getByRole('button', { name: 'Release now' }).click();
    await page.getByRole('button', { name: 'Ask a second person' }).click();
    await expect(page.getByText('Please say why. Whoever decides reads it.')).toBeVisible();
    await page.getByLabel('Why').fill('They called back: Eastbank');
    await page.getByRole('button', { name: 'Ask a second person' }).click();
    await expect(waiting(page).getByText(/^Pay Eastbank Ventures to Second Street Bank/)).toBeVisible();
    await expectPresentable(page);
    await page.getByRole('button', { name: 'Cancel the change' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the change' }).click();
    await expect(page.getByText('Will be Second Street Bank')).toHaveCount(0);
    await requestFor(page, 'They called back: Eastbank').getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText('Taken back')).toBeVisible();
  },
);

test('DESK-34 staff look at a syndicate’s portal from its page', FULL_RUN, async ({ page }) => {
  await openAs(page, OWEN, '/desk/investors');
  await page.getByRole('link', { name: 'Northgate Partners' }).click();
  await page.getByRole('button', { name: 'Look at their portal' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('region', { name: 'Portfolio summary' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the desk' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: new RegExp(`${BROKEN.source}|status of 404`) });

  test('DESK-31 DESK-34 nobody found, and not loaded', async ({ page }) => {
    await openAs(page, ADA, '/desk/people');
    await search(page).fill('nobody has this name');
    await expect(page.getByText('Nobody matches')).toBeVisible();
    await page.route(callsOf(deskPeopleContract.people), (route) => route.fulfill(FAILURE));
    await page.route(callsOf(deskInvestorsContract.investors), (route) => route.fulfill(FAILURE));
    await page.goto('/desk/people');
    await expect(page.getByText('The people did not load')).toBeVisible();
    await page.goto('/desk/investors');
    await expect(page.getByText('The syndicates did not load')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(callsOf(deskInvestorsContract.investors));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: 'Eastbank Ventures' })).toBeVisible();
    await page.goto('/desk/investors/999999999');
    await expect(page.getByText('There is no such investor')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('DESK-31 DESK-34 very long names and amounts fit', async ({ page }) => {
    await lengthenAnswers(page);
    await openAs(page, ADA, '/desk/investors');
    await page
      .getByRole('link', { name: /^Maximiliana/ })
      .first()
      .waitFor();
    await expectPresentable(page);
    await page.goto('/desk/people');
    await page
      .getByRole('link', { name: /^Maximiliana/ })
      .first()
      .waitFor();
    await expectPresentable(page);
  });
});

const FAILURE = {
  status: 500,
  json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
};

test(
  'DESK-37 DESK-38 a syndicate is changed, closed with what is still owed, and opened again',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, ADA, '/desk/investors');
    await page.getByRole('textbox', { name: 'Name or abbreviation' }).fill('Cedar Lane');
    await page.getByRole('link', { name: 'Cedar Lane Investments' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Cedar Lane Investments' });
    await dialog.getByLabel('Management fee (%)').fill('104');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      dialog.getByText('Please enter the management fee as a percent, such as 7.5.'),
    ).toBeVisible();
    await dialog.getByLabel('Management fee (%)').fill('3.75');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3.75%')).toBeVisible();

    // The dialog has a button of that name too, until it is gone.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    const closing = page.getByRole('dialog', { name: 'Close Cedar Lane Investments?' });
    await closing.getByLabel('Why').fill('They asked us to.');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Closed .* by Ada Quinn$/)).toBeVisible();
    await expect(page.getByText(/“They asked us to.” It takes part in nothing new/)).toBeVisible();
    await expectPresentable(page);
    await page.getByRole('button', { name: 'Open again' }).click();
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  },
);

test('DESK-39 staff are given another role', FULL_RUN, async ({ page }) => {
  await openAs(page, ADA, '/desk/people');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite somebody' });
  await inviting.getByLabel('Name').fill('Rolf Adams');
  await inviting.getByLabel('E-mail').fill(`rolf.${Date.now()}@harbor.example`);
  await inviting.getByLabel('Role').selectOption('servicing');
  await inviting.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'Change the role' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the role of Rolf Adams' });
  await dialog.getByLabel('Role').selectOption('accounting');
  await dialog.getByRole('button', { name: 'Change the role' }).click();
  await expect(page.getByRole('checkbox', { name: /^Approves payout runs/ })).toBeChecked();
});
