import type { Page } from '@playwright/test';
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
