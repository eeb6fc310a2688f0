import type { Page } from '@playwright/test';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { profileContract } from '../src/shared/contract/profile.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { alterAnswers, listOf } from './setup/altered-answers.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectTokenOutOfAddresses } from './setup/link-token.ts';
import { callsOf, openAs, PASSWORD, tab } from './setup/portal.ts';
import { newProfileOwner } from './setup/profile-owner.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: false });
/** The value beside a name. */
const detail = (page: Page, name: string) =>
  main(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

test('PROFILE-01 the header shows the terms of the syndicate', FULL_RUN, async ({ page }) => {
  test.slow();
  const { email, syndicateName } = await newProfileOwner();
  await openAs(page, email, '/profile');
  await expect(detail(page, 'Syndicate')).toHaveText(syndicateName);
  await expect(detail(page, 'Abbreviation')).toHaveText(/^[0-9A-F]{8}$/);
  await expect(detail(page, 'Pay days')).toHaveText('Tuesday and Friday');
  await expect(detail(page, 'Default participation')).toHaveText('12.50%');
  await expect(detail(page, 'Management fee')).toHaveText('4.00%');
  await expect(detail(page, 'Syndication fee')).toHaveText('1.25%');
  await expectPresentable(page);
});

test(
  'PROFILE-02 contact details are edited in a dialog that says what is wrong where it is',
  FULL_RUN,
  async ({ page }) => {
    test.slow();
    const { email, esignEmail } = await newProfileOwner();
    await openAs(page, email, '/profile');
    await expect(detail(page, 'Contact person')).toHaveText('Robin Hale');
    await expect(detail(page, 'E-sign email')).toContainText(
      'Receives Schedule A and the Nightly Syndication Report.',
    );
    await page.getByRole('button', { name: 'Edit' }).click();
    await field(page, 'E-sign email').fill('nobody');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByText('Invalid e-mail.')).toBeVisible();
    await expect(dialog(page).getByText('Required.')).toHaveCount(7);
    await expectAccessible(page);

    await field(page, 'E-sign email').fill(esignEmail);
    await expect(field(page, 'Your password')).toBeHidden();
    await field(page, 'Contact person').fill('Robin Hale-Ortiz');
    await field(page, 'Phone number').fill('(216) 555-0134');
    await field(page, 'Phone type').selectOption('Office');
    await field(page, 'Street').fill('1 Main St');
    await field(page, 'City').fill('Pittsburgh');
    await field(page, 'State').selectOption({ label: 'Pennsylvania' });
    await field(page, 'Zip').fill('15201');
    const cc = field(page, 'CC emails');
    await cc.fill('not an address');
    await cc.press('Enter');
    await expect(dialog(page).getByText('Invalid e-mail.')).toBeVisible();
    for (const address of ['one@lakeside.example', 'two@lakeside.example']) {
      await cc.fill(address);
      await cc.press('Enter');
      await expect(dialog(page).getByText(address)).toBeVisible();
    }
    await dialog(page).getByRole('button', { name: 'Remove two@lakeside.example' }).click();
    await field(page, 'Your password').fill(PASSWORD);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').getByText('Contact details saved')).toBeVisible();
    await expect(detail(page, 'Contact person')).toHaveText('Robin Hale-Ortiz');
    await page.reload();
    await expect(detail(page, 'Phone')).toHaveText('(216) 555-0134 (Office)');
    await expect(detail(page, 'CC emails')).toHaveText('one@lakeside.example');
    await expect(detail(page, 'State')).toHaveText('Pennsylvania');
    await expect(detail(page, 'Zip')).toHaveText('15201');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(field(page, 'State')).toHaveValue('PA');
  },
);

test('PROFILE-02 another e-sign address asks for the password', FULL_RUN, async ({ page }) => {
  const { email, esignEmail } = await newProfileOwner();
  await openAs(page, email, '/profile');
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Phone number').fill('(216) 555-0134');
  await field(page, 'Phone type').selectOption('Mobile');
  await field(page, 'Street').fill('1 Main St');
  await field(page, 'City').fill('Akron');
  await field(page, 'State').selectOption('OH');
  await field(page, 'Zip').fill('44301');
  await field(page, 'E-sign email').fill(`new-${email}`);
  await field(page, 'Your password').fill('not the password');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('Your password is wrong')).toBeVisible();
  await field(page, 'Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(detail(page, 'E-sign email')).toContainText(`new-${email}`);
  await waitForMail(esignEmail, 'Your e-sign address was changed');
});

