import type { Browser, Page } from '@playwright/test';
import { commandLineOn } from '../src/server/testing/command-line.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { setUpApp } from './setup/authenticator-app.ts';
import { databaseUrl } from './setup/environment.ts';
import { enterCredentials } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

const PASSWORD = 'quiet harbour lantern 41';
/** Until the second factor is set up, the pages behind it are refused. */
test.use({ expectedComplaints: /403 \(Forbidden\)/ });

/** Chooses the password by the link of the mail, and signs in. */
async function comeInByMail(page: Page, email: string, funder: string): Promise<void> {
  const { text } = await waitForMail(email, `Your access to the portal of ${funder}`);
  const [link = 'the mail has no link'] = /http\S+reset_password_view\S+/.exec(text) ?? [];
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Retype Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await enterCredentials(page, email, PASSWORD);
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

test('DESK-36 DESK-41 after the first administrator was invited by command, the first investor of a funder signs in without another', async ({
  page,
  browser,
}) => {
  test.slow();
  const slug = `cedar-${crypto.randomUUID().slice(0, 8)}`;
  const run = commandLineOn(
    { url: databaseUrl('DATABASE_URL') },
    { DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL') },
  );
  const name = 'Cedar Street Funding';
  const first = `pat@${slug}.example`;
  const investor = `ida@${slug}.example`;
  for (const command of [
    ['tenant', 'add', slug, '--name', name, '--support-email', `help@${slug}.example`],
    ['user', 'invite', first, '--tenant', slug, '--name', 'Pat Moss', '--role', 'administrator'],
  ])
    expect(await run(...command)).toMatchObject({ code: 0 });

  const began = Date.now();
  await comeInByMail(page, first, name);
  await expect(
    page.getByRole('heading', { name: 'One more step before the desk opens', level: 1 }),
  ).toBeVisible();
  await expectPresentable(page);
  await setUpApp(page, PASSWORD);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Open the desk' }).click();

  await page.getByRole('link', { name: 'Investors', exact: true }).click();
  await expect(page.getByText('There are no syndicates yet')).toBeVisible();
  await expectPresentable(page);
  await page.getByRole('button', { name: 'Add a syndicate' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a syndicate' });
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Please enter the name.')).toBeVisible();
  await adding.getByLabel('Name').fill('Ironwood Partners');
  await adding.getByLabel('Abbreviation').fill('IWP');
  await adding.getByRole('checkbox', { name: 'Monday' }).uncheck();
  await adding.getByLabel('Share of a deal (%)').fill('5');
  await adding.getByLabel('Management fee (%)').fill('4');
  await adding.getByLabel('Syndication fee (%)').fill('0');
  await adding.getByLabel('E-sign e-mail').fill(investor);
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ironwood Partners', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite somebody' });
  await inviting.getByLabel('Name').fill('Ida Moss');
  await inviting.getByLabel('E-mail').fill(investor);
  await inviting.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Ida Moss', level: 1 })).toBeVisible();

  const theirs = await newPage(browser);
  await comeInByMail(theirs, investor, name);
  await expect(theirs.getByText('Please set up a second factor first')).toBeVisible();
  await theirs.getByRole('link', { name: 'Go to My Profile' }).click();
  await setUpApp(theirs, PASSWORD);
  await theirs.getByRole('button', { name: 'I have kept them' }).click();
  await theirs.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Ironwood Partners Portfolio');
  await expect(theirs.getByText('No deals yet')).toBeVisible();
  const seconds = (Date.now() - began) / 1000;
  test.info().annotations.push({ type: 'from the first mail to the investor', description: `${seconds} s` });
});
