import type { Page } from '@playwright/test';
import { commandLineOn } from '../src/server/testing/command-line.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { databaseUrl } from './setup/environment.ts';
import { enterCredentials, figure } from './setup/portal.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const NEW_PASSWORD = 'quiet harbour lantern 41';
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function invite(email: string): Promise<string> {
  const run = commandLineOn({ url: databaseUrl('DATABASE_URL') });
  const { code, stderr } = await run(
    'user',
    'invite',
    email,
    ...['--tenant', 'harbor', '--name', 'Ines Ortega', '--role', 'syndication', '--syndicate', 'NGP'],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { text } = await waitForMail(email, 'Your access to the portal of Harbor Capital');
  const [link] = /http\S+reset_password_view\S+/.exec(text) ?? [];
  if (!link) throw new Error('The mail has no link.');
  return link;
}

test('OPS-02 an invited investor chooses a password from the mail, signs in and sees the book', async ({
  page,
}) => {
  const email = `invited-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const link = await invite(email);
  await page.goto(link);
  await expect(title(page)).toHaveText('Welcome to Harbor Capital');
  await expect(page.getByText(`Choose your password. You will then sign in as ${email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Retype Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert').getByText('Your password is set. Please sign in.')).toBeVisible();
  await enterCredentials(page, email, NEW_PASSWORD);
  await expect(figure(page, 'Total Portfolio Balance')).toBeVisible();
  await page.goto(link);
  await expect(title(page)).toHaveText('Link Expired');
});
