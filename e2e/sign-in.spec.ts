import { authContract } from '../src/shared/contract/auth.ts';
import { FULL_RUN } from './setup/full-run.ts';
import {
  BROKER,
  callsOf,
  DANA,
  enterCredentials,
  FORMER,
  loginName,
  openAs,
  PASSWORD,
  password,
  sessionCookie,
  signInButton,
} from './setup/portal.ts';
import { expect, REFUSED, test } from './setup/test.ts';

const alert = 'alert';
const THIRTY_DAYS = 30 * 24 * 60 * 60;

test('LOGIN-01 ROUTE-01 an investor signs in with the e-mail address and lands on the dashboard', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect(page).toHaveTitle('Sign in · Syndicate Portal');
  await expect(page.getByRole('link', { name: 'support@portal.example' })).toHaveAttribute(
    'href',
    /^mailto:/,
  );
  await loginName(page).fill(DANA);
  await password(page).fill(PASSWORD);
  await password(page).press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northgate Partners Portfolio');
});

test(
  'LOGIN-01 the login name works as well as the e-mail address, in any case',
  FULL_RUN,
  async ({ page }) => {
    await page.goto('/login');
    await enterCredentials(page, '  DANA ');
    await expect(page).toHaveURL('/dashboard');
  },
);

test('LOGIN-01 the password can be shown and hidden', FULL_RUN, async ({ page }) => {
  await page.goto('/login');
  await password(page).fill('secret');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test(
  'LOGIN-01 Remember me keeps the session cookie for 30 days, else it ends with the browser',
  FULL_RUN,
  async ({ page, context }) => {
    await openAs(page, DANA);
    expect(await sessionCookie(context)).toMatchObject({
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    // Requests that are pending at logout are refused, and the browser logs that.
    await expect(page.getByRole('button', { name: /^Details of / }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('checkbox', { name: 'Remember me' }).check();
    await enterCredentials(page, DANA);
    await expect(page).toHaveURL('/dashboard');
    const remembered = await sessionCookie(context);
    expect(remembered?.expires).toBeGreaterThan(Date.now() / 1000 + THIRTY_DAYS - 60);
  },
);

test('LOGIN-02 empty fields say what they need, and the first of them has the focus', async ({ page }) => {
  await page.goto('/login');
  await signInButton(page).click();
  await expect(loginName(page)).toHaveAccessibleDescription('email or username required');
  await expect(password(page)).toHaveAccessibleDescription('password is required');
  await expect(loginName(page)).toBeFocused();
  await loginName(page).fill(DANA);
  await expect(page.getByText('email or username required')).toBeHidden();
  await loginName(page).press('Enter');
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
});

test.describe('refusals', () => {
  test.use({ expectedComplaints: REFUSED });

  test('LOGIN-04 a wrong password and an unknown user get the same words', async ({ page }) => {
    await page.goto('/login');
    for (const name of [DANA, 'nobody@nowhere.example']) {
      await enterCredentials(page, name, 'not the password');
      await expect(page.getByRole(alert)).toHaveText('The user credentials were incorrect');
      await expect(password(page)).toBeFocused();
      await expect(loginName(page)).toHaveValue(name);
    }
    await enterCredentials(page, DANA);
    await expect(page).toHaveURL('/dashboard');
  });

  test(
    'LOGIN-07 another role is told so, the fields are cleared and no session is left',
    FULL_RUN,
    async ({ page, context }) => {
      await page.goto('/login');
      await enterCredentials(page, BROKER);
      await expect(page.getByRole(alert)).toHaveText('This portal is not accessable to your role.');
      await expect(loginName(page)).toHaveValue('');
      await expect(password(page)).toHaveValue('');
      await expect(loginName(page)).toBeFocused();
      expect(await sessionCookie(context)).toBeUndefined();
    },
  );

  test(
    'LOGIN-07 LOGIN-09 another role that came by a link with its e-mail finds both fields emptied',
    FULL_RUN,
    async ({ page }) => {
      await page.goto(`/login?user_email=${BROKER}`);
      await expect(loginName(page)).toHaveValue(BROKER);
      await password(page).fill(PASSWORD);
      await signInButton(page).click();
      await expect(page.getByRole(alert)).toHaveText('This portal is not accessable to your role.');
      await expect(loginName(page)).toHaveValue('');
      await expect(password(page)).toHaveValue('');
      await expect(loginName(page)).toBeFocused();
    },
  );

  test(
    'LOGIN-07 LOGIN-08 with a wrong password neither role nor closed account is told',
    FULL_RUN,
    async ({ page }) => {
      await page.goto('/login');
      for (const name of [BROKER, FORMER]) {
        await enterCredentials(page, name, 'not the password');
        await expect(page.getByRole(alert)).toHaveText('The user credentials were incorrect');
      }
    },
  );

  test('LOGIN-08 a closed account is told so and not signed in', async ({ page, context }) => {
    await page.goto('/login');
    await enterCredentials(page, FORMER);
    await expect(page.getByRole(alert)).toHaveText('Account is closed, please contact admin.');
    await expect(page).toHaveURL('/login');
    expect(await sessionCookie(context)).toBeUndefined();
  });
});

test(
  'LOGIN-01 the button shows that signing in is under way, and a second press does nothing',
  FULL_RUN,
  async ({ page }) => {
    let attempts = 0;
    await page.goto('/login');
    await page.route(callsOf(authContract.requestToken), async (route) => {
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await enterCredentials(page, DANA);
    await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    await password(page).press('Enter');
    await expect(page).toHaveURL('/dashboard');
    expect(attempts).toBe(1);
  },
);
