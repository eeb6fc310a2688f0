import type { Page, Route } from '@playwright/test';
import { tell } from '../src/server/notifications/tell.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { notificationsContract } from '../src/shared/contract/notifications.ts';
import { expectAccessible } from './setup/accessibility.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { expectTokenOutOfAddresses } from './setup/link-token.ts';
import { asOwner } from './setup/owner.ts';
import { openAs, tab } from './setup/portal.ts';
import { newProfileOwner } from './setup/profile-owner.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /^Failed to load resource/ });

const group = (page: Page, name: string) =>
  page.getByRole('group', { name: `When to tell me: ${name}`, exact: true });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('TELL-12 the profile shows what is chosen, saves each choice at once, by keyboard too, and lists what always comes', async ({
  page,
}) => {
  test.slow();
  const { email } = await newProfileOwner();
  await openAs(page, email, '/profile');
  await tab(page, 'Notifications').click();
  await expect(page).toHaveURL(/tab=notifications/);
  await expect(group(page, 'Payout paid').getByLabel('Daily')).toBeChecked();
  await expect(group(page, 'Statement ready').getByLabel('Now')).toBeChecked();
  await expect(page.getByRole('main')).toContainText('Change of the bank account');
  await expect(page.getByText('Always', { exact: true })).toHaveCount(6);
  await group(page, 'Payout paid').getByLabel('Never').check();
  await expect(page.getByRole('status').getByText('Payout paid: no mails')).toBeVisible();
  await group(page, 'New deal').getByLabel('Now').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').getByText('New deal: in the mail of the morning')).toBeVisible();
  const attach = page.getByRole('checkbox', { name: /^Attach the PDF/ });
  await attach.check();
  await expect(page.getByRole('status').getByText('Statement ready: with the PDF')).toBeVisible();
  await page.reload();
  await expect(attach).toBeChecked();
  await expect(group(page, 'Payout paid').getByLabel('Never')).toBeChecked();
  await expect(group(page, 'New deal').getByLabel('Daily')).toBeChecked();
  await expectPresentable(page);
});

/** Holds what is saved until it is let go, as where the portal is slow. Says what was sent. */
async function holdSaving(page: Page, answer: (route: Route) => Promise<void>) {
  const sent: unknown[] = [];
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**${notificationsContract.chooseNotification.path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postDataJSON());
    await promise;
    await answer(route);
  });
  return { sent, letGo };
}

test('TELL-14 what is pressed while another choice is being saved counts too, in order, and the last is what is kept', async ({
  page,
}) => {
  const { email } = await newProfileOwner();
  await openAs(page, email, '/profile?tab=notifications');
  const statement = group(page, 'Statement ready');
  const attach = page.getByRole('checkbox', { name: /^Attach the PDF/ });
  await expect(statement.getByLabel('Now')).toBeChecked();
  const { sent, letGo } = await holdSaving(page, (route) => route.fallback());
  await statement.getByLabel('Daily').check();
  await attach.check();
  await attach.uncheck();
  await attach.check();
  await statement.getByLabel('Now').check();
  await group(page, 'Watchlist').getByLabel('Never').check();
  await expect(attach).toBeChecked();
  letGo();
  const kind = 'statement_ready';
  const others = () => sent.filter((choice) => (choice as { kind: string }).kind !== kind);
  const own = () => sent.filter((choice) => !others().includes(choice));
  await expect.poll(own, { message: 'every press is sent, in order' }).toEqual([
    { kind, choice: 'daily', with_files: false },
    { kind, choice: 'daily', with_files: true },
    { kind, choice: 'daily', with_files: false },
    { kind, choice: 'daily', with_files: true },
    { kind, choice: 'now', with_files: true },
  ]);
  expect(others()).toEqual([{ kind: 'watchlist', choice: 'never', with_files: false }]);
  await expect(page.getByRole('status').getByText('Statement ready: a mail as soon')).toBeVisible();
  await expect(statement.getByLabel('Now')).toBeChecked();
  await page.reload();
  await expect(statement.getByLabel('Now')).toBeChecked();
  await expect(attach).toBeChecked();
  await expect(group(page, 'Watchlist').getByLabel('Never')).toBeChecked();
});

test(
  'TELL-14 what was pressed after a choice that could not be saved is given up, and the row shows what is kept',
  FULL_RUN,
  async ({ page }) => {
    const { email } = await newProfileOwner();
    await openAs(page, email, '/profile?tab=notifications');
    const statement = group(page, 'Statement ready');
    await expect(statement.getByLabel('Now')).toBeChecked();
    const { sent, letGo } = await holdSaving(page, (route) =>
      sent.length === 1 ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    for (const choice of ['Daily', 'Never', 'Now']) await statement.getByLabel(choice).check();
    letGo();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Not saved.' })).toHaveCount(1);
    await expect(statement.getByLabel('Daily')).toBeChecked();
    expect(sent).toHaveLength(2);
    await page.reload();
    await expect(statement.getByLabel('Daily')).toBeChecked();
  },
);

test(
  'TELL-12 a choice that could not be saved is taken back, and says so in its row',
  FULL_RUN,
  async ({ page }) => {
    const { email } = await newProfileOwner();
    await openAs(page, email, '/profile?tab=notifications');
    await expect(group(page, 'Watchlist').getByLabel('Daily')).toBeChecked();
    await page.route(`**${notificationsContract.chooseNotification.path}`, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await group(page, 'Watchlist').getByLabel('Never').click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(1);
    await expect(group(page, 'Watchlist').getByLabel('Daily')).toBeChecked();
    await expectAccessible(page);
  },
);

test(
  'TELL-07 TELL-12 the link in a mail asks before it switches off, without signing in, and the profile shows it',
  FULL_RUN,
  async ({ page, browser }) => {
    test.slow();
    const { email, syndicateId } = await newProfileOwner();
    const subject = `New deal: Bright Oak Dental (MID ${syndicateId})`;
    await asOwner((tx) =>
      tell(tx, {
        ...{ tenantId: HARBOR_CAPITAL, kind: 'new_deal', syndicateId, event: 'invite 1', subject },
        ...{ words: 'Shares go to whoever accepts first.', path: '/dashboard' },
      }),
    );
    const { text } = await waitForMail(email, subject);
    const link = /\/unsubscribe#[\w-]+/.exec(text)?.[0] ?? 'the mail has no link';
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await expectTokenOutOfAddresses(stranger, link, () =>
      expect(heading(stranger)).toHaveText('Switch off mails about: New deal?'),
    );
    await expectAccessible(stranger);
    await openAs(page, email, '/profile?tab=notifications');
    await expect(group(page, 'New deal').getByLabel('Now')).toBeChecked();
    await stranger.getByRole('button', { name: 'Switch off' }).click();
    await expect(heading(stranger)).toHaveText('These mails are switched off');
    await expectAccessible(stranger);
    await stranger.goto('/unsubscribe#none');
    await expect(heading(stranger)).toHaveText('This link does not open');
    await context.close();
    await page.reload();
    await expect(group(page, 'New deal').getByLabel('Never')).toBeChecked();
    await expect(page.getByRole('main')).toContainText('Switched off by the link in a mail');
    await group(page, 'New deal').getByLabel('Now').check();
    await expect(page.getByRole('main')).not.toContainText('Switched off by the link in a mail');
    await expectPresentable(page);
  },
);
