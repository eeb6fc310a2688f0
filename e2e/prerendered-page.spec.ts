import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { FULL_RUN } from './setup/full-run.ts';
import { holdScriptsBack, prerendered, untilStyled } from './setup/held-scripts.ts';
import { DANA, loginName, PASSWORD, password, signInButton } from './setup/portal.ts';
import { returnRemembered } from './setup/return-remembered.ts';
import { signIn } from './setup/sign-in.ts';
import { expect, test } from './setup/test.ts';

// As most visitors have it: what moves is there.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const isAlive = (page: Page) => expect(prerendered(page)).toHaveCount(0);

const boxesOf = (page: Page) =>
  Promise.all(
    [
      page.getByRole('heading', { name: 'Syndicate Login' }),
      loginName(page),
      password(page),
      page.getByRole('checkbox', { name: 'Remember me' }),
      page.getByRole('button', { name: 'Forgot password' }),
      signInButton(page),
      // The support line, whose text is added by the app.
      page.getByRole('main').getByRole('paragraph').last(),
    ].map((part) => part.boundingBox()),
  );

const MASKED = /^•+e\.example$/;
const rememberedBoxesOf = (page: Page) =>
  Promise.all(
    [
      page.getByRole('heading', { name: 'Syndicate Login' }),
      loginName(page),
      page.getByRole('button', { name: 'Not you?' }),
      password(page),
      page.getByRole('button', { name: 'Forgot password' }),
      signInButton(page),
    ].map((part) => part.boundingBox()),
  );

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, FULL_RUN, () => {
    test.use({ viewport });

    test('LOGIN-01 the sign-in page arrives prerendered, and nothing moves when it comes alive', async ({
      page,
    }) => {
      await page.addInitScript(() => {
        const shifts: unknown[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
          type: 'layout-shift',
          buffered: true,
        });
      });
      const letAppIn = await holdScriptsBack(page);
      await page.goto('/login', { waitUntil: 'commit' });
      await expect(signInButton(page)).toBeVisible();
      await expect(page).toHaveTitle('Sign in · Syndicate Portal');
      await expect(prerendered(page).getByText('Syndicate Portal')).toBeVisible();
      // Shifts caused by the font, on systems without a similar one, are not the app's.
      await page.evaluate(async () => {
        await document.fonts.ready;
        // The browser reports a layout shift one or two frames later.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await new Promise((resolve) => window.setTimeout(resolve, 100));
        Reflect.set(Reflect.get(window, 'shifts'), 'length', 0);
      });
      const before = await boxesOf(page);
      await letAppIn();
      await isAlive(page);
      expect(await boxesOf(page)).toEqual(before);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'shifts')))).toBe('[]');
    });
  });
}

test(
  'LOGIN-01 what is typed, ticked and pressed before the page is alive counts',
  FULL_RUN,
  async ({ page }) => {
    const letAppIn = await holdScriptsBack(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await loginName(page).fill(DANA);
    await page.getByRole('checkbox', { name: 'Remember me' }).check();
    await password(page).fill('Harbor-demo');
    await letAppIn();
    await isAlive(page);
    await expect(loginName(page)).toHaveValue(DANA);
    await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();
    await expect(password(page)).toBeFocused();
    await page.keyboard.type('-2026');
    await expect(password(page)).toHaveValue(PASSWORD);
  },
);

test('LOGIN-01 Enter before the page is alive signs in once it is', FULL_RUN, async ({ page }) => {
  const letAppIn = await holdScriptsBack(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await loginName(page).fill(DANA);
  await password(page).fill(PASSWORD);
  await password(page).press('Enter');
  await expect(signInButton(page)).toHaveAttribute('data-pressed');
  await expect(page).toHaveURL('/login');
  await letAppIn();
  await expect(page).toHaveURL('/dashboard');
});

test(
  'LOGIN-10 where the browser remembers somebody the page arrives with the masked e-mail, and nothing moves',
  FULL_RUN,
  async ({ page, people }) => {
    await returnRemembered(page, people);
    await expect(loginName(page)).toHaveValue(MASKED);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const letAppIn = await holdScriptsBack(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(prerendered(page).getByRole('button', { name: 'Not you?' })).toBeVisible();
    await expect(loginName(page)).toHaveValue(MASKED);
    await expect(loginName(page)).not.toBeEditable();
    await untilStyled(page);
    const before = await rememberedBoxesOf(page);
    await password(page).fill(PASSWORD);
    await letAppIn();
    await isAlive(page);
    expect(await rememberedBoxesOf(page)).toEqual(before);
    await expect(loginName(page)).toHaveValue(MASKED);
    await expect(password(page)).toHaveValue(PASSWORD);
    expect(asked).not.toContain('/api/session_user/current');
    await signInButton(page).click();
    await expect(page).toHaveURL('/dashboard');
  },
);

test('LOGIN-10 Not you? counts before the page is alive', FULL_RUN, async ({ page, people }) => {
  await returnRemembered(page, people);
  await expect(loginName(page)).toHaveValue(MASKED);
  const letAppIn = await holdScriptsBack(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Not you?' }).click();
  await letAppIn();
  await expect(loginName(page)).toBeEditable();
  await expect(loginName(page)).toHaveValue('');
});

test(
  'LOGIN-10 whoever comes from another site, without cookies, never sees a field to type that goes away',
  FULL_RUN,
  async ({ page, people }) => {
    await returnRemembered(page, people);
    await expect(loginName(page)).toHaveValue(MASKED);
    const letAppIn = await holdScriptsBack(page);
    // As when a browser follows a link from another site, without its SameSite=Strict cookies.
    await page.route('/login', async (route) => {
      const { cookie: _, ...headers } = await route.request().allHeaders();
      await route.fulfill({ response: await route.fetch({ headers: { ...headers, cookie: '' } }) });
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(prerendered(page)).toHaveCount(1);
    await expect(loginName(page)).toBeHidden();
    await letAppIn();
    await expect(loginName(page)).toHaveValue(MASKED);
  },
);

test.describe('without a single script', FULL_RUN, () => {
  test.use({
    expectedComplaints:
      /^(Failed to load resource|Sending form data|The page's policy was broken: form-action)/,
  });

  test('LOGIN-01 security rule: a password that nobody takes care of goes nowhere', async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto('/login');
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
    );
    await loginName(page).fill(DANA);
    await password(page).fill(PASSWORD);
    // Submits as Enter would; Playwright's key press would wait for a navigation that the policy blocks.
    await page.evaluate(() => void window.setTimeout(() => document.forms[0]?.requestSubmit()));
    await setTimeout(500);
    expect(sent).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
  });
});

test('LOGIN-01 the prerendered page is dark where the visitor’s system is', async ({ page }) => {
  await holdScriptsBack(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(signInButton(page)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 20)');
});

test(
  'the dashboard’s frame arrives prerendered for whoever has a session, and gives way to the dashboard',
  FULL_RUN,
  async ({ page }) => {
    const letAppIn = await holdScriptsBack(page);
    await signIn(page, DANA);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(prerendered(page).getByRole('banner')).toBeVisible();
    const bar = await prerendered(page).getByRole('banner').boundingBox();
    await letAppIn();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Northgate Partners Portfolio');
    await isAlive(page);
    expect(await page.getByRole('banner').boundingBox()).toEqual(bar);
  },
);

test.describe('with scripts turned off', FULL_RUN, () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that it needs them, and shows no form that would not work', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('body > noscript')).toBeVisible();
    await expect(page.locator('form')).toBeHidden();
  });
});
