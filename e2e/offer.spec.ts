import { truncate, writeFile } from 'node:fs/promises';
import { INFECTED_PDF } from '../src/server/testing/sample-files.ts';
import { offersContract } from '../src/shared/contract/offers.ts';
import { FULL_RUN } from './setup/full-run.ts';
import {
  acceptButton,
  categorize,
  chooseFiles,
  fileRow,
  message,
  PDF,
  PNG,
  PROCESSED,
  slider,
  TITLE,
  term,
} from './setup/offer-page.ts';
import { addressOf, type Offers, openOffers } from './setup/offers.ts';
import { callsOf, dumpStorage } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

let offers: Offers;
test.beforeAll(() => {
  offers = openOffers();
});
test.afterAll(() => offers.close());

for (const { name, viewport } of [
  { name: 'on a phone', viewport: { width: 390, height: 844 } },
  { name: 'on a desktop', viewport: { width: 1440, height: 900 } },
]) {
  test(`OFFER-01 OFFER-02 OFFER-04 OFFER-05 an offer is read, priced and accepted ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
    await expect(page.getByText('Bright Oak Dental · Position 2')).toBeVisible();
    await expect(page.getByText('$60,000.00')).toBeVisible();
    await expect(page.getByText('Subject to a clean UCC search.')).toBeVisible();
    await expect(page.getByText('Not for the broker.')).toHaveCount(0);
    const terms = async () =>
      Promise.all(
        ['Payback Amount', 'Max Upsell (factor rate)', 'Buy Rate', 'Payment (DAILY)', 'Term'].map((label) =>
          term(page, label).innerText(),
        ),
      );
    expect(await terms()).toEqual(['$85,200.00', '1.42', '1.30', '$710.00', '120 days']);
    await expect(slider(page)).toHaveAttribute('max', '12');
    await expect(page.getByText('12%·$7,200.00')).toBeVisible();

    await slider(page).fill('8');
    // 1.38 x $60,000, over 120 days.
    expect(await terms()).toEqual(['$82,800.00', '1.38', '1.30', '$690.00', '120 days']);
    await expect(page.getByText('8%·$4,800.00')).toBeVisible();
    await slider(page).press('ArrowLeft');
    await expect(page.getByText('7%·$4,200.00')).toBeVisible();

    await message(page).click();
    await page.keyboard.type('By E-Sign, ');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('please');
    const answered = page.waitForResponse(callsOf(offersContract.acceptOffer));
    await acceptButton(page).click();
    expect((await answered).status()).toBe(200);
    await expect(page.getByText(PROCESSED)).toBeVisible();
    await expect(page.getByText('Thank you,')).toBeVisible();

    const left = await offers.read(offer);
    expect(left.offer).toMatchObject({ status: 'Offer Accepted', paybackAmountCents: 8_220_000n });
    expect(left.notes).toEqual([
      { kind: 'Offer', bodyHtml: '<p>By E-Sign, <strong>please</strong></p>' },
      { kind: 'Activity', bodyHtml: expect.stringContaining('Offer Accepted') },
    ]);
  });
}

test(
  'OFFER-05 the page is blocked while the acceptance is under way, and says so',
  FULL_RUN,
  async ({ page }) => {
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    const { promise: isToGoOn, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(callsOf(offersContract.acceptOffer), async (route) => {
      await isToGoOn;
      await route.continue();
    });
    await acceptButton(page).click();
    const standBy = page.getByRole('alertdialog', { name: 'Please stand by' });
    await expect(standBy).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(standBy).toBeVisible();
    goOn();
    await expect(page.getByText(PROCESSED)).toBeVisible();
    await expect(standBy).toBeHidden();
  },
);

test.describe('with a broken or spent link', FULL_RUN, () => {
  test.use({ expectedComplaints: /the server responded with a status of (404|409|410)/ });

  test('OFFER-07 a link that was used, has expired or leads nowhere says so politely', async ({ page }) => {
    const used = await offers.create();
    await page.goto(addressOf(used));
    await acceptButton(page).click();
    await expect(page.getByText(PROCESSED)).toBeVisible();
    await page.reload();
    await expect(page.getByText(PROCESSED)).toBeVisible();

    const expired = await offers.create();
    await offers.expire(expired);
    await page.goto(addressOf(expired));
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();

    await page.goto('/offer/1/nothing');
    await expect(page.getByRole('heading', { name: 'This link leads to no offer' })).toBeVisible();
    await page.goto('/offer/x/nothing');
    await expect(page.getByRole('heading', { name: 'This link leads to no offer' })).toBeVisible();
  });

  test('OFFER-02 terms that changed meanwhile are shown again and not accepted unseen', async ({ page }) => {
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    await expect(slider(page)).toBeVisible();
    await offers.reprice(offer);
    await acceptButton(page).click();
    await expect(page.getByText('$50,000.00')).toBeVisible();
    await expect(page.getByText('The offer has changed since you opened it.').first()).toBeVisible();
    expect((await offers.read(offer)).offer.status).toBe('Offer Made');
    await acceptButton(page).click();
    await expect(page.getByText(PROCESSED)).toBeVisible();
  });
});

test('ROUTE-03 the address of old mails leads to the offer', FULL_RUN, async ({ page }) => {
  const offer = await offers.create();
  await page.goto(`/iso-potal/${offer.token}/17/${offer.offerId}`);
  await expect(page).toHaveURL(addressOf(offer));
  await expect(slider(page)).toBeVisible();
});

test.describe('from the former portal', FULL_RUN, () => {
  test.use({ expectedComplaints: /the server responded with a status of 404/ });

  test('ROUTE-03 a link of the former portal says that it is, and how to get a new one', async ({ page }) => {
    for (const address of ['/iso-potal/HC-2024-000817/17/42', '/iso-potal/8f3a%2F1/17/not-a-number']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is of the former portal');
      await expect(page.getByText('Please ask your contact at the funder for a new link')).toBeVisible();
      await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+@.+/);
    }
    await expectPresentable(page);
  });
});

for (const { percent, least, shown, factor } of [
  { percent: '0', least: '0', shown: '0%·$0.00', factor: '1.30' },
  { percent: '0.5', least: '1', shown: '0.5%·$300.00', factor: '1.31' },
  { percent: '7.5', least: '1', shown: '7.5%·$4,500.00', factor: '1.38' },
]) {
  test(`OFFER-01 OFFER-02 a commission of ${percent}% can be taken in full`, FULL_RUN, async ({ page }) => {
    const offer = await offers.create({ commissionPercent: percent });
    await page.goto(addressOf(offer));
    await expect(slider(page)).toHaveAttribute('min', least);
    await slider(page).press('Home');
    await slider(page).press('End');
    await expect(page.getByText(shown)).toBeVisible();
    expect(await term(page, 'Max Upsell (factor rate)').innerText()).toBe(factor);
    await expectPresentable(page);
    await acceptButton(page).click();
    await expect(page.getByText(PROCESSED)).toBeVisible();
    const { commissionPercent, status } = (await offers.read(offer)).offer;
    expect([Number(commissionPercent), status]).toEqual([Number(percent), 'Offer Accepted']);
  });
}

test(
  'OFFER-01 between whole points the slider stands still, and its end is the whole commission',
  FULL_RUN,
  async ({ page }) => {
    const offer = await offers.create({ commissionPercent: '2.5' });
    await page.goto(addressOf(offer));
    const said = async () => slider(page).getAttribute('aria-valuetext');
    const seen: (string | null)[] = [await said()];
    for (let step = 0; step < 3; step += 1) {
      await slider(page).press('ArrowLeft');
      seen.push(await said());
    }
    expect(seen).toEqual([
      '2.5 percent, $1,500.00',
      '2 percent, $1,200.00',
      '1 percent, $600.00',
      '1 percent, $600.00',
    ]);
    await slider(page).press('ArrowRight');
    await page.reload();
    expect(await said()).toBe('2 percent, $1,200.00');
  },
);

test('OFFER-03 files get a category, go up, are scanned, and an infected one is left behind', async ({
  page,
}) => {
  const offer = await offers.create();
  await page.goto(addressOf(offer));
  await chooseFiles(page, [
    { name: 'voided-check.png', mimeType: 'image/png', buffer: PNG },
    { name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF },
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: INFECTED_PDF },
  ]);
  await expect(page.getByRole('img', { name: 'Preview of voided-check.png' })).toBeVisible();
  await acceptButton(page).click();
  await expect(page.getByText('File Category is required')).toHaveCount(3);
  expect((await offers.read(offer)).offer.status).toBe('Offer Made');
  const [category = ''] = await page
    .getByRole('combobox', { name: 'Category of statement.pdf' })
    .locator('option:not([disabled])')
    .allInnerTexts();
  for (const name of ['voided-check.png', 'statement.pdf', 'invoice.pdf'])
    await categorize(page, name, category);
  for (const name of ['voided-check.png', 'statement.pdf']) {
    await expect(fileRow(page, name).getByText('Scanned')).toBeVisible({ timeout: 20_000 });
  }
  await expect(fileRow(page, 'invoice.pdf').getByText('Refused')).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible();
  await acceptButton(page).click();
  await expect(page.getByText(PROCESSED)).toBeVisible();
  expect((await offers.read(offer)).files).toEqual([
    { name: 'statement.pdf', scanStatus: 'clean' },
    { name: 'voided-check.png', scanStatus: 'clean' },
  ]);
});

test(
  'OFFER-03 what cannot be sent is said before anything is uploaded',
  FULL_RUN,
  async ({ page }, testInfo) => {
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    // From the disk, because a buffer of this size takes seconds to reach the browser.
    const huge = testInfo.outputPath('huge.pdf');
    await writeFile(huge, '');
    await truncate(huge, 20 * 1024 * 1024 + 1);
    await chooseFiles(page, huge);
    await expect(page.getByText('huge.pdf is larger than 20 MB and was left out.')).toBeVisible();
    await chooseFiles(page, [
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
    ]);
    await expect(page.getByText(/drawing\.svg: Only PDF, JPG/)).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(0);
  },
);

test(
  'OFFER-03 of several files chosen at once each that is left out is named, and the others are there',
  FULL_RUN,
  async ({ page }) => {
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    await chooseFiles(page, [
      { name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    ]);
    await expect(fileRow(page, 'statement.pdf')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText(/drawing\.svg: Only PDF, JPG/)).toBeVisible();
    await expect(page.getByText('empty.pdf is empty and was left out.')).toBeVisible();
  },
);

test('OFFER-03 a category that was chosen can be changed', FULL_RUN, async ({ page }) => {
  const offer = await offers.create();
  await page.goto(addressOf(offer));
  await chooseFiles(page, [{ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF }]);
  const category = page.getByRole('combobox', { name: 'Category of statement.pdf' });
  await category.selectOption({ index: 1 });
  await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible({ timeout: 20_000 });
  const chosen = await category.locator('option').nth(2).innerText();
  await category.selectOption({ index: 2 });
  await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible({ timeout: 20_000 });
  await expect(category.locator('option:checked')).toHaveText(chosen);
  await page.reload();
  await expect(fileRow(page, 'statement.pdf')).toContainText(chosen);
  await expect(page.getByRole('listitem')).toHaveCount(1);
});

test.describe('without a network', () => {
  test.use({ expectedComplaints: /Failed to load resource/ });

  test('OFFER-08 an acceptance whose answer was lost is sent again by itself and counts once; a draft survives a failure and a reload', async ({
    page,
  }) => {
    const offer = await offers.create();
    await page.goto(addressOf(offer));
    await slider(page).fill('5');
    await message(page).click();
    await page.keyboard.type('Send it to me');
    // The request arrives and its response is lost.
    await page.route(
      callsOf(offersContract.acceptOffer),
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await acceptButton(page).click();
    await expect(page.getByText(PROCESSED)).toBeVisible();
    expect((await offers.read(offer)).notes).toHaveLength(2);
    expect((await dumpStorage(page)).local['portal.offer-drafts']).toBe('{}');

    const second = await offers.create();
    await page.goto(addressOf(second));
    await slider(page).fill('4');
    await message(page).click();
    await page.keyboard.type('As an attachment');
    await page.route(callsOf(offersContract.acceptOffer), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await acceptButton(page).click();
    await expect(page.getByText('There was an error', { exact: true })).toBeVisible();
    await page.unroute(callsOf(offersContract.acceptOffer));
    await page.reload();
    await expect(slider(page)).toHaveValue('4');
    await expect(message(page)).toHaveText('As an attachment');
    expect(JSON.stringify((await dumpStorage(page)).local)).not.toContain(second.token);
    await acceptButton(page).click();
    await expect(page.getByText(PROCESSED)).toBeVisible();
  });

  test(
    'OFFER-08 an upload that fails is said for 4 seconds, and can be tried again',
    FULL_RUN,
    async ({ page }) => {
      const offer = await offers.create();
      await page.goto(addressOf(offer));
      await page.route(callsOf(offersContract.stageFile), (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await chooseFiles(page, [{ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF }]);
      await page.getByRole('combobox', { name: 'Category of statement.pdf' }).selectOption({ index: 1 });
      await expect(page.getByText('There was an error uploading files.')).toBeVisible();
      await page.unroute(callsOf(offersContract.stageFile));
      await page.getByRole('button', { name: 'Try statement.pdf again' }).click();
      await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Remove statement.pdf' }).click();
      await expect(page.getByRole('listitem')).toHaveCount(0);
      await page.reload();
      await expect(slider(page)).toBeVisible();
      await expect(page.getByRole('listitem')).toHaveCount(0);
    },
  );

  test(
    'OFFER-08 OFFER-06 an offer is not accepted without a file that did not go up: it is tried again or taken away',
    FULL_RUN,
    async ({ page }) => {
      const offer = await offers.create();
      await page.goto(addressOf(offer));
      await page.route(callsOf(offersContract.stageFile), (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await chooseFiles(page, [
        { name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF },
        { name: 'second.pdf', mimeType: 'application/pdf', buffer: PDF },
      ]);
      for (const name of ['statement.pdf', 'second.pdf']) {
        await page.getByRole('combobox', { name: `Category of ${name}` }).selectOption({ index: 1 });
        await expect(fileRow(page, name).getByText('Not sent')).toBeVisible();
      }
      await expect(page.getByText('There was an error uploading files.')).toHaveCount(0);
      await acceptButton(page).click();
      await expect(page.getByText('There was an error uploading files.').first()).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: 'statement.pdf, second.pdf' })).toBeVisible();
      await expect(page.getByText(PROCESSED)).toBeHidden();
      expect((await offers.read(offer)).offer.status).toBe('Offer Made');

      await page.unroute(callsOf(offersContract.stageFile));
      await page.getByRole('button', { name: 'Try statement.pdf again' }).click();
      await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible({ timeout: 20_000 });
      await page.getByRole('button', { name: 'Remove second.pdf' }).click();
      await acceptButton(page).click();
      await expect(page.getByText(PROCESSED)).toBeVisible();
      expect((await offers.read(offer)).files).toEqual([{ name: 'statement.pdf', scanStatus: 'clean' }]);
    },
  );

  test(
    'OFFER-03 a scan that could not be asked about is asked about again, and the offer can be accepted',
    FULL_RUN,
    async ({ page }) => {
      const offer = await offers.create();
      await page.goto(addressOf(offer));
      await chooseFiles(page, [{ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF }]);
      // As many times as the page retries one request.
      let failing = 2;
      await page.route(callsOf(offersContract.stagedFiles), (route) => {
        if (route.request().method() !== 'GET' || failing === 0) return route.continue();
        failing -= 1;
        return route.abort();
      });
      await page.getByRole('combobox', { name: 'Category of statement.pdf' }).selectOption({ index: 1 });
      await expect(fileRow(page, 'statement.pdf').getByText('Scanned')).toBeVisible({ timeout: 20_000 });
      expect(failing).toBe(0);
      await acceptButton(page).click();
      await expect(page.getByText(PROCESSED)).toBeVisible();
    },
  );
});

test('OFFER-01 the page is accessible in both schemes and fits every window', FULL_RUN, async ({ page }) => {
  test.slow();
  const offer = await offers.create();
  await page.goto(addressOf(offer));
  await chooseFiles(page, [{ name: 'statement.pdf', mimeType: 'application/pdf', buffer: PDF }]);
  await expect(message(page)).toBeVisible();
  await acceptButton(page).click();
  await expect(page.getByText('File Category is required')).toBeVisible();
  await expectPresentable(page);
  await page.getByRole('button', { name: 'Remove statement.pdf' }).click();
  await acceptButton(page).click();
  await expect(page.getByText(PROCESSED)).toBeVisible();
  await expectPresentable(page);
});
