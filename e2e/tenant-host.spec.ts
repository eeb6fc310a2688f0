import { KEYSTONE_HOST } from '../scripts/demo-data/funders/funders.ts';
import { originWithHost } from '../src/server/hosts/site.ts';
import { origin } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { DANA, enterCredentials, PASSWORD } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, REFUSED, test } from './setup/test.ts';

const keystone = originWithHost(origin, KEYSTONE_HOST);
const SOFIA = 'sofia@twinlakes.example';
const BROWN = 'rgb(122, 62, 18)';

test(
  'OPS-08 LOGIN-01 at its own name a funder’s sign-in page has its name, color and support',
  FULL_RUN,
  async ({ page }) => {
    await page.goto(`${keystone}/login`);
    await expect(page).toHaveTitle('Sign in · Keystone Funding');
    await expect(page.getByRole('banner')).toContainText('Keystone Funding');
    await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS('background-color', BROWN);
    await expect(page.getByRole('link', { name: 'Customer support' })).toHaveAttribute(
      'href',
      'https://support.keystone.example',
    );
    await expect(page.getByRole('link', { name: 'support@keystone.example' })).toBeVisible();
    await expectPresentable(page);
  },
);

test.describe('signing in', () => {
  test.use({ expectedComplaints: REFUSED });

  test('OPS-08 LOGIN-11 somebody of two funders enters the one whose name they came by, and its pages have its color', async ({
    page,
  }) => {
    await page.goto(`${keystone}/login`);
    await enterCredentials(page, SOFIA, PASSWORD);
    await expect(page).toHaveURL(`${keystone}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twin Lakes Syndicate Portfolio');
    // The session is not valid at the portal's own host name.
    await page.goto(`${origin}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
    await page.goto(`${keystone}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twin Lakes Syndicate Portfolio');
  });

  test(
    'OPS-08 LOGIN-11 somebody of another funder does not get in at this one’s name',
    FULL_RUN,
    async ({ page }) => {
      await page.goto(`${keystone}/login`);
      await enterCredentials(page, DANA, PASSWORD);
      await expect(page.getByRole('alert')).toContainText(/./);
      await expect(page).toHaveURL(/\/login/);
    },
  );
});

test.describe('a name of nobody', FULL_RUN, () => {
  test.use({ expectedComplaints: /404/ });

  test('OPS-08 a name that is nobody’s says so and leads nowhere', async ({ page }) => {
    const answer = await page.goto(`${originWithHost(origin, 'elsewhere.localhost')}/login`);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('body')).toHaveText('There is no portal at this address.');
  });
});
