import type { Page } from '@playwright/test';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { INFECTED_PDF, pdf } from '../src/server/testing/sample-files.ts';
import { deskRequestsContract } from '../src/shared/contract/desk-requests.ts';
import { inviteThreadsContract } from '../src/shared/contract/invite-threads.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { lengthenAnswers } from './setup/long-answers.ts';
import { callsOf, DANA, OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const INGRID = 'ingrid@harbor.example';
const RENEE = 'renee@harbor.example';

let invites: Invites;
test.beforeAll(() => {
  invites = openInvites();
});
test.afterAll(() => invites.end());

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' });
const requests = (page: Page) => page.getByRole('table', { name: 'Requests' });
const write = async (page: Page, label: string, text: string) => {
  await page.getByRole('textbox', { name: label }).click();
  await page.keyboard.type(text);
};

/** A deal of its own name, about which Dana has written. */
async function ask(page: Page, words: string) {
  const deal = await invites.create({ offeredSharePercent: '4.5' });
  const path = `/accounting_reply/${deal.publicId}`;
  await openAs(page, DANA, path);
  await write(page, 'Message', words);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You can close this window.')).toBeVisible();
  return { ...deal, path };
}

/** Opens the request with these words at the desk. */
async function openRequest(page: Page, who: string, words: string): Promise<void> {
  await openAs(page, who, '/desk/requests?filter=unowned');
  const row = requests(page).getByRole('row', { name: new RegExp(words.slice(-8)) });
  await row.getByRole('link').click();
}

test('DESK-88 an investor asks, a clerk takes and answers, the investor reads it in mail and portal and replies, and the clerk closes', async ({
  page,
  browser,
}) => {
  const words = `Could we do 8 %, please? ${crypto.randomUUID().slice(0, 8)}`;
  const { path, name, mid } = await ask(page, words);
  await expect(messages(page)).toContainText(words);
  await expect(page.getByText('Waiting for Harbor Capital')).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await openRequest(desk, OWEN, words);
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(`Northgate Partners: ${name}`);
  await expect(messages(desk)).toContainText(words);
  await expect(desk.getByText('4.5%')).toBeVisible();
  await desk.getByRole('button', { name: 'Take it' }).click();
  await expect(desk.getByText(/Taken by Owen/)).toBeVisible();
  await desk.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(desk.getByRole('alert')).toHaveText('Please write an answer.');
  await write(desk, 'Answer', 'We can do 7 %.');
  await desk.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(messages(desk)).toContainText('We can do 7 %.');
  await expect(desk.getByText('Answered', { exact: true }).first()).toBeVisible();
  await expect(desk.getByRole('textbox', { name: 'Answer' })).toHaveText('');

  const mail = await waitForMail(DANA, `Answer about ${name} (MID ${mid})`);
  expect(mail.text).toContain(path);
  expect(mail.text).not.toContain('7 %');
  await page.goto(path);
  await expect(messages(page)).toContainText('We can do 7 %.');
  await expect(messages(page)).toContainText(/Owen .*, Harbor Capital/);
  await expect(messages(page)).not.toContainText('took it');
  await expect(page.getByText('Answered', { exact: true })).toBeVisible();
  await write(page, 'Message', 'Fine, thank you.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Waiting for Harbor Capital')).toBeVisible();

  // The clerk has not seen that yet, so nothing is closed over it.
  await desk.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(desk.getByText('The investor has written again in the meantime.')).toBeVisible();
  await expect(messages(desk)).toContainText('Fine, thank you.');
  await desk.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(desk.getByText('Done', { exact: true })).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await desk.close();
});

