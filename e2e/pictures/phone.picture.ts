import { acceptButton, categorize, chooseFiles, fileRow, PDF, slider } from '../setup/offer-page.ts';
import { addressOf, openOffers } from '../setup/offers.ts';
import { expect, test } from '../setup/test.ts';
import { keepPhones } from './keep.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('an offer on a phone, light and dark', async ({ page }) => {
  const offers = openOffers();
  const offer = await offers.create();
  await offers.close();
  await page.goto(addressOf(offer));
  await slider(page).fill('9');
  await slider(page).blur();
  const files = { 'october-statement.pdf': 'Bank Statement', 'voided-check.pdf': 'Voided Check' };
  await chooseFiles(
    page,
    Object.keys(files).map((name) => ({ name, mimeType: 'application/pdf', buffer: PDF })),
  );
  for (const [name, category] of Object.entries(files)) await categorize(page, name, category);
  for (const name of Object.keys(files))
    await expect(fileRow(page, name).getByText('Scanned')).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  const light = await page.screenshot();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator(':focus').blur();
  await acceptButton(page).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await keepPhones('offer', [light, await page.screenshot()]);
});
