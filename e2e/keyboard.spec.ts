import { FULL_RUN } from './setup/full-run.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { acceptButton, PDF, PROCESSED, slider } from './setup/offer-page.ts';
import { addressOf, openOffers } from './setup/offers.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

let invites: Invites;
test.beforeAll(() => {
  invites = openInvites();
});
test.afterAll(() => invites.end());

test('SHELL-05 TABLE-02 DEALS-04 the keyboard keeps its place through a dialog, a download and the rows of a table', async ({
  page,
}) => {
  await openAs(page, DANA, '/dashboard?view=deals');
  const report = page.getByRole('button', { name: 'Export Report' });
  await report.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(report).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expect(report).toBeFocused();

  const rows = page.getByRole('button', { name: /^Details of/ });
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  // Past the performance mark and the link into the opened panel.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(rows.nth(1)).toBeFocused();
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search merchant or MID')).toBeFocused();
});

test('SHELL-05 PAYOUT-01 more pay dates come without taking the focus', FULL_RUN, async ({ page }) => {
  await openAs(page, DANA, '/dashboard?view=payouts');
  await page.getByRole('row', { name: /^Total/ }).waitFor();
  const dates = page.getByRole('list', { name: 'Pay dates' }).getByRole('listitem');
  const before = await dates.count();
  const more = page.getByRole('button', { name: /more pay dates$/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(dates.nth(before)).toBeAttached();
  await expect(more).toBeFocused();
});

test(
  'SHELL-05 PREFUND-01 a share is chosen and submitted by keys, and the page is read on from its beginning',
  FULL_RUN,
  async ({ page }) => {
    const { publicId } = await invites.create({ capPercent: '60' });
    await openAs(page, DANA, `/prefunding/${publicId}`);
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('slider')).toHaveValue('9.5');
    await page.getByRole('button', { name: 'Submit' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/submitted successfully/)).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  },
);

test(
  'SHELL-05 OFFER-02 OFFER-03 an offer is priced, given a file and accepted by keys',
  FULL_RUN,
  async ({ page }) => {
    const offers = openOffers();
    await page.goto(addressOf(await offers.create()));
    await offers.close();
    // Registered first, because the key press is faster than Playwright's interception of the file chooser.
    const choosing = page.waitForEvent('filechooser');
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Drop files here or choose files')).toBeFocused();
    await page.keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles([{ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF }]);
    const category = page.getByRole('combobox', { name: 'Category of statement.pdf' });
    await category.focus();
    await page.keyboard.type('Bank');
    await expect(category).toHaveValue(/\d/);
    // It can still be changed, so the focus stays.
    await expect(category).toBeFocused();
    await expect(page.getByText('Scanned')).toBeVisible({ timeout: 20_000 });
    await acceptButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(PROCESSED)).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  },
);
