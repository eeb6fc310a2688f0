import type { Page } from '@playwright/test';
import { passwordsContract } from '../src/shared/contract/passwords.ts';
import { funderOrigin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import {
  BROKER,
  dumpStorage,
  enterCredentials,
  loginName,
  openAs,
  PASSWORD,
  password,
  sessionCookie,
  signInButton,
} from './setup/portal.ts';
import { returnRemembered } from './setup/return-remembered.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const follow = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const TENANTS = ['Harbor Capital', 'Summit Funding'];

test('LOGIN-09 user_email fills in the e-mail, also one with a plus', FULL_RUN, async ({ page }) => {
  await page.goto('/login?user_email=dana@northgate.example');
  await expect(loginName(page)).toHaveValue('dana@northgate.example');
  await page.goto('/login?user_email=dana+books@northgate.example');
  await expect(loginName(page)).toHaveValue('dana+books@northgate.example');
  await expect(password(page)).toHaveValue('');
});

test(
  'LOGIN-09 a ticket signs in with one click, once, and leaves the address at once',
  FULL_RUN,
  async ({ page, people, context }) => {
    const email = await people.twinOfDana();
    const ticket = await people.issueTicket(email);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`/login?user_email=${email}&ticket=${ticket}`);
    await expect(title(page)).toHaveText('Sign in with your link');
    await expect(page).not.toHaveURL(/ticket/);
    await expectPresentable(page);
    // Opening the link alone opens no session, whoever has sent it.
    expect(await sessionCookie(context)).toBeUndefined();
    await follow(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText('Northgate Partners Portfolio');
    expect(addresses.at(-1)).not.toContain(ticket);
    expect(JSON.stringify(await dumpStorage(page))).not.toContain(ticket);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');

    await page.goto(`/login?user_email=${email}&ticket=${ticket}`);
    await follow(page);
    await expect(page.getByRole('alert')).toHaveText(
      'Link Expired. The link you are trying to access is expired. Please request a new link.',
    );
    await expect(page).not.toHaveURL(/ticket/);
    await expect(loginName(page)).toHaveValue(email);
    expect(await sessionCookie(context)).toBeUndefined();
  },
);

test('LOGIN-09 a ticket for somebody who is no syndicate user says so', async ({ page, people }) => {
  await page.goto(`/ticket#${await people.issueTicket(BROKER)}`);
  await follow(page);
  await expect(page.getByRole('alert')).toHaveText('This user is not a syndicate User');
  await expect(page).toHaveURL('/login');
});

test(
  'LOGIN-09 somebody who is a member of no funder is told so, after the right password only',
  FULL_RUN,
  async ({ page, people, context }) => {
    const email = await people.memberOfNothing();
    await page.goto('/login');
    await enterCredentials(page, email, 'not the password');
    await expect(page.getByRole('alert')).toHaveText('The user credentials were incorrect');
    await enterCredentials(page, email);
    await expect(page.getByRole('alert')).toHaveText('This user is not a syndicate User');
    expect(await sessionCookie(context)).toBeUndefined();
  },
);

test('LOGIN-09 an unknown e-mail in the address is not told to a stranger', FULL_RUN, async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/login?user_email=nobody@nowhere.example');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('This user is not a syndicate User')).toBeHidden();
  expect(calls).not.toContain(passwordsContract.checkEmail.path);
});

test.describe('of a funder that tells who has an account', FULL_RUN, () => {
  test.use({ baseURL: funderOrigin });

  test('LOGIN-09 an unknown e-mail in the address is told', async ({ page, people }) => {
    await people.discloseAccounts();
    await page.goto('/login?user_email=nobody@nowhere.example');
    await expect(page.getByRole('alert')).toHaveText('This user is not a syndicate User');
    await expect(loginName(page)).toHaveValue('nobody@nowhere.example');
    const email = await people.twinOfDana();
    await page.goto(`/login?user_email=${email}`);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText('This user is not a syndicate User')).toBeHidden();
    await expect(loginName(page)).toHaveValue(email);
  });
});

test(
  'LOGIN-10 on return the e-mail is there, masked, and the password alone signs in',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await returnRemembered(page, people);
    await expect(loginName(page)).toHaveValue(/^•+e\.example$/);
    await expect(loginName(page)).not.toHaveValue(new RegExp(email.split('@')[0] ?? ''));
    await expect(loginName(page)).not.toBeEditable();
    expect(JSON.stringify(await dumpStorage(page))).not.toContain(email);
    await signInButton(page).click();
    await expect(password(page)).toHaveAccessibleDescription('password is required');
    await password(page).fill('not the password');
    await signInButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('The user credentials were incorrect');
    await password(page).fill(PASSWORD);
    await password(page).press('Enter');
    await expect(page).toHaveURL('/dashboard');
  },
);

test('LOGIN-10 Not you? makes browser and server forget', FULL_RUN, async ({ page, people, context }) => {
  await returnRemembered(page, people);
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(loginName(page)).toHaveValue('');
  await expect(loginName(page)).toBeFocused();
  await expect(loginName(page)).toBeEditable();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['__Host-device']);
  await page.reload();
  await expect(loginName(page)).toBeEditable();
});

test(
  'LOGIN-11 with several funders one is chosen, by keyboard too, and a reload stays there',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    const summit = await people.joinFunder(email, 'Summit Funding');
    await page.goto('/login?redirect=%2Fprofile');
    await enterCredentials(page, email);
    await expect(title(page)).toHaveText('Choose a funder');
    await expect(page.getByRole('listitem')).toHaveText(TENANTS.map((name) => new RegExp(name)));
    await expect(page.getByRole('button', { name: 'Harbor Capital' })).toBeFocused();
    await page.reload();
    await expect(title(page)).toHaveText('Choose a funder');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('banner')).toContainText('Summit Funding');
    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Summit Funding');
    expect((await dumpStorage(page)).local['portal.last-tenant-id']).toBe(summit);

    await people.leaveFunder(email, summit);
    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Harbor Capital');
  },
);

test('LOGIN-11 whoever will not choose can sign out again', FULL_RUN, async ({ page, people, context }) => {
  const email = await people.twinOfDana();
  await people.joinFunder(email, 'Summit Funding');
  await page.goto('/login');
  await enterCredentials(page, email);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(title(page)).toHaveText('Syndicate Login');
  expect(await sessionCookie(context)).toBeUndefined();
});

test('LOGIN-11 exactly one funder is taken at once', FULL_RUN, async ({ page, people }) => {
  await openAs(page, await people.twinOfDana());
  await expect(page.getByRole('banner')).toContainText('Harbor Capital');
});
