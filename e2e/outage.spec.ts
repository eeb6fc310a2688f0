import { type Browser, chromium, type Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { type CuttableLine, openCuttableLine } from './setup/cuttable-line.ts';
import { origin, port } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { acceptButton, message, PROCESSED, slider } from './setup/offer-page.ts';
import { addressOf, openOffers } from './setup/offers.ts';
import {
  callsOf,
  DANA,
  enterCredentials,
  figure,
  loginName,
  openAs,
  PASSWORD,
  password,
  signInButton,
  tab,
} from './setup/portal.ts';
import { newProfileOwner } from './setup/profile-owner.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

test.use({ expectedComplaints: /^Failed to load resource: / });

const READING = 'The portal is not answering at the moment. Trying again …';
const SENDING = 'The portal is not answering at the moment. What you sent is kept, and we are still trying …';
const dialog = (page: Page) => page.getByRole('dialog');

test.describe('with a connection that is cut', () => {
  const offers = openOffers();
  let line: CuttableLine;
  let browser: Browser;

  // A browser of its own, which reaches the portal through the line. Nobody else is cut off.
  test.beforeAll(async ({ launchOptions }) => {
    line = await openCuttableLine(port);
    const rule = `--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${line.port}`;
    browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
  });
  test.afterAll(async () => {
    await browser.close();
    await line.cut();
    await offers.close();
  });

  const newPage = async () => {
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
    return context.newPage();
  };

  test('SHELL-06 OFFER-08 a dashboard, a half-filled form and an acceptance come through an outage: nothing is lost or done twice', async () => {
    const [{ email }, offer] = [await newProfileOwner(), await offers.create()];
    const [dashboard, profile, broker] = [await newPage(), await newPage(), await newPage()];
    await broker.setViewportSize({ width: 390, height: 800 });
    await Promise.all([
      openAs(dashboard, DANA),
      openAs(profile, email, '/profile'),
      broker.goto(addressOf(offer)),
    ]);
    await expect(figure(dashboard, 'Net Investment')).toBeVisible();
    await profile.getByRole('button', { name: 'Edit' }).first().click();
    const street = dialog(profile).getByRole('textbox', { name: 'Street' });
    await fillContact(profile);
    await slider(broker).fill('5');
    await message(broker).click();
    await broker.keyboard.type('Send it to me');
    // What is still being loaded when answers are lost keeps its connection, and a browser opens only six of them for a page.
    await expect(broker.getByRole('toolbar', { name: 'Message: text style' })).toBeVisible();

    // The acceptance arrives, its answer does not; then nobody answers any more.
    line.loseAnswers();
    await acceptButton(broker).click();
    await expect.poll(async () => (await offers.read(offer)).notes.length).toBe(2);
    await line.cut();
    await dashboard.getByRole('button', { name: 'Next page' }).click();
    await dialog(profile).getByRole('button', { name: 'Save' }).click();

    await expect(dashboard.getByText(READING)).toBeVisible();
    await expect(dialog(profile).getByText(SENDING)).toBeVisible();
    await expect(broker.getByRole('alertdialog').getByText(SENDING)).toBeVisible();
    // What was shown stays, and nothing is said twice.
    await expect(figure(dashboard, 'Net Investment')).toBeVisible();
    await expect(dashboard.getByRole('alert')).toHaveCount(0);
    await expectAccessible(dashboard);
    // Its code was not loaded yet, and is as soon as it can be.
    await tab(dashboard, 'Detailed View').click();
    // What is seen is what was sent: nothing can be entered that the answer would then discard.
    await street.press('End');
    await profile.keyboard.type(', Suite 4');
    await expect(street).toHaveValue('12 Lake Street');
    await expect(street).toBeFocused();
    await expect(dialog(profile).getByRole('combobox', { name: 'State' })).toBeDisabled();

    await line.restore();
    // By themselves they would wait for some seconds more. A browser that is online again tells its pages, unless one is being loaded.
    const tell = () => void window.dispatchEvent(new Event('online'));
    for (const page of [dashboard, profile, broker]) await page.evaluate(tell).catch(() => undefined);
    await expect(dashboard.getByText(READING)).toBeHidden();
    await expect(dashboard.getByText('Total Anticipated Return')).toBeVisible();
    await expect(profile.getByText('Contact details saved')).toBeVisible();
    await expect(profile.getByText('12 Lake Street')).toBeVisible();
    await expect(broker.getByText(PROCESSED)).toBeVisible();
    expect((await offers.read(offer)).notes).toHaveLength(2);
  });
});

async function fillContact(page: Page): Promise<void> {
  const fields = dialog(page);
  await fields.getByRole('textbox', { name: 'Phone number' }).fill('+1 216 555 0100');
  await fields.getByRole('combobox', { name: 'Phone type' }).selectOption({ index: 1 });
  await fields.getByRole('textbox', { name: 'Street' }).fill('12 Lake Street');
  await fields.getByRole('textbox', { name: 'City' }).fill('Akron');
  await fields.getByRole('combobox', { name: 'State' }).selectOption({ index: 5 });
  await fields.getByRole('textbox', { name: 'Zip' }).fill('44301');
}

test(
  'SHELL-06 one line says that the server is away when a page starts, and the session is not taken for ended',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await expect(figure(page, 'Net Investment')).toBeVisible();
    await withoutFirstAnswers(page);
    await page.route(callsOf(authContract.requestToken), (route) =>
      route.fulfill({ status: 503, headers: { 'retry-after': '30' }, body: '' }),
    );
    await page.reload();
    await expect(page.getByText(READING)).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(figure(page, 'Net Investment')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  },
);

test(
  'SHELL-06 LOGIN-01 signing in while the server is away keeps what was typed; a busy server has its own words',
  FULL_RUN,
  async ({ page }) => {
    await page.goto('/login');
    await withoutFirstAnswers(page);
    await page.route(callsOf(authContract.requestToken), (route) => route.fulfill({ status: 502, body: '' }));
    await enterCredentials(page, DANA);
    await expect(page.getByRole('alert')).toHaveText(
      'The portal did not answer, so you are not signed in. What you typed is still here. Please try again.',
    );
    await expect(loginName(page)).toHaveValue(DANA);
    await expect(password(page)).toHaveValue(PASSWORD);
    await page.unrouteAll();
    const busy = { code: 'server_busy', message: 'The portal is busy.', request_id: 'e2e', retry_after: 5 };
    await withoutFirstAnswers(page);
    await page.route(callsOf(authContract.requestToken), (route) =>
      route.fulfill({ status: 503, json: busy }),
    );
    await signInButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('The portal is busy.');
    await expect(page.getByText(READING)).toBeHidden();
  },
);