test(
  'PROFILE-08 another CC address asks for the password, and the same addresses again do not',
  FULL_RUN,
  async ({ page }) => {
    const { email } = await newProfileOwner();
    await openAs(page, email, '/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    const cc = field(page, 'CC emails');
    await cc.fill(`copy-${email}`);
    await cc.press('Enter');
    await expect(field(page, 'Your password')).toHaveAccessibleDescription(
      /All members and the old addresses are told/,
    );
    await dialog(page)
      .getByRole('button', { name: `Remove copy-${email}` })
      .click();
    await expect(field(page, 'Your password')).toBeHidden();
  },
);

test(
  'PROFILE-03 the tabs are in the address, and the password is a fixed number of dots',
  FULL_RUN,
  async ({ page }) => {
    const { email } = await newProfileOwner();
    await openAs(page, email, '/profile');
    await tab(page, 'Login Credentials').click();
    await expect(page).toHaveURL('/profile?tab=login');
    const credentials = page.getByRole('region', { name: 'Login Credentials' });
    await expect(credentials).toContainText(email.replace('@', '.'));
    await expect(credentials).toContainText('••••••••');
    await credentials.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('dialog', { name: 'Password Change' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(tab(page, 'Contact & Email')).toHaveAttribute('aria-selected', 'true');
  },
);

test('PROFILE-04 ROUTE-09 a bank account is changed with the password, waits, and is cancelled from the mail without signing in', async ({
  page,
  browser,
}) => {
  test.slow();
  const { email, esignEmail, syndicateName } = await newProfileOwner();
  await openAs(page, email, '/profile?tab=bank');
  await expect(detail(page, 'Account number')).toHaveText('Not on file');
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('button', { name: 'Request change' }).click();
  await expect(dialog(page).getByText('Required.')).toHaveCount(4);
  await field(page, 'Bank name').fill('First Bank of Akron');
  await field(page, 'Routing number').fill('021000022');
  await field(page, 'Account number').fill('1234 5678 6789');
  await field(page, 'Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Request change' }).click();
  await expect(dialog(page).getByText('This is not a valid routing number.')).toBeVisible();
  await expectAccessible(page);
  await field(page, 'Routing number').fill('021000021');
  await dialog(page).getByRole('button', { name: 'Request change' }).click();
  const pending = main(page).getByText('A change is pending').locator('..');
  await expect(pending).toContainText('First Bank of Akron, account •••• 6789, routing •••• 0021');
  await expect(detail(page, 'Account number')).toHaveText('Not on file');
  await expect(main(page)).not.toContainText('021000021');
  await expectPresentable(page);

  const { text } = await waitForMail(esignEmail, 'Your bank account is about to change');
  const link = /\/bank_change#[\w-]+/.exec(text)?.[0] ?? '';
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await expectTokenOutOfAddresses(stranger, link, () =>
    expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Cancel the change of bank account?'),
  );
  await expect(stranger.getByRole('main')).toContainText(`payouts of ${syndicateName}`);
  await expectAccessible(stranger);
  await page.reload();
  await expect(pending).toBeVisible();
  await stranger.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('The change is cancelled');
  await stranger.goto('/bank_change#none');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link does not open');
  await context.close();
  await page.reload();
  await expect(detail(page, 'Account number')).toHaveText('Not on file');
  await expect(pending).toBeHidden();
});

test(
  'PROFILE-04 the dialog opens with what may be shown of the account, and the wait is the funder’s',
  FULL_RUN,
  async ({ page }) => {
    test.slow();
    const { email } = await newProfileOwner();
    let bankChangeHoldHours = 24;
    await alterAnswers(page, profileContract.portalUserProfile, ([user]) =>
      listOf({
        ...user,
        syndicate: {
          ...user.syndicate,
          bankName: 'First Bank of Akron',
          bankChangeHoldHours,
          accountNumber: '•••• 6789',
          routingNumber: '•••• 0021',
        },
      }),
    );
    await openAs(page, email, '/profile?tab=bank');
    await expect(main(page)).toContainText('A change takes effect after 24 hours.');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog(page)).toContainText(
      'It takes effect after 24 hours. The addresses on file are told and can cancel it.',
    );
    await expect(field(page, 'Bank name')).toHaveValue('First Bank of Akron');
    // A masked number is only a hint and cannot be sent.
    await expect(field(page, 'Account number')).toHaveValue('');
    await expect(field(page, 'Account number')).toHaveAccessibleDescription('Now •••• 6789');
    await expect(field(page, 'Routing number')).toHaveValue('');
    await expect(field(page, 'Routing number')).toHaveAccessibleDescription('Now •••• 0021');
    await expectPresentable(page);
    await field(page, 'Your password').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Request change' }).click();
    await expect(dialog(page).getByText('Required.')).toHaveCount(2);

    bankChangeHoldHours = 0;
    await page.reload();
    await expect(main(page)).toContainText('A change takes effect at once.');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog(page)).toContainText('It takes effect at once. The addresses on file are told.');
    await alterAnswers(page, profileContract.changeBankAccount, (answer) => ({ ...answer, isInForce: true }));
    await field(page, 'Routing number').fill('021000021');
    await field(page, 'Account number').fill('123456786789');
    await field(page, 'Your password').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Change account' }).click();
    await expect(page.getByRole('status').getByText('Your bank account is changed')).toBeVisible();
  },
);

