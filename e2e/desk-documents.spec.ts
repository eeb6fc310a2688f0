import type { Page } from '@playwright/test';
import { INFECTED_PDF, pdf } from '../src/server/testing/sample-files.ts';
import { documentsContract } from '../src/shared/contract/documents.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { callsOf, DANA, openAs, SAM } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const INGRID = 'ingrid@harbor.example';
const RENEE = 'renee@harbor.example';

const form = () => pdf(`/Lang (${crypto.randomUUID()})`);
const file = (name: string, buffer = form()) => ({ name, mimeType: 'application/pdf', buffer });
const mark = () => crypto.randomUUID().slice(0, 8);

async function chooseFiles(page: Page, files: ReturnType<typeof file>[]) {
  await openAs(page, INGRID, '/desk/documents');
  await pressEnter(page.getByRole('button', { name: 'Send documents' }));
  await page.getByLabel('Drop the files here, or choose them').setInputFiles(files);
}

async function publish(page: Page) {
  const button = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(button).toBeEnabled({ timeout: 30_000 });
  await pressEnter(button);
  await pressEnter(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }));
  await expect(page).toHaveURL('/desk/documents');
}

const openList = async (page: Page, who: string) => {
  await openAs(page, who, '/documents');
  await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
};

test('DOC-12 DOC-01 DOC-09 a clerk sends a form, its investor finds and opens it, and the desk says so until it is withdrawn', async ({
  page,
  browser,
}) => {
  const title = `Form 1099 of ${mark()}`;
  await chooseFiles(page, [file('NGP-1099-2026.pdf')]);
  await expect(page.getByText('Checked and clean')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Form 1099, 2026');
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('tax form');
  await expect(page.getByRole('combobox', { name: 'Send to' }).locator('option:checked')).toHaveText(
    'Northgate Partners (NGP)',
  );
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expectPresentable(page);
  await publish(page);
  const row = page.getByRole('table', { name: 'Documents' }).getByRole('row', { name: title });
  await expect(row).toContainText('Published');
  await expect(row).toContainText('0 of 1');
  await expectPresentable(page);

  const investor = await (await browser.newContext()).newPage();
  await openList(investor, DANA);
  const listed = investor.getByRole('listitem').filter({ hasText: title });
  await expect(listed).toContainText('New');
  await expect(listed).toContainText('Tax form 2026');
  await expectPresentable(investor);
  const saved = investor.waitForEvent('download');
  await pressEnter(investor.getByRole('button', { name: `Download ${title}` }));
  expect((await saved).suggestedFilename()).toBe('NGP-1099-2026.pdf');
  await expect(listed).not.toContainText('New');
  const other = await (await browser.newContext()).newPage();
  await openList(other, SAM);
  await expect(other.getByRole('region', { name: /^From / })).toHaveAttribute('aria-busy', 'false');
  await expect(other.getByText(title)).toHaveCount(0);

  await row.getByRole('link').press('Enter');
  const openings = page.getByRole('table', { name: 'Who has opened it' });
  await expect(openings.getByRole('row', { name: 'Northgate Partners' })).toContainText('Dana');
  await expectPresentable(page);
  await pressEnter(page.getByRole('button', { name: 'Withdraw' }));
  await page.getByRole('textbox', { name: 'Why' }).fill('The amounts were those of 2025');
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
  await expect(page.getByText('The amounts were those of 2025')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await investor.reload();
  await expect(investor.getByRole('region', { name: /^From / })).toHaveAttribute('aria-busy', 'false');
  await expect(investor.getByText(title)).toHaveCount(0);
});

test(
  'DOC-07 DOC-12 many files are dropped at once: those whose names match nobody and those with a virus are not sent by mistake',
  FULL_RUN,
  async ({ page }) => {
    const name = `Notice ${mark()}`;
    await chooseFiles(page, [
      file(`NGP-${name}.pdf`),
      file('unknown-form.pdf'),
      file('NGP-virus.pdf', INFECTED_PDF),
    ]);
    await expect(page.getByText('A virus was found in the file.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Please choose who gets it.')).toBeVisible();
    const button = page.getByRole('button', { name: 'Publish', exact: true });
    await expect(button).toBeDisabled();
    await pressEnter(page.getByRole('button', { name: 'Remove NGP-virus.pdf' }));
    await expect(button).toBeDisabled();
    await expectPresentable(page);
    await page
      .getByRole('group', { name: 'unknown-form.pdf' })
      .getByRole('combobox', { name: 'Send to' })
      .selectOption('All syndicates');
    await page.getByRole('checkbox', { name: /^Also investors who join later/ }).check();
    await page
      .getByRole('group', { name: 'unknown-form.pdf' })
      .getByRole('textbox', { name: 'Title' })
      .fill(`To all of ${name}`);
    await publish(page);
    const table = page.getByRole('table', { name: 'Documents' });
    await expect(table.getByRole('row', { name: `To all of ${name}` })).toContainText('and later ones');
    await page.getByRole('combobox', { name: 'Category' }).selectOption('letter');
    await expect(table.getByRole('row', { name })).toHaveCount(1);
  },
);

test(
  'DOC-12 who may only look has no button to send, and an investor without documents is told what will be there',
  FULL_RUN,
  async ({ page, browser }) => {
    await openAs(page, RENEE, '/desk/documents');
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send documents' })).toHaveCount(0);
    const investor = await (await browser.newContext()).newPage();
    await withoutFirstAnswers(investor);
    await investor.route(callsOf(documentsContract.documents), (route) =>
      route.fulfill({ json: { documents: [], has_more: false } }),
    );
    await openList(investor, SAM);
    await expect(investor.getByText('Nothing yet')).toBeVisible();
    await expectPresentable(investor);
    await investor.unrouteAll();
    await withoutFirstAnswers(investor);
    await investor.route(callsOf(documentsContract.documents), (route) => route.fulfill({ status: 500 }));
    await investor.reload();
    await expect(investor.getByText('The documents did not load')).toBeVisible();
    await expectPresentable(investor);
  },
);
