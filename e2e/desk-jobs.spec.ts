import type { Browser, Page } from '@playwright/test';
import { generate } from 'otplib';
import { DEMO_FACTOR } from '../scripts/demo-data/funders/people.ts';
import { addBankChange, addFailedMail, giveFactor, requestFor } from './setup/desk-matters.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import { createFunderWithDesk } from './setup/funder-with-desk.ts';
import { KEYBOARD, POINTER, reach } from './setup/hands.ts';
import { prerendered } from './setup/held-scripts.ts';
import { openInvites } from './setup/invites.ts';
import { newPerson } from './setup/new-person.ts';
import {
  ADA,
  enterCredentials,
  loginName,
  openAs,
  PASSWORD,
  password,
  signInButton,
} from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const RENEE = 'renee@harbor.example';
const THEO = 'theo@harbor.example';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const confirmed = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const waiting = (page: Page) => region(page, 'Waiting for a second person');
const newPage = async (browser: Browser) => (await browser.newContext()).newPage();
const mark = () => crypto.randomUUID().slice(0, 8);

test('DESK-100 Tab reaches the rows of a table, the row that has the focus is seen, and Enter opens it', async ({
  page,
}) => {
  await openAs(page, RENEE, '/desk/investors');
  const row = page.getByRole('link', { name: 'Northgate Partners' });
  await reach(row);
  const ring = await row.evaluate((link) => getComputedStyle(link, '::after').outlineStyle);
  expect(ring).toBe('solid');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Northgate Partners', level: 1 })).toBeVisible();
});

