import type { Page } from '@playwright/test';
import { portfolioContract } from '../src/shared/contract/portfolio.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { callsOf, DANA, dumpStorage, figure, openAs, SAM, tab } from './setup/portal.ts';
import { BROKEN, expect, REFUSED, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const OWN = 'Northgate Partners';
const OTHER = 'Twin Lakes Syndicate';
const NO_ACCESS = 'You dont have the access to switch accounts.';

const field = (page: Page) => page.getByRole('combobox', { name: 'Switch View' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const option = (page: Page, name: string) => options(page).filter({ hasText: name });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function switchTo(page: Page, name: string): Promise<void> {
  await field(page).click();
  await option(page, name).click();
  await expect(title(page)).toHaveText(`${name} Portfolio`);
}

test('DASH-01 DASH-02 DASH-07 a manager switches, and title and figures are the other syndicate’s, to the cent', async ({
  page,
  book,
}) => {
  const [own, other] = [await book.figuresOf(OWN), await book.figuresOf(OTHER)];
  await openAs(page, DANA, '/dashboard?view=detailed');
  await expect(figure(page, 'Total Payouts')).toContainText(formatMoney(own.paidPayouts));
  await switchTo(page, OTHER);
  await expect(page).toHaveURL(`/dashboard?view=detailed&syndicate=${await book.idOf(OTHER)}`);
  await expect(page).toHaveTitle(`${OTHER} Portfolio · Syndicate Portal`);
  await expect(field(page)).toHaveValue(OTHER);
  await expect(figure(page, 'Total Payouts')).toContainText(formatMoney(other.paidPayouts));
  await expect(figure(page, 'Portfolio Balance')).toContainText(formatMoney(other.portfolioBalance));
  await expect(figure(page, 'Total Anticipated Return')).toContainText(`across ${other.deals} deals`);
  expect(other.paidPayouts).not.toBe(own.paidPayouts);
});

test(
  'DASH-02 the choice outlives a reload, another page and the next visit; going back leads back',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await switchTo(page, OTHER);
    await page.reload();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await page.getByRole('link', { name: 'My Profile' }).click();
    await expect(title(page)).toHaveText('My Profile');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await page.goto('/dashboard');
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await expect(page).toHaveURL(/syndicate=\d+/);

    await switchTo(page, 'Marlowe Family Office');
    await page.goBack();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await expect(field(page)).toHaveValue(OTHER);
    await page.goForward();
    await expect(title(page)).toHaveText('Marlowe Family Office Portfolio');
  },
);

test(
  'DASH-02 the own syndicate comes first, and choosing it or going back to it forgets the other',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await switchTo(page, OTHER);
    await page.goBack();
    await expect(title(page)).toHaveText(`${OWN} Portfolio`);
    await expect.poll(() => keptKeys(page)).not.toContain('portal.switched-syndicate-id');

    await page.goForward();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await expect.poll(() => keptKeys(page)).toContain('portal.switched-syndicate-id');
    await field(page).click();
    await expect(options(page).first()).toHaveText(`${OWN}Your own`);
    await option(page, OWN).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(title(page)).toHaveText(`${OWN} Portfolio`);
    await expect.poll(() => keptKeys(page)).not.toContain('portal.switched-syndicate-id');
    await page.goto('/dashboard');
    await expect(title(page)).toHaveText(`${OWN} Portfolio`);
  },
);

const keptKeys = async (page: Page) => Object.keys((await dumpStorage(page)).local);

test('DASH-02 ROUTE-07 the choice does not outlive the session', FULL_RUN, async ({ page, people }) => {
  const email = await people.twinOfDana(['switch-syndicates']);
  await openAs(page, email);
  await switchTo(page, OTHER);
  // Requests that are pending at logout are refused, and the browser logs that.
  await expect(page.getByRole('button', { name: /^Details of / }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await openAs(page, email);
  await expect(title(page)).toHaveText(`${OWN} Portfolio`);
});

test(
  'DASH-02 SHELL-05 the keyboard alone finds a syndicate by name or abbreviation',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await field(page).focus();
    await page.keyboard.type('ironb');
    await expect(options(page)).toHaveText(['Ironbridge HoldingsIBH']);
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText('Ironbridge Holdings Portfolio');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('tls');
    await page.keyboard.press('Enter');
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('nobody');
    await expect(page.getByText('No syndicate of this name')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(field(page)).toHaveValue(OTHER);
  },
);

test(
  'DASH-02 SHELL-05 the open list is accessible in light and dark, also when it scrolls',
  FULL_RUN,
  async ({ page }) => {
    await alterAnswers(page, portfolioContract.compactSyndicates, ({ syndicates }) => ({
      syndicates: [
        ...syndicates,
        ...Array.from({ length: 20 }, (_, index) => ({
          id: 9_000_000n + BigInt(index),
          name: `Harborview ${index + 1}`,
          abbreviation: `HV${index + 1}`,
          userId: null,
        })),
      ],
    }));
    // Without rows, which have tests of their own and make the accessibility check slow.
    await openAs(page, DANA, '/dashboard?search=nothing-has-this-name');
    await field(page).click();
    await expect(option(page, 'Harborview 20')).toBeAttached();
    await expectAccessible(page);
  },
);

test(
  'DASH-02 which views there are still follows the manager’s own syndicate',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, DANA);
    await switchTo(page, 'Eastbank Ventures');
    await tab(page, 'Detailed View').click();
    await expect(figure(page, 'Latest Payout')).toBeVisible();
    await expect(title(page)).toHaveText('Eastbank Ventures Portfolio');
  },
);

test.describe('refused', FULL_RUN, () => {
  test.use({ expectedComplaints: REFUSED });

  test('DASH-03 somebody else sees no switch; a forged address says so and shows the own portfolio', async ({
    page,
    book,
  }) => {
    const own = await book.figuresOf('Bluewater Capital Group');
    await openAs(page, SAM, '/dashboard?view=detailed');
    await expect(figure(page, 'Total Payouts')).toBeVisible();
    await expect(field(page)).toHaveCount(0);
    await page.goto(`/dashboard?view=detailed&syndicate=${await book.idOf(OWN)}`);
    await expect(page.getByRole('alert')).toHaveText(NO_ACCESS);
    await expect(title(page)).toHaveText('Bluewater Capital Group Portfolio');
    await expect(page).toHaveURL('/dashboard?view=detailed');
    await expect(figure(page, 'Total Payouts')).toContainText(formatMoney(own.paidPayouts));
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await keptKeys(page)).not.toContain('portal.switched-syndicate-id');
  });

  test('DASH-03 a forged request is refused by the server', async ({ page, book }) => {
    await withoutFirstAnswers(page);
    const own = page.waitForRequest(callsOf(portfolioContract.portfolioTotals));
    await openAs(page, SAM);
    const { authorization = '', 'x-tenant': tenant = '' } = (await own).headers();
    const forge = (path: string) =>
      page.request.get(path, { headers: { authorization, 'x-tenant': tenant } });
    const path = portfolioContract.portfolioTotals.path.replace(/:\w+/, String(await book.idOf(OWN)));
    for (const forged of [path, portfolioContract.compactSyndicates.path]) {
      const answer = await forge(forged);
      expect(answer.status()).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'switch_not_allowed', message: NO_ACCESS });
    }
  });

  test(
    'DASH-03 an id that leads nowhere, in the address or kept, ends at the own portfolio',
    FULL_RUN,
    async ({ page }) => {
      await openAs(page, DANA);
      await expect(field(page)).toHaveValue(OWN);
      await page.goto('/dashboard?syndicate=nonsense');
      await expect(page.getByRole('alert')).toHaveText(NO_ACCESS);
      await expect(page).toHaveURL('/dashboard');
      await page.evaluate(() => window.localStorage.setItem('portal.switched-syndicate-id', '999999999'));
      await page.goto('/dashboard');
      await expect(page.getByRole('alert')).toHaveText(NO_ACCESS);
      await expect(title(page)).toHaveText(`${OWN} Portfolio`);
      await page.reload();
      await expect(title(page)).toHaveText(`${OWN} Portfolio`);
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );

  test(
    'DASH-03 who loses the permission while looking is taken back at the next call',
    FULL_RUN,
    async ({ page, people }) => {
      const email = await people.twinOfDana(['switch-syndicates']);
      await openAs(page, email);
      await switchTo(page, OTHER);
      await field(page).click();
      await expect(option(page, 'Ironbridge Holdings')).toBeVisible();
      await people.takeSwitchingFrom(email);
      // Any call is the next one, also one that looks ahead, and takes the field away. Keys do not wait for it, as a click would.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText(NO_ACCESS);
      await expect(title(page)).toHaveText(`${OWN} Portfolio`);
      await expect(field(page)).toHaveCount(0);
    },
  );
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DASH-02 SHELL-04 a list of syndicates that does not load says so and can be asked for again', async ({
    page,
    book,
  }) => {
    await withoutFirstAnswers(page);
    await page.route(callsOf(portfolioContract.compactSyndicates), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await openAs(page, DANA);
    await expect(page.getByText('The list did not load.')).toBeVisible();
    await expect(title(page)).toHaveText(`${OWN} Portfolio`);
    await page.goto(`/dashboard?syndicate=${await book.idOf(OTHER)}`);
    await expect(page.getByRole('alert')).toContainText('This portfolio did not load');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(title(page)).toHaveText(`${OTHER} Portfolio`);
  });
});
