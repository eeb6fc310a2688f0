import type { Page } from '@playwright/test';
import { commandLineOn } from '../src/server/testing/command-line.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { invitationsContract } from '../src/shared/contract/invitations.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import { databaseUrl } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectTokenOutOfAddresses } from './setup/link-token.ts';
import { newPerson } from './setup/new-person.ts';
import { enterCredentials, figure, PASSWORD } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const NEW_PASSWORD = 'quiet harbour lantern 41';
const title = (page: Page) => page.getByRole('heading', { level: 1 });

interface Inviting {
  tenant: string;
  name: string;
  syndicate: string;
}
const HARBOR: Inviting = { tenant: 'harbor', name: 'Harbor Capital', syndicate: 'NGP' };
const KEYSTONE: Inviting = { tenant: 'keystone', name: 'Keystone Funding', syndicate: 'AYF' };

/** Returns the link in the mail. */
async function invite(email: string, { tenant, name, syndicate }: Inviting = HARBOR): Promise<string> {
  const run = commandLineOn({ url: databaseUrl('DATABASE_URL') });
  const { code, stderr } = await run(
    'user',
    'invite',
    email,
    ...['--tenant', tenant, '--name', 'Ines Ortega', '--role', 'syndication', '--syndicate', syndicate],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { text } = await waitForMail(email, `Your access to the portal of ${name}`);
  const [link] = /http\S+(reset_password_view|\/invitation#)\S+/.exec(text) ?? [];
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

test(
  'ACCESS-04 ROUTE-09 who has an account with another funder accepts on a page that says who invites, once',
  FULL_RUN,
  async ({ page }) => {
    const email = await newPerson();
    const link = await invite(email, KEYSTONE);
    await expectTokenOutOfAddresses(page, link, () =>
      expect(title(page)).toHaveText(`Invitation from ${KEYSTONE.name}`),
    );
    await expect(page.getByRole('main')).toContainText(`You would sign in as ${email}`);
    await expectPresentable(page);
    await page.getByRole('button', { name: 'Accept' }).focus();
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('You have accepted the invitation');
    await page.goto(link);
    await expect(title(page)).toHaveText('You have accepted the invitation');
    await expectPresentable(page);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await enterCredentials(page, email);
    await expect(page.getByText(KEYSTONE.name)).toBeVisible();
  },
);

test(
  'ACCESS-04 ROUTE-09 who declines, by a link in its former form, is told so again; a late link and an unknown one say what to do',
  FULL_RUN,
  async ({ page }) => {
    const email = await newPerson();
    const link = await invite(email, KEYSTONE);
    await page.goto(link.replace('#', '/'));
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page).toHaveURL('/invitation');
    await expect(title(page)).toHaveText('You have declined the invitation');
    await page.reload();
    await expect(title(page)).toHaveText('You have declined the invitation');
    await expectAccessible(page);
    await alterAnswers(page, invitationsContract.invitationOfLink, (answer) => ({
      ...answer,
      state: 'expired' as const,
    }));
    await page.reload();
    await expect(title(page)).toHaveText('This invitation has expired');
    await expect(page.getByRole('main')).toContainText(`Please ask ${KEYSTONE.name} to send it again.`);
    await page.unrouteAll();
    await page.goto('/invitation#none');
    await expect(title(page)).toHaveText('This link does not open');
  },
);

test(
  'ACCESS-06 who signed in with a ticket is told to sign in with the password before changing it',
  FULL_RUN,
  async ({ page, people }) => {
    const ticket = await people.issueTicket(await newPerson());
    await page.goto(`/login?redirect=%2Fprofile%3Ftab%3Dlogin&ticket=${ticket}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('region', { name: 'Login Credentials' })
      .getByRole('button', { name: 'Reset password' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Password Change', exact: true });
    await dialog.getByLabel('Old Password').fill(PASSWORD);
    await dialog.getByLabel('New Password').fill(NEW_PASSWORD);
    await dialog.getByLabel('Confirm Password').fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByRole('alert')).toContainText('please sign out and sign in with your password');
    await expectAccessible(page);
  },
);
