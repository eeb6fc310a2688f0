import type { Browser, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { Tx } from '../src/server/platform/db/database.ts';
import { readNachaFile } from '../src/server/testing/nacha-reader.ts';
import { backOf, writeReturnFile } from '../src/server/testing/return-files.ts';
import { deskPayoutsContract } from '../src/shared/contract/desk-payouts.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { reachEffectiveDate } from './setup/effective-date.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { asOwner } from './setup/owner.ts';
import { callsOf, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

/** Investors of the other funder are told by other tests what is on its way, and a run changes that for good. */
const KEYSTONE = 'c4b7e915-0d62-4f3a-8b5c-7a19d3f04202';
const HELEN = 'helen@keystone.example';
const CARMEN = 'carmen@keystone.example';

const inKeystone = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asOwner(work, KEYSTONE);

/** Nobody but Helen is in accounting there, so Carmen may approve. */
const letCarmenApprove = () =>
  inKeystone((tx) =>
    sql`update memberships set permissions = array(select distinct unnest(permissions || array['approve-money']))
      where name = 'Carmen Ibarra'`.execute(tx),
  );

/**
 * Other tests compare the cash that the demo's investors hold, so no withdrawal is paid here: while this runs, those that wait were
 * asked to another account.
 */
async function withoutWithdrawals(work: () => Promise<void>): Promise<void> {
  const asked = await inKeystone(async (tx) => {
    const { rows } = await sql<{ id: bigint; bank: string | null; last4: string | null }>`
      select id, bank_name as bank, account_number_last4 as last4 from withdrawal_requests
      where state = 'asked for'`.execute(tx);
    await sql`update withdrawal_requests set bank_name = coalesce(bank_name, 'Bank'), account_number_last4 = '0000'
      where state = 'asked for'`.execute(tx);
    return rows;
  });
  try {
    await work();
  } finally {
    await inKeystone(async (tx) => {
      for (const { id, bank, last4 } of asked)
        await sql`update withdrawal_requests set bank_name = ${bank}::text, account_number_last4 = ${last4}::text
          where id = ${id}`.execute(tx);
    });
  }
}

const due = (page: Page) => page.getByRole('table', { name: 'Pay dates without a run' });
const next = (page: Page) => page.getByRole('region', { name: 'Next step' });

async function payByRun(page: Page, browser: Browser): Promise<void> {
  await openAs(page, HELEN, '/desk/payouts');
  await expect(page.getByRole('heading', { name: 'Payouts' })).toBeVisible();
  await expectPresentable(page);
  await due(page).getByRole('button', { name: 'Prepare the run' }).first().click();
  await expect(page.getByRole('heading', { name: /^Payout run, / })).toBeVisible();
  const approve = next(page).getByRole('button', { name: /^Approve \$/ });
  await expect(approve, 'RUN-14: who prepared it cannot approve it').toBeDisabled();
  await expect(next(page)).toContainText('You prepared this run, so you cannot approve it.');
  await expect(next(page), 'RUN-25: the page says when they were told').toContainText(/ can; told /);
  await inKeystone((tx) => sql`update payout_runs set told_at = told_at - interval '1 hour'`.execute(tx));
  await next(page).getByRole('button', { name: 'Remind them' }).click();
  await expect(page.getByText('They were told again, by mail')).toBeVisible();
  await expect(page.getByText('The run equals the ledger to the cent.')).toBeVisible();
  await inKeystone((tx) => sql`update syndicate_bank_accounts set account_type = null`.execute(tx));
  await page.reload();
  await page.getByRole('button', { name: 'Set the type' }).first().click();
  await page.getByRole('dialog').getByLabel('Type').selectOption('savings');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/can be paid now/)).toBeVisible();
  await inKeystone((tx) =>
    sql`update syndicate_bank_accounts set account_type = 'checking' where account_type is null`.execute(tx),
  );
  await page.reload();
  await expect(page.getByText('The run equals the ledger to the cent.')).toBeVisible();
  await expectPresentable(page);
  await expectAccessible(page);
  const address = new URL(page.url()).pathname;

  const phone = await browser.newContext({
    viewport: { width: 390, height: 800 },
    baseURL: new URL(page.url()).origin,
  });
  const other = await phone.newPage();
  await openAs(other, CARMEN, address);
  await expect(next(other).getByRole('button', { name: /^Approve \$/ })).toBeEnabled();
  await expectPresentable(other);
  await next(other)
    .getByRole('button', { name: /^Approve \$/ })
    .click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve the run' }).click();
  await expect(other.getByText('Approved, no file yet')).toBeVisible();
  await phone.close();

  await page.reload();
  await next(page).getByRole('button', { name: 'Make the bank file' }).click();
  await expect(page.getByRole('heading', { name: 'Bank file' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    next(page).getByRole('button', { name: 'Download the bank file' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { entries, credit } = readNachaFile(text);
  expect(entries.length).toBeGreaterThan(0);
  expect(credit).toBeGreaterThan(0n);
  await next(page).getByRole('button', { name: 'Download it again' }).click();
  await expect(page.getByRole('dialog', { name: 'Download the bank file again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await next(page).getByRole('button', { name: 'The bank has refused the file' }).click();
  await page.getByRole('dialog').getByLabel('Why').fill('Their desk called: the batch was refused.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  const asked = page.getByRole('region', { name: 'Waiting for a second person' });
  await expect(asked, 'DESK-152: on the page of the run').toContainText('has not taken the file');
  await asked.getByRole('button', { name: 'Take back' }).click();
  await expect(asked).toHaveCount(0);
  await readReturns(page, browser, text);
  await openAs(page, HELEN, address);
  await expect(page.getByText('Returned, R03')).toBeVisible();
  await reverseReturn(page);
  await expect(next(page).getByRole('button', { name: 'Mark as settled' })).toBeDisabled();
  await reachEffectiveDate(KEYSTONE);
  await page.reload();
  await next(page).getByRole('button', { name: 'Mark as settled' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as settled' }).click();
  await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible();
  await expectPresentable(page);
  await followNotice(page, browser, entries.at(-1)?.trace ?? '');
}

const requests = (page: Page) => page.getByRole('region', { name: 'Waiting for a second person' });

/** The bank's file has a return of ours and one of another company with the same trace number. One reads it, another approves it. */
async function readReturns(page: Page, browser: Browser, sent: string): Promise<void> {
  const [batch = ''] = sent.split('\r\n').filter((line) => line.startsWith('5'));
  const [entry] = readNachaFile(sent).entries;
  if (!entry) throw new Error('The file has an entry.');
  const ours = {
    ...backOf(entry),
    companyId: batch.slice(40, 50),
    routing: sent.slice(4, 13),
  };
  const foreign = { ...ours, companyId: '9999999999', amount: 5_00n };
  await openAs(page, HELEN, '/desk/payouts');
  const upload = page.getByLabel('Return file', { exact: true });
  const buffer = Buffer.from(writeReturnFile([foreign, ours]));
  await upload.setInputFiles({ name: 'RET_20261119.ach', mimeType: 'text/plain', buffer });
  await expect(page.getByRole('heading', { name: 'Return file', exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Excluded entries' })).toContainText('9999999999');
  await expect(page.getByRole('table', { name: 'Matched entries' })).toContainText('R03 no such account');
  await expect(page.getByText('Nothing is entered yet.')).toBeVisible();
  await expectPresentable(page);
  await expectAccessible(page);
  const address = new URL(page.url()).pathname;
  const isAlone = entry.amount <= 500_00n;
  await page
    .getByRole('button', { name: isAlone ? /^Enter 1 return, \$/ : 'Request approval for 1 return' })
    .click();
  if (!isAlone) {
    await expect(requests(page), 'RUN-27: with the table').toContainText(entry.trace);
    const second = await browser.newContext({
      viewport: { width: 390, height: 800 },
      baseURL: new URL(page.url()).origin,
    });
    const other = await second.newPage();
    await openAs(other, CARMEN, address);
    await expect(requests(other)).toContainText(entry.trace);
    await expectPresentable(other);
    await requests(other).getByRole('button', { name: 'Approve', exact: true }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText('Entered', { exact: true })).toBeVisible();
    await second.close();
    await page.reload();
  }
  await expect(page.getByText('Entered', { exact: true })).toBeVisible();
}

/** The preview of a reversed return is read and closed, and a return is typed in and discarded. */
async function reverseReturn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reverse return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse return?' });
  await expect(dialog).toContainText('was returned R03');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enter return' }).first().click();
  const typed = page.getByRole('dialog', { name: /^Return from/ });
  const [, amount = ''] = /We sent \$([\d,.]+) with/.exec((await typed.textContent()) ?? '') ?? [];
  await typed.getByLabel('Return code').fill('r99');
  await typed.getByLabel('Returned amount').fill(amount);
  await typed.getByLabel('Reason').fill('Their desk called.');
  await typed.getByRole('button', { name: 'Check return' }).click();
  await expect(typed, 'RUN-27: R99 does not exist').toContainText('Enter a return code from the bank');
  await typed.getByLabel('Return code').fill('r02');
  const back = page.url();
  await typed.getByRole('button', { name: 'Check return' }).click();
  await expect(page.getByRole('heading', { name: 'Typed return' })).toBeVisible();
  await expectPresentable(page);
  await page.getByRole('button', { name: 'Discard file' }).click();
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
  await page.goto(back);
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications of change' });

/** What the bank writes is typed in, applied by two people or dismissed. */
async function followNotice(page: Page, browser: Browser, traceNumber: string): Promise<void> {
  await openAs(page, HELEN, '/desk/payouts');
  await expect(notices(page)).toContainText('None waits');
  for (const code of ['C05', 'C01']) {
    await notices(page).getByRole('button', { name: 'Enter one' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').selectOption(code);
    await dialog.getByLabel('Trace number of the payout').fill(traceNumber);
    if (code === 'C05') await dialog.getByLabel('Right type').selectOption('savings');
    else await dialog.getByLabel('Right account number').fill('1918171614');
    await dialog.getByRole('button', { name: 'Enter it' }).click();
    await expect(notices(page)).toContainText(`(${code})`);
  }
  await expect(notices(page), 'RUN-21: never more than four digits').toContainText('account •••• 1614');
  await expectPresentable(page);
  await expectAccessible(page);
  await notices(page)
    .getByRole('button', { name: /^Dismiss: C01/ })
    .click();
  await page.getByRole('dialog').getByLabel('Why').fill('The investor says that it is wrong.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss it' }).click();
  await expect(notices(page)).not.toContainText('(C01)');
  await notices(page)
    .getByRole('button', { name: /^Apply: C05/ })
    .click();
  await page.getByRole('dialog').getByLabel('Why').fill('The investor was called.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
  await expect(notices(page)).toContainText('Waits for a second person.');
  const second = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await second.newPage();
  await openAs(other, CARMEN, '/desk/payouts');
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(notices(other)).toContainText('None waits');
  await second.close();
}

test('RUN-14 one prepares the run, another approves it on a phone, and the bank file is made and downloaded once', async ({
  page,
  browser,
}) => {
  await letCarmenApprove();
  await withoutWithdrawals(() => payByRun(page, browser));
});

const FAILURE = {
  status: 500,
  json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
};

test.describe('unreadable', FULL_RUN, () => {
  test.use({ expectedComplaints: /422/ });
  test('RUN-26 a file that was cut off says which line is wrong', async ({ page }) => {
    await openAs(page, HELEN, '/desk/payouts');
    const broken = { name: 'broken.ach', mimeType: 'text/plain', buffer: Buffer.from('101 cut off') };
    await page.getByLabel('Return file', { exact: true }).setInputFiles(broken);
    await expect(page.getByRole('alert')).toContainText('line 1 has 11 characters and not 94');
    await expectPresentable(page);
  });
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });
  test('RUN-14 a list that does not load says so and is tried again', async ({ page }) => {
    const calls = callsOf(deskPayoutsContract.runs);
    await page.route(calls, (route) => route.fulfill(FAILURE));
    await openAs(page, HELEN, '/desk/payouts');
    await expect(page.getByText('The payout runs did not load')).toBeVisible();
    await page.unroute(calls);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Payout runs' })).toBeVisible();
    await expectPresentable(page);
  });
});