// docs/desk-jobs.md lists what is done here. Requests are worked through by both in desk-requests.spec.ts.
for (const hand of [POINTER, KEYBOARD])
  test.describe(`by ${hand.name}`, fullRunUnless(hand === POINTER), () => {
    test(
      'DESK-100 collections and accounting: sign in, look after the queues, find an investor, ask why, look at the portal, sign out',
      FULL_RUN,
      async ({ page }) => {
        // Each takes a code of the same app, and a code counts once for each person.
        const who = hand === POINTER ? 'lamar@harbor.example' : 'marcus@harbor.example';
        await page.goto('/login');
        await hand.write(loginName(page), who);
        await hand.write(password(page), PASSWORD);
        await hand.press(signInButton(page));
        await hand.write(page.getByLabel('Code'), await generate({ secret: DEMO_FACTOR }));
        await hand.press(button(page, 'Continue'));
        const queue = button(page, 'Invites unanswered');
        await expect(queue).toBeVisible();
        // The board is there before the app is, which keys need.
        await expect(prerendered(page)).toHaveCount(0);
        if (hand === POINTER) await queue.click();
        else await page.keyboard.press('9');
        await expect(page.locator('a[href^="/desk/submissions/"]').first()).toBeVisible();

        await hand.search(page);
        await page.getByRole('dialog').getByRole('combobox').pressSequentially('Northgate Partn');
        const found = page.getByRole('dialog').getByRole('option');
        await expect(found).toHaveCount(1);
        if (hand === POINTER) await found.click();
        else await page.keyboard.press('Enter');
        await expect(page.getByRole('heading', { name: 'Northgate Partners', level: 1 })).toBeVisible();

        await hand.press(region(page, 'Figures').getByRole('link').nth(1));
        await hand.press(page.getByRole('table', { name: 'Deals of this figure' }).getByRole('link').first());
        await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible();
        await hand.press(button(page, 'Compare with a spreadsheet'));
        await hand.write(page.getByLabel('Pasted columns'), 'ZZ-404 12.50');
        await hand.press(button(page, 'Compare'));
        await expect(page.getByText(/could not be read|Only theirs/).first()).toBeVisible();

        await hand.go(page, 'Investors', 'i');
        await hand.press(page.getByRole('link', { name: 'Northgate Partners' }));
        await hand.press(button(page, 'Look at their portal'));
        await expect(page.getByRole('heading', { name: 'Northgate Partners Portfolio' })).toBeVisible();
        await hand.press(page.getByRole('link', { name: 'Back to the desk' }));
        await hand.press(button(page, 'Logout'));
        await expect(page).toHaveURL('/login');
      },
    );

    test(
      'DESK-100 an underwriter: send an offer, revoke its link, invite a syndicate, mail it again, send a bank link and a ticket',
      FULL_RUN,
      async ({ page }) => {
        const invites = openInvites();
        const { offerId } = await invites.create({ capPercent: '40' });
        await invites.end();
        await openAs(page, RENEE, '/desk');
        await hand.go(page, 'Submissions', 's');
        await hand.press(page.locator(`a[href="/desk/submissions/${offerId}"]`));
        await hand.press(button(page, 'Send again'));
        await hand.press(inDialog(page, 'Send'));
        await expect(page.getByText(/^The mail to .* is on its way$/)).toBeVisible();
        await hand.press(button(page, /^Revoke/).first());
        await hand.write(page.getByLabel('Why'), 'Sent twice');
        await hand.press(inDialog(page, 'Revoke'));
        await expect(page.getByText('The link is revoked')).toBeVisible();

        await hand.press(button(page, 'Invite a syndicate'));
        await hand.choose(page.getByRole('combobox', { name: /^Syndicate/ }), 'Bluewater');
        await hand.write(page.getByLabel('Largest share, %'), '12');
        await hand.press(inDialog(page, 'Invite'));
        const invited = page.getByRole('table', { name: 'Invites to syndicates' });
        await expect(invited.getByRole('row', { name: /Bluewater/ })).toContainText('12.0%');
        await hand.press(button(page, /^Mail again: Bluewater/));
        await hand.press(inDialog(page, 'Mail it'));
        await expect(page.getByRole('dialog')).toHaveCount(0);

        await hand.go(page, 'Links', 'l');
        await hand.press(button(page, 'Bank link'));
        await hand.write(page.getByLabel('Find the deal of the company'), 'HC10269');
        await hand.choose(page.getByRole('combobox', { name: /^Company/ }), 'First Choice');
        await hand.write(page.getByLabel('The merchant’s e-mail'), 'owner@merchant.example');
        await hand.press(inDialog(page, 'Send'));
        await expect(page.getByText('The mail to owner@merchant.example is on its way')).toBeVisible();
        await hand.press(button(page, 'Sign-in ticket'));
        await hand.write(page.getByLabel('E-mail of the person'), 'sam@bluewater.example');
        await hand.press(inDialog(page, 'Send'));
        await expect(page.getByText('The mail to sam@bluewater.example is on its way')).toBeVisible();
      },
    );

    test(
      'DESK-100 an administrator: invite somebody, give and take permissions, change the role, close, move, unlock, sign out and reset people',
      FULL_RUN,
      async ({ page, browser }) => {
        const investor = await newPerson();
        await giveFactor(investor);
        const locked = lock(await newPage(browser), investor);
        await openAs(page, ADA, '/desk');
        await hand.go(page, 'People', 'e');
        await hand.press(button(page, 'Invite somebody'));
        await hand.write(page.getByLabel('Name', { exact: true }), 'Nell Ortega');
        await hand.write(page.getByLabel('E-mail', { exact: true }), `nell.${mark()}@harbor.example`);
        await hand.choose(page.getByRole('combobox', { name: 'Role' }), 'Collections');
        await hand.press(inDialog(page, 'Invite'));
        await expect(page.getByRole('heading', { name: 'Nell Ortega' })).toBeVisible();
        await hand.press(page.getByRole('checkbox', { name: 'Reads the audit trail' }));
        await hand.press(button(page, 'Save permissions'));
        await expect(page.getByText('What Nell Ortega may do is changed')).toBeVisible();
        await hand.press(button(page, 'Change the role'));
        await hand.choose(page.getByRole('combobox', { name: 'Role' }), 'Accounting');
        await hand.press(inDialog(page, 'Change the role'));
        await expect(page.getByRole('checkbox', { name: /^Approves payout runs/ })).toBeChecked();
        await hand.press(button(page, 'Invite again'));
        await expect(page.getByText('Nell Ortega is invited again')).toBeVisible();
        await hand.press(button(page, 'Close access'));
        await hand.press(confirmed(page, 'Close access'));
        await hand.press(button(page, 'Open again'));
        await expect(page.getByText('Nell Ortega has access again')).toBeVisible();

        await locked;
        await hand.go(page, 'People', 'e');
        await hand.write(page.getByRole('textbox', { name: 'Name, e-mail or syndicate' }), investor);
        const rows = page.getByRole('table', { name: 'Everybody' }).getByRole('link');
        await expect(rows).toHaveCount(1);
        await hand.press(rows);
        await hand.press(button(page, 'Unlock'));
        await expect(page.getByText(/ may try again$/)).toBeVisible();
        await hand.press(button(page, 'Move'));
        await hand.choose(page.getByRole('combobox', { name: /^Syndicate/ }), 'Bluewater');
        await hand.press(inDialog(page, 'Move'));
        await expect(page.getByText(/ is moved$/)).toBeVisible();
        await hand.press(button(page, 'End sessions'));
        await hand.press(confirmed(page, 'End sessions'));
        await expect(page.getByText(/ is signed out everywhere$/)).toBeVisible();
        await hand.press(button(page, 'Ask for a reset'));
        await hand.write(page.getByLabel('Why'), `A new phone ${investor}`);
        await hand.press(inDialog(page, 'Ask a second person'));
        await expect(requestFor(page, investor)).toContainText('You asked');
        const second = await newPage(browser);
        await openAs(second, THEO, new URL(page.url()).pathname);
        await hand.press(requestFor(second, investor).getByRole('button', { name: 'Approve' }));
        await hand.press(confirmed(second, 'Approve'));
        await expect(second.getByText(/^Will be removed/)).toBeVisible();
        await second.context().close();
      },
    );

    test(
      'DESK-100 an administrator: add, change and close a syndicate, stop a change of bank account, send a failed mail again',
      FULL_RUN,
      async ({ page }) => {
        const name = `Quay ${hand.name} ${mark()}`;
        const failed = [await addFailedMail(), await addFailedMail()];
        await openAs(page, ADA, '/desk');
        await hand.go(page, 'Investors', 'i');
        await hand.press(button(page, 'Add a syndicate'));
        await hand.write(page.getByLabel('Name', { exact: true }), name);
        await hand.write(page.getByLabel('Abbreviation', { exact: true }), `Q${mark()}`);
        await hand.write(page.getByLabel('Share of a deal (%)'), '5');
        await hand.write(page.getByLabel('Management fee (%)'), '4');
        await hand.write(page.getByLabel('Syndication fee (%)'), '0');
        await hand.write(page.getByLabel('E-sign e-mail'), 'quay@quay.example');
        await hand.press(inDialog(page, 'Add'));
        await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
        await hand.press(button(page, 'Change'));
        await hand.write(page.getByLabel('Management fee (%)'), '3.75');
        await hand.press(inDialog(page, 'Save'));
        await expect(page.getByText('3.75%')).toBeVisible();
        // The dialog has a button of that name too, until it is gone.
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await hand.press(button(page, 'Close'));
        await hand.write(page.getByLabel('Why'), 'They asked us to.');
        await hand.press(inDialog(page, 'Close the syndicate'));
        await hand.press(button(page, 'Open again'));
        await expect(button(page, 'Close')).toBeVisible();

        await addBankChange(name);
        await page.reload();
        await hand.press(button(page, 'Release now'));
        await hand.write(page.getByLabel('Why'), `They called back: ${name}`);
        await hand.press(inDialog(page, 'Ask a second person'));
        const request = requestFor(page, `They called back: ${name}`);
        await hand.press(request.getByRole('button', { name: 'Take back' }));
        await expect(request).toHaveCount(0);
        await hand.press(button(page, 'Cancel the change'));
        await hand.press(confirmed(page, 'Cancel the change'));
        await expect(page.getByText('The change is cancelled')).toBeVisible();

        await hand.go(page, 'Board', 'b');
        const queue = button(page, 'Mails that failed');
        await expect(queue).toBeVisible();
        if (hand === POINTER) await queue.click();
        else await page.keyboard.press('5');
        const item = (why: string) => region(page, 'Waiting').getByRole('listitem').filter({ hasText: why });
        await hand.press(item(failed[0] ?? '').getByRole('button', { name: /^Try again/ }));
        await expect(page.getByText('The mail is tried again now.')).toBeVisible();
        await hand.press(item(failed[1] ?? '').getByRole('button', { name: /^Drop/ }));
        await hand.press(button(page, 'Drop the mail'));
        await expect(page.getByText('The mail was dropped.')).toBeVisible();
      },
    );

    test(
      'DESK-100 an administrator: save settings, weaken a protection with a second person, issue and revoke a token, read the audit trail',
      FULL_RUN,
      async ({ page, browser }) => {
        // Of a funder of its own, because everybody of a funder would notice.
        const funder = await createFunderWithDesk('Lakeside Funding');
        await openAs(page, funder.mina, '/desk');
        await hand.go(page, 'Settings', 't');
        await hand.write(page.getByRole('textbox', { name: 'Accounting e-mail' }), 'money@lakeside.example');
        await hand.press(region(page, 'Contact').getByRole('button', { name: 'Save' }));
        await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        await hand.write(
          region(page, 'Protections').getByRole('spinbutton', { name: /^Waiting period/ }),
          '24',
        );
        await hand.press(region(page, 'Protections').getByRole('button', { name: 'Ask a second person' }));
        await hand.write(page.getByLabel('Why'), 'Two banks need it');
        await hand.press(inDialog(page, 'Ask a second person'));
        await expect(waiting(page).getByText(/Can be decided by Leo Park; told /)).toBeVisible();
        const second = await newPage(browser);
        await openAs(second, funder.leo, '/desk/settings');
        await hand.press(waiting(second).getByRole('button', { name: 'Approve' }));
        await hand.press(confirmed(second, 'Approve'));
        await expect(
          region(second, 'Protections').getByRole('spinbutton', { name: /^Waiting period/ }),
        ).toHaveValue('24');
        await second.context().close();

        await hand.press(page.getByRole('link', { name: 'Show the tokens' }));
        await hand.press(button(page, 'New token'));
        await hand.write(page.getByLabel('Which system it is for'), 'Reporting');
        await hand.press(page.getByRole('checkbox', { name: /^book:/ }));
        await hand.press(inDialog(page, 'Issue'));
        await hand.press(inDialog(page, 'I have kept it'));
        await hand.press(button(page, 'Revoke Reporting'));
        await hand.write(page.getByLabel('Why'), 'No longer used');
        await hand.press(inDialog(page, 'Revoke'));
        await expect(page.getByText('Revoked', { exact: true })).toBeVisible();

        await hand.go(page, 'Audit', 'a');
        await hand.choose(page.getByRole('combobox', { name: 'What' }), 'Service token revoked');
        await expect(page).toHaveURL(/action=/);
        const saved = page.waitForEvent('download');
        await hand.press(button(page, 'Download'));
        await saved;
        await hand.press(button(page, 'Show all'));
        await expect(page).toHaveURL('/desk/audit');
        await funder.close();
      },
    );
  });

/** Four wrong passwords, typed elsewhere. */
async function lock(page: Page, name: string): Promise<void> {
  await page.goto('/login');
  for (let failure = 1; failure <= 4; failure += 1) {
    await enterCredentials(page, name, `wrong ${failure}`);
    await expect(page.getByRole('alert').or(page.getByRole('timer')).first()).toBeVisible();
    await expect(failure < 4 ? signInButton(page) : page.getByRole('timer')).toBeVisible();
    if (failure < 4) await expect(signInButton(page)).toBeEnabled();
  }
  await page.context().close();
}
