import { createFundedDeal } from '../src/server/testing/factories.ts';
import { INFECTED_PDF, pdf } from '../src/server/testing/sample-files.ts';
import { companyOf, createBankAccount, createStatementMonth } from '../src/server/testing/underwriting.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { asOwner } from './setup/owner.ts';
import { OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

async function newDeal() {
  const mark = crypto.randomUUID().slice(0, 8);
  const name = `Fern Bakery ${mark}`;
  const dealId = await asOwner(async (tx) => {
    const id = await createFundedDeal(tx, HARBOR_CAPITAL, {
      name,
      mid: `FB${mark}`,
      publicId: `fern-bakery-${mark}`,
    });
    const companyId = await companyOf(tx, HARBOR_CAPITAL, id);
    const account = await createBankAccount(tx, HARBOR_CAPITAL, companyId, 'Checking x1111');
    await createStatementMonth(tx, HARBOR_CAPITAL, account, { month: '2026-08-01' });
    return id;
  });
  return { dealId, name };
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });

test('DESK-149 files are added on the page of a deal, one with a virus says so, and the clean one is downloaded', async ({
  page,
}) => {
  const { dealId } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await expect(page.getByText('No files yet')).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await pressEnter(page.getByRole('button', { name: 'Add files' }));
  await (await chosen).setFiles([file('letter.pdf', pdf()), file('virus.pdf', INFECTED_PDF)]);
  const row = (name: string) => page.getByRole('table', { name: 'Files' }).getByRole('row', { name });
  await expect(row('letter.pdf')).toContainText('Clean', { timeout: 30_000 });
  await expect(row('letter.pdf')).toContainText('Added by Owen Barrett');
  await expect(row('virus.pdf')).toContainText('A virus was found in the file.', { timeout: 30_000 });
  await expect(row('virus.pdf').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Files on their way' })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await pressEnter(page.getByRole('button', { name: 'Download letter.pdf' }));
  expect((await saved).suggestedFilename()).toBe('letter.pdf');
  await expectPresentable(page);
});

test('DESK-149 the page of a deal leads to its file control sheet and back', FULL_RUN, async ({ page }) => {
  const { dealId, name } = await newDeal();
  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await page.getByRole('link', { name: 'File control sheet' }).press('Enter');
  await expect(page).toHaveURL(`/desk/deals/${dealId}/fcs`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statements of Checking x1111' })).toContainText('08/2026');
  await expect(page.getByRole('region', { name: 'Quick Information' })).toContainText('Time in business');
  await expectPresentable(page);
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await expect(page).toHaveURL(`/desk/deals/${dealId}`);
});