test(
  'DESK-89 a file is refused with words or goes with the answer, and the investor downloads it',
  FULL_RUN,
  async ({ page, browser }) => {
    const words = `About the terms ${crypto.randomUUID().slice(0, 8)}`;
    const { path } = await ask(page, words);
    const desk = await (await browser.newContext()).newPage();
    await openRequest(desk, OWEN, words);
    await write(desk, 'Answer', 'Here they are.');
    const eicar = { name: 'virus.pdf', mimeType: 'application/pdf', buffer: INFECTED_PDF };
    await desk.getByLabel('Files', { exact: true }).setInputFiles(eicar);
    await expect(desk.getByText('A virus was found in the file.')).toBeVisible();
    await desk.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(desk.getByRole('alert')).toHaveText('Please remove the file that was refused.');
    await desk.getByRole('button', { name: 'Remove virus.pdf' }).click();
    const terms = { name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdf() };
    await desk.getByLabel('Files', { exact: true }).setInputFiles(terms);
    await expect(desk.getByRole('list', { name: 'Files to send along' })).toContainText('1 kB');
    await desk.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(messages(desk).getByRole('button', { name: 'Download terms.pdf' })).toBeVisible();
    await expectPresentable(desk);
    await desk.close();
    await page.goto(path);
    const fetched = page.waitForEvent('download');
    await messages(page).getByRole('button', { name: 'Download terms.pdf' }).click();
    expect((await fetched).suggestedFilename()).toBe('terms.pdf');
    await expectPresentable(page);
  },
);

test(
  'DESK-88 by keyboard: from the board to the list, along its rows, into a request, to an answer and a colleague',
  FULL_RUN,
  async ({ page, browser }) => {
    const investor = await (await browser.newContext()).newPage();
    const words = `A question ${crypto.randomUUID().slice(0, 8)}`;
    await ask(investor, words);
    await ask(investor, 'Another question');
    await openAs(page, INGRID, '/desk');
    await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    const links = requests(page).getByRole('link');
    await expect(links.first()).toBeVisible();
    await links.first().focus();
    await page.keyboard.press('End');
    await expect(links.last()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    const row = requests(page).getByRole('row', { name: new RegExp(words.slice(-8)) });
    await expect(row.getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(messages(page)).toContainText(words);
    await page.getByRole('button', { name: 'Hand over' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type('Owen');
    await page.keyboard.press('Tab');
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Hand over' }));
    await expect(page.getByText(/Taken by Owen/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Hand over' })).toBeFocused();
    await pressEnter(page.getByRole('button', { name: /^Take over from Owen/ }));
    await expect(page.getByText(/Taken by Ingrid/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Answer' }).focus();
    await page.keyboard.type('Yes.');
    await pressEnter(page.getByRole('button', { name: 'Answer and close' }));
    await expect(page.getByText('Done', { exact: true })).toBeVisible();
    await pressEnter(page.getByRole('button', { name: 'Open again' }));
    await expect(page.getByText('Open', { exact: true })).toBeVisible();
    await investor.close();
  },
);

test(
  'DESK-88 the board leads to the request, and who may only read it is told so',
  FULL_RUN,
  async ({ page }) => {
    await ask(page, 'For the board');
    await openAs(page, RENEE, '/desk');
    await page.getByRole('button', { name: 'Adjustment requests', exact: true }).click();
    await page.getByRole('link', { name: 'All requests' }).click();
    await expect(requests(page).getByRole('link').first()).toBeVisible();
    await requests(page).getByRole('link').first().click();
    await expect(page.getByText('Somebody who answers requests can take it.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Take|Answer|Close/ })).toHaveCount(0);
  },
);

test.describe('in other states', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-88 not loaded, and nothing there', async ({ page }) => {
    await page.route(callsOf(inviteThreadsContract.thread), (route) => route.fulfill(FAILURE));
    const deal = await invites.create();
    await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
    await expect(page.getByText('The messages so far did not load')).toBeVisible();
    await page.route(callsOf(deskRequestsContract.requests), (route) => route.fulfill(FAILURE));
    await page.route(callsOf(deskRequestsContract.request), (route) => route.fulfill(FAILURE));
    await openAs(page, OWEN, '/desk/requests');
    await expect(page.getByText('The requests did not load')).toBeVisible();
    await page.goto('/desk/requests/1');
    await expect(page.getByText('This request did not load')).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.goto('/desk/requests?filter=answered&page=900');
    await expect(page.getByRole('heading', { name: 'Answered' })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^Answered/ })).toBeChecked();
  });

  test('DESK-88 very long words fit', async ({ page }) => {
    await ask(page, 'A'.repeat(300));
    await lengthenAnswers(page);
    await openAs(page, OWEN, '/desk/requests');
    await requests(page).getByRole('link').first().waitFor();
    await expectPresentable(page);
    await requests(page).getByRole('link').first().click();
    await messages(page).waitFor();
    await expectPresentable(page);
  });
});

const FAILURE = {
  status: 500,
  json: { code: 'unexpected', message: 'Something went wrong', request_id: 'test' },
};
