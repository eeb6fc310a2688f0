import type { Page } from '@playwright/test';
import { authContract } from '../src/shared/contract/auth.ts';
import { passwordsContract } from '../src/shared/contract/passwords.ts';
import { fullRunUnless } from './setup/full-run.ts';
import type { People } from './setup/people.ts';
import { callsOf, enterCredentials } from './setup/portal.ts';
import { returnRemembered } from './setup/return-remembered.ts';
import { expectPresentable } from './setup/screens.ts';
import { REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

const SCREENS: Record<string, (page: Page, people: People) => Promise<void>> = {
  locked: async (page) => {
    await page.goto('/login');
    await page.evaluate(() => window.localStorage.setItem('portal.locked-login-name', 'a@b.example'));
    await page.route(callsOf(authContract.lockState), (route) =>
      route.fulfill({ json: { login_attempts_status: 1, retry_after: 598 } }),
    );
    await page.reload();
    await page.getByRole('timer').waitFor();
  },
  'forgot password': async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot password' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'forgot password, sent': async (page) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Forgot password' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(`${crypto.randomUUID()}@nowhere.example`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).waitFor();
  },
  'reset, form': async (page) => {
    await page.route(callsOf(passwordsContract.checkResetLink), (route) =>
      route.fulfill({ json: { is_open: true } }),
    );
    await page.goto('/reset_password_view?id=abc&expires=1');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
  },
  invitation: async (page) => {
    await page.route(callsOf(passwordsContract.checkResetLink), (route) =>
      route.fulfill({
        json: {
          is_open: true,
          invitation: {
            by: 'Harbor Capital Merchant Funding',
            email: 'maximiliana.featherstonehaugh-cholmondeley@northgate-partners.example',
          },
        },
      }),
    );
    await page.goto('/reset_password_view?id=abc&expires=1');
    await page.getByRole('button', { name: 'Set password', exact: true }).click();
  },
  'reset, checking': async (page) => {
    await page.route(callsOf(passwordsContract.checkResetLink), () => undefined);
    await page.goto('/reset_password_view?id=abc&expires=1');
    await page.getByText('Checking the link…').waitFor();
  },
  'reset, expired': async (page) => {
    await page.goto('/reset_password_view?id=abc&expires=1');
    await page.getByRole('heading', { name: 'Link Expired', exact: true }).waitFor();
  },
  remembered: async (page, people) => {
    await returnRemembered(page, people);
    await page.getByRole('button', { name: 'Not you?' }).waitFor();
  },
  'choose a funder': async (page, people) => {
    const email = await people.twinOfDana();
    await people.joinFunder(email, 'Summit Funding');
    await page.goto('/login');
    await enterCredentials(page, email);
    await page.getByRole('button', { name: 'Summit Funding' }).waitFor();
  },
};

for (const [screen, open] of Object.entries(SCREENS)) {
  test(
    `SHELL-05 LOGIN-12 ${screen}: accessible in light and dark, fits every window, keeps nothing secret`,
    fullRunUnless(screen === 'locked' || screen === 'reset, form'),
    async ({ page, people }) => {
      await open(page, people);

      await expectPresentable(page);
    },
  );
}