test('PROFILE-04 a pending change is cancelled in the page', FULL_RUN, async ({ page }) => {
  const { email } = await newProfileOwner();
  await openAs(page, email, '/profile?tab=bank');
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Bank name').fill('First Bank of Akron');
  await field(page, 'Routing number').fill('021000021');
  await field(page, 'Account number').fill('123456786789');
  await field(page, 'Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Request change' }).click();
  await page.getByRole('button', { name: 'Cancel change' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByRole('status').getByText('The change is cancelled')).toBeVisible();
  await expect(main(page).getByText('A change is pending')).toBeHidden();
});

test(
  'PROFILE-05 a manager who has switched reads that profile and changes nothing',
  FULL_RUN,
  async ({ page }) => {
    test.slow();
    const other = await newProfileOwner();
    const manager = await newProfileOwner(['switch-syndicates']);
    await openAs(page, manager.email, `/dashboard?syndicate=${other.syndicateId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(other.syndicateName);
    await page.getByRole('banner').getByRole('link', { name: 'My Profile' }).click();
    await expect(detail(page, 'Syndicate')).toHaveText(other.syndicateName);
    await expect(detail(page, 'E-sign email')).toContainText(other.esignEmail);
    await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden();
    await expect(tab(page, 'Login Credentials')).toBeHidden();
    await tab(page, 'Bank Account').click();
    await expect(detail(page, 'Account number')).toHaveText('Not on file');
    await expect(page.getByRole('button', { name: /Edit|Show numbers/ })).toBeHidden();
    await expectPresentable(page);
    await page.getByRole('link', { name: 'Show my own profile' }).click();
    await expect(detail(page, 'Syndicate')).toHaveText(manager.syndicateName);
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
  },
);

test('PROFILE-05 whoever may not switch is taken back to the own profile', FULL_RUN, async ({ page }) => {
  const other = await newProfileOwner();
  const { email, syndicateName } = await newProfileOwner();
  await openAs(page, email, '/profile');
  await page.goto(`/profile?syndicate=${other.syndicateId}`);
  await expect(page.getByText('You dont have the access to switch accounts.')).toBeVisible();
  await expect(detail(page, 'Syndicate')).toHaveText(syndicateName);
});

test(
  'PROFILE-05 what the browser has kept is no more to be trusted than an address',
  FULL_RUN,
  async ({ page }) => {
    const { email, syndicateName } = await newProfileOwner();
    await openAs(page, email, '/profile');
    await expect(detail(page, 'Syndicate')).toHaveText(syndicateName);
    await page.evaluate(() => window.localStorage.setItem('portal.switched-syndicate-id', 'not a number'));
    await page.reload();
    await expect(detail(page, 'Syndicate')).toHaveText(syndicateName);
  },
);

test('PROFILE-02 a save that fails says so and keeps what was typed', FULL_RUN, async ({ page }) => {
  const { email } = await newProfileOwner();
  await openAs(page, email, '/profile?tab=bank');
  await page.route(callsOf(profileContract.changeBankAccount), (route) => route.abort());
  await page.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Bank name').fill('First Bank of Akron');
  await field(page, 'Routing number').fill('021000021');
  await field(page, 'Account number').fill('123456786789');
  await field(page, 'Your password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Request change' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('we cannot tell whether your change was saved');
  await expect(field(page, 'Account number')).toHaveValue('123456786789');
  await expect(field(page, 'Account number')).toBeEditable();
});
