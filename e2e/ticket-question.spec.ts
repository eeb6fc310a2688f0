import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { newPerson } from './setup/new-person.ts';
import { callsOf, DANA, enterCredentials, loginName, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: new RegExp(`${REFUSED.source}|${BROKEN.source}`) });

const EXPIRED = 'Link Expired. The link you are trying to access is expired. Please request a new link.';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const banner = (page: Page) => page.getByRole('banner');
const leave = (page: Page) => page.getByRole('button', { name: 'Log out and continue' });
const follow = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();
const stay = (page: Page) => page.getByRole('button', { name: 'Stay signed in' });

test(
  'LOGIN-09 ROUTE-09 a ticket of somebody else asks whoever is signed in, and staying leaves the ticket alone',
  FULL_RUN,
  async ({ page, people }) => {
    await openAs(page, DANA);
    await expect(banner(page)).toContainText('Dana Whitfield');
    const robin = await newPerson();
    const ticket = await people.issueTicket(robin);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`/ticket#${ticket}`);
    await expect(title(page)).toHaveText('You are already signed in');
    await expect(page).toHaveTitle('Already signed in · Syndicate Portal');
    await expect(page).toHaveURL('/login');
    expect(requested.filter((address) => address.includes(ticket))).toEqual([]);
    await expect(page.getByRole('main')).toContainText(
      'The link you opened is for somebody else. You are signed in as Dana Whitfield.',
    );
    await expectPresentable(page);
    await stay(page).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(banner(page)).toContainText('Dana Whitfield');

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(title(page)).toHaveText('Syndicate Login');
    await expect(loginName(page)).toBeEditable();
    await page.reload();
    await expect(title(page)).toHaveText('Syndicate Login');
    await page.goto(`/ticket#${ticket}`);
    await follow(page);
    await expect(banner(page)).toContainText('Robin Hale');
  },
);

test(
  'LOGIN-09 Log out and continue ends the one session, opens the other, and every tab follows',
  FULL_RUN,
  async ({ page, people, request }) => {
    const called = page.waitForRequest(callsOf(authContract.reportActivity));
    await openAs(page, DANA);
    await expect(banner(page)).toContainText('Dana Whitfield');
    const headers = await (await called).allHeaders();
    const other = await page.context().newPage();
    await other.goto(`/login?redirect=%2Fprofile&ticket=${await people.issueTicket(await newPerson())}`);
    await leave(other).click();
    await expect(other).toHaveURL('/profile');
    await expect(banner(other)).toContainText('Robin Hale');
    const { authorization = '', 'x-tenant': tenant = '' } = headers;
    const again = await request.post(authContract.reportActivity.path, {
      headers: { authorization, 'x-tenant': tenant },
    });
    expect(again.status()).toBe(401);
    await expect(banner(page)).toContainText('Robin Hale');
  },
);

test('LOGIN-09 one’s own ticket goes straight on', async ({ page, people }) => {
  const robin = await newPerson();
  await openAs(page, robin);
  await expect(banner(page)).toContainText('Robin Hale');
  await page.goto(`/login?redirect=%2Fprofile&ticket=${await people.issueTicket(robin)}`);
  await expect(page).toHaveURL('/profile');
  await expect(banner(page)).toContainText('Robin Hale');
});

test(
  'LOGIN-09 a ticket that is used up says so and signs nobody out',
  FULL_RUN,
  async ({ page, people, browser }) => {
    const ticket = await people.issueTicket(await newPerson());
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(`/ticket#${ticket}`);
    await follow(elsewhere);
    await expect(banner(elsewhere)).toContainText('Robin Hale');
    await elsewhere.context().close();
    await openAs(page, DANA);
    await expect(banner(page)).toContainText('Dana Whitfield');
    await page.goto(`/ticket#${ticket}`);
    await expect(page.getByRole('alert')).toHaveText(EXPIRED);
    await expect(page.getByRole('main')).toContainText('You are still signed in as Dana Whitfield.');
    await expectPresentable(page);
    await page.getByRole('button', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(banner(page)).toContainText('Dana Whitfield');
  },
);

test(
  'LOGIN-09 LOGIN-11 whoever has still to choose a funder is asked too',
  FULL_RUN,
  async ({ page, people }) => {
    const email = await people.twinOfDana();
    await people.joinFunder(email, 'Summit Funding');
    await page.goto('/login');
    await enterCredentials(page, email);
    await expect(title(page)).toHaveText('Choose a funder');
    await page.goto(`/ticket#${await people.issueTicket(await newPerson())}`);
    await expect(title(page)).toHaveText('You are already signed in');
    await stay(page).click();
    await expect(title(page)).toHaveText('Choose a funder');
  },
);

test(
  'LOGIN-09 SHELL-04 a logout that does not get through says so and can be tried again',
  FULL_RUN,
  async ({ page, people }) => {
    await openAs(page, DANA);
    await expect(banner(page)).toContainText('Dana Whitfield');
    await page.goto(`/ticket#${await people.issueTicket(await newPerson())}`);
    await page.route(callsOf(authContract.signOut), (route) => route.abort());
    await leave(page).click();
    await expect(page.getByRole('alert')).toContainText('The portal did not answer');
    await page.unrouteAll();
    await leave(page).click();
    await expect(banner(page)).toContainText('Robin Hale');
  },
);
