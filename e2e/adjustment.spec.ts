import type { Page } from '@playwright/test';
import { invitesContract } from '../src/shared/contract/invites.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { type Invites, openInvites } from './setup/invites.ts';
import { callsOf, DANA, openAs, SAM } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const SENT = 'Reply sent to accounting team';

let invites: Invites;
test.beforeAll(() => {
  invites = openInvites();
});
test.afterAll(() => invites.end());

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });

async function write(page: Page, text: string): Promise<void> {
  await message(page).click();
  await page.keyboard.type(text);
}

test(
  'REPLY-01 a reply with marks is sent, said for 3 seconds, and then the page can be closed',
  FULL_RUN,
  async ({ page }) => {
    const deal = await invites.create({ offeredSharePercent: '4.5' });
    await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Request Adjustment' })).toBeVisible();
    await expect(page.getByText(`${deal.name} · MID ${deal.mid}`)).toBeVisible();
    await expect(page.getByText('your participation of 4.5%')).toBeVisible();
    await write(page, 'Could we do ');
    await page.getByRole('button', { name: 'Bold' }).click();
    await page.keyboard.type('8 %');
    await expectPresentable(page);
    await submit(page).dblclick();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sent' })).toBeDisabled();
    const said = Date.now();
    await expect(page.getByText('You can close this window.')).toBeVisible();
    expect(Date.now() - said).toBeGreaterThan(2_000);
    await expect(page.getByText(SENT)).toBeHidden();
    await expectPresentable(page);
    expect((await invites.read(deal)).replies).toEqual([
      { sharePercent: '4.5000', messageHtml: '<p>Could we do <strong>8 %</strong></p>' },
    ]);
  },
);

test('REPLY-01 after a share was taken the page speaks of that share', FULL_RUN, async ({ page }) => {
  const deal = await invites.create({ offeredSharePercent: '5' });
  await invites.takeFor(deal, deal.own, '2.5');
  await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
  await expect(page.getByText(/^Your message to the accounting team/)).toHaveText(
    'Your message to the accounting team about your participation of 2.5%.',
  );
  await write(page, 'Could it be 3 %?');
  await submit(page).click();
  await expect(page.getByText(SENT)).toBeVisible();
  expect((await invites.read(deal)).replies).toMatchObject([{ sharePercent: '2.5000' }]);
});

test('REPLY-01 a window that was opened for the reply closes by itself', FULL_RUN, async ({ page }) => {
  const deal = await invites.create();
  await openAs(page, DANA);
  const opened = page.waitForEvent('popup');
  await page.evaluate((path) => void window.open(path), `/accounting_reply/${deal.publicId}`);
  const reply = await opened;
  await write(reply, 'Please call me.');
  const closed = reply.waitForEvent('close');
  await submit(reply).click();
  await expect(reply.getByText(SENT)).toBeVisible();
  await closed;
  expect((await invites.read(deal)).replies).toHaveLength(1);
});

test('REPLY-01 without words there is nothing to send', FULL_RUN, async ({ page }) => {
  const deal = await invites.create();
  await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
  await message(page).waitFor();
  await submit(page).click();
  await expect(page.getByRole('alert')).toHaveText('Please write a message.');
});

test.describe('failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('REPLY-01 SHELL-06 what was written is sent again by itself when the answer was lost, and counts once', async ({
    page,
  }) => {
    const deal = await invites.create();
    await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
    await write(page, 'Please call me.');
    const calls = callsOf(invitesContract.requestAdjustment);
    // The request arrives, but its response is lost.
    await page.route(
      calls,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(page).click();
    await expect(page.getByText('we are still trying')).toBeVisible();
    await expect(message(page)).toHaveText('Please call me.');
    await expect(page.getByText(SENT)).toBeVisible();
    expect((await invites.read(deal)).replies).toHaveLength(1);
  });
});

test.describe('leading to nothing', () => {
  test.use({ expectedComplaints: /^Failed to load resource: the server responded with a status of 404/ });

  test('REPLY-01 another syndicate’s invite is not found', async ({ page }) => {
    const deal = await invites.create();
    await openAs(page, SAM, `/accounting_reply/${deal.publicId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Sorry, Page not found.' })).toBeVisible();
  });
});
