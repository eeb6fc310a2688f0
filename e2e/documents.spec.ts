import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createSyndicate } from '../src/server/testing/factories.ts';
import { textOfPdf } from '../src/server/testing/read-pdf.ts';
import { keepStatement, sampleMonth, sampleYear } from '../src/server/testing/statements.ts';
import { deskStatementsContract } from '../src/shared/contract/desk-statements.ts';
import { documentsContract } from '../src/shared/contract/documents.ts';
import { statementsContract } from '../src/shared/contract/statements.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { addMember } from './setup/member.ts';
import { asOwner } from './setup/owner.ts';
import { callsOf, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

const REASON =
  'The payment of HC10131 of 10/14/2026 was returned (R10, customer advises not authorized) and taken back on 11/04/2026.';
const CHANGES = [
  { what: 'Collected', before: '$187,494.10', after: '$187,111.60' },
  { what: 'Closing balance', before: '$716,959.93', after: '$717,342.43' },
];

/** A syndicate of its own with one person, a corrected month, the month before and the year, or with no statement at all. */
async function newReader(has: 'statements' | 'nothing') {
  const name = `Reader ${randomUUID().slice(0, 8)}`;
  const email = `${randomUUID().slice(0, 8)}@reader.example`;
  const syndicateId = await asOwner(async (tx) => {
    const id = await createSyndicate(tx, HARBOR_CAPITAL, {
      name,
      abbreviation: name.slice(-8),
      esignEmail: email,
    });
    await addMember(tx, { email, syndicateId: id, mustChangePassword: false, permissions: [] });
    if (has === 'nothing') return id;
    const book = { tenantId: HARBOR_CAPITAL, syndicateId: id };
    await keepStatement(tx, book, sampleMonth({ newDeals: 7 }));
    await keepStatement(tx, book, sampleMonth(), { version: 2, reason: REASON, changes: CHANGES });
    await keepStatement(tx, book, sampleMonth({ month: '2026-09' }));
    await keepStatement(tx, book, sampleYear());
    return id;
  });
  return { email, name, syndicateId };
}

async function downloaded(page: Page, button: string) {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await started;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('STMT-28 Documents lists the year and its months, says what a correction changed and why, and hands out every version', async ({
  page,
}) => {
  const { email } = await newReader('statements');
  await openAs(page, email);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Statements of 2026' }).locator(':scope > li');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText('Year 2026');
  await expect(rows.nth(1)).toContainText('October 2026');
  await expect(rows.nth(1)).toContainText('Corrected');
  await expect(rows.nth(2)).toContainText('September 2026');
  await expect(rows.nth(2)).not.toContainText('Corrected');
  await rows.nth(1).getByText('What changed and why').click();
  await expect(rows.nth(1)).toContainText(REASON);
  await expect(rows.nth(1).getByRole('row', { name: 'Collected $187,494.10 $187,111.60' })).toBeVisible();
  await expectPresentable(page);
  // An amount stays whole on a phone as well.
  await page.setViewportSize({ width: 390, height: 800 });
  const amount = await rows.nth(1).getByRole('cell', { name: '$187,494.10' }).boundingBox();
  expect(amount?.height).toBeLessThan(40);

  const pdf = await downloaded(page, 'PDF of October 2026');
  expect(pdf.name).toMatch(/^Statement .*-2026-10 version 2\.pdf$/);
  expect(textOfPdf(pdf.bytes)).toEqual(
    expect.arrayContaining(['$15,300.00', '$11,900.00', '$382.50', '$717,342.43', `Page 1 of 2`]),
  );
  const earlier = await downloaded(page, 'PDF of October 2026, version 1');
  expect(textOfPdf(earlier.bytes)).toContain('7 deals, part RTR');
  const workbook = await downloaded(page, 'Spreadsheet of Year 2026');
  expect(workbook.name).toMatch(/-2026\.xlsx$/);
  await expect(page.getByText('Spreadsheet of Year 2026 downloaded')).toBeVisible();
});

test('STMT-28 without a statement the page says when the first comes', FULL_RUN, async ({ page }) => {
  const { email } = await newReader('nothing');
  await openAs(page, email, '/documents');
  await expect(page.getByText('No statements yet')).toBeVisible();
  await expect(page.getByText(/The first one comes on \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expectPresentable(page);
});

test.describe('what fails', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('STMT-28 a list that does not load says so and loads again, and so does a download', async ({
    page,
  }) => {
    const { email } = await newReader('statements');
    let isBroken = true;
    await withoutFirstAnswers(page);
    await page.route(callsOf(statementsContract.statements), (route) =>
      isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.fallback(),
    );
    await openAs(page, email, '/documents');
    await expect(page.getByText('Your statements did not load')).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('September 2026')).toBeVisible();
    await page.route(callsOf(statementsContract.statementPdf), (route) =>
      route.fulfill({ status: 500, body: 'broken' }),
    );
    await page.getByRole('button', { name: 'PDF of September 2026' }).click();
    await expect(page.getByText('The download did not finish.')).toBeVisible();
  });
});

test.describe('without the second factor that the funder requires', FULL_RUN, () => {
  test.use({ expectedComplaints: /^Failed to load resource.* 403/ });

  test('STMT-28 the page leads to where it is set up, and does not offer to try again', async ({ page }) => {
    const { email } = await newReader('statements');
    await withoutFirstAnswers(page);
    for (const call of [statementsContract.statements, documentsContract.documents])
      await page.route(callsOf(call), (route) =>
        route.fulfill({
          status: 403,
          json: {
            code: 'second_factor_required',
            message: 'Please set up a second factor first.',
            request_id: 'e2e',
          },
        }),
      );
    await openAs(page, email, '/documents');
    await expect(page.getByRole('link', { name: 'Go to My Profile' })).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expectPresentable(page);
  });
});

test(
  'STMT-29 staff see the same list on the investor’s page and download from it',
  FULL_RUN,
  async ({ page }) => {
    const { syndicateId } = await newReader('statements');
    await openAs(page, OWEN, `/desk/investors/${syndicateId}`);
    const card = page.getByRole('region', { name: 'Statements' });
    await expect(card).toContainText('3 statements');
    await expect(card.getByText('Corrected')).toBeVisible();
    const asked = page.waitForRequest(callsOf(deskStatementsContract.statementPdf));
    const pdf = await downloaded(page, 'PDF of September 2026');
    await asked;
    expect(textOfPdf(pdf.bytes)).toContain('Monthly statement');
    await expectPresentable(page);
  },
);

test(
  'STMT-29 the method of principal and income is chosen in words among the settings',
  FULL_RUN,
  async ({ page }) => {
    await openAs(page, 'ada@harbor.example', '/desk/settings');
    const choice = page.getByRole('group', { name: 'Principal and income on statements' });
    await expect(choice.getByRole('radio', { name: /^In proportion to the net RTR/ })).toBeChecked();
    await expect(choice).toContainText('Payouts return the whole cost first');
    await expectPresentable(page);
  },
);
