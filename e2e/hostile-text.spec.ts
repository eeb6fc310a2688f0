import { cleanHtml } from '../src/server/platform/rich-text/clean-html.ts';
import { XSS_PAYLOADS } from '../src/server/testing/xss-payloads.ts';
import { replaceNotes } from './setup/deal-notes.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

// The sanitizer parses what it removes, and the browser reports that the policy would have blocked it too.
test.use({ expectedComplaints: /Content Security Policy|policy was broken/ });

test(`OFFER-04 DEALS-03 security rule: of ${XSS_PAYLOADS.length} hostile texts none runs, as they came and as they are stored`, async ({
  page,
  book,
}) => {
  test.slow();
  const deal = (await book.payingDealsOf('Northgate Partners')).at(-40);
  if (!deal) throw new Error('The demo has fewer deals.');
  // Also stored without cleaning, because a text is sanitized again when it is shown.
  const asTheyCame = XSS_PAYLOADS.map((text) => text.replaceAll('\0', ''));
  const texts = [...asTheyCame, ...XSS_PAYLOADS.map(cleanHtml)];
  await replaceNotes(
    deal.mid,
    texts.map((bodyHtml) => ({ bodyHtml: bodyHtml || '<p>Nothing is left.</p>' })),
  );
  let ran = 0;
  await page.exposeFunction('noteRun', () => {
    ran += 1;
  });
  await page.addInitScript(() => {
    const note = () => void (window as unknown as { noteRun: () => void }).noteRun();
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) window[name] = note as never;
  });
  page.on('dialog', async (dialog) => {
    ran += 1;
    await dialog.dismiss();
  });
  await openAs(page, DANA, `/dashboard?view=deals&search=${deal.mid}`);
  await page.getByRole('button', { name: /^Details of / }).click();
  await page.getByRole('button', { name: `Show ${texts.length - 5} more notes` }).click();
  const notes = page.getByRole('region', { name: 'Notes', exact: true });
  await expect(notes.getByRole('listitem').last()).toBeVisible();
  const dangerous = await notes.evaluate((region) => {
    const found = region.querySelectorAll(
      'script, iframe, object, embed, img, svg:not([class*="tabler"]), form, input, style, base, meta, link',
    );
    const handlers = [...region.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) => /^on/i.test(name) || /^\s*(javascript|vbscript|data):/i.test(value),
      ),
    );
    return found.length + handlers.length;
  });
  await page.keyboard.press('Tab');
  await page.mouse.wheel(0, 4000);
  await page.waitForTimeout(500);
  expect({ dangerous, ran }).toEqual({ dangerous: 0, ran: 0 });
  await expect(page).toHaveURL(/\/dashboard/);
});
