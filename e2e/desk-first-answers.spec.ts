import type { Locator, Page } from '@playwright/test';
import { FULL_RUN } from './setup/full-run.ts';
import { holdScriptsBack, prerendered, untilStyled } from './setup/held-scripts.ts';
import { OWEN, openAs } from './setup/portal.ts';
import { signIn } from './setup/sign-in.ts';
import { expect, test } from './setup/test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('DESK-160 the board asks for the health of the portal and for nothing else', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  await openAs(page, OWEN, '/desk');
  await expect(page.getByRole('region', { name: 'Health' })).toContainText('parts well');
  await page.waitForLoadState('networkidle');
  const always = ['/api/non-tenant/oauth/token', '/user/activity'];
  expect(asked.filter((path) => !always.includes(path))).toEqual(['/api/desk/v1/health']);
  await expect(page.locator('#first-answers')).toHaveCount(0);
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, FULL_RUN, () => {
    test.use({ viewport });

    test('DESK-160 the board can be read before the script, and nothing moves when it comes', async ({
      page,
    }) => {
      const letAppIn = await holdScriptsBack(page);
      await signIn(page, OWEN);
      await page.goto('/desk', { waitUntil: 'commit' });
      const waiting = prerendered(page).getByRole('region', { name: 'Waiting' });
      await expect(waiting).toContainText('Invites unanswered');
      await untilStyled(page);
      const [before, words] = [await boxesOf(page), await wordsOf(waiting)];
      await letAppIn();
      await expect(prerendered(page)).toHaveCount(0);
      expect(await boxesOf(page)).toEqual(before);
      expect(await wordsOf(page.getByRole('region', { name: 'Waiting' }))).toBe(words);
    });
  });

test('DESK-160 security rule: whoever comes back to the desk after being away too long sees nothing of it', async ({
  page,
}) => {
  await openAs(page, OWEN, '/desk');
  await expect(title(page)).toHaveText('Board');
  await page.evaluate(() => {
    window.localStorage.setItem('portal.last-activity', String(Date.now() - 8 * 60_000));
  });
  const letAppIn = await holdScriptsBack(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(prerendered(page)).toHaveCount(1);
  await expect(prerendered(page).getByText('Waiting', { exact: true }).first()).toBeHidden();
  await letAppIn();
  await expect(title(page)).toHaveText('Syndicate Login');
});

/** Without how long something has waited, which may go on by a minute meanwhile. */
const wordsOf = async (part: Locator) => (await part.innerText()).replaceAll(/\d+ min/g, '');

const boxesOf = (page: Page) =>
  Promise.all(
    [
      title(page),
      page.getByRole('region', { name: 'Today' }),
      page.getByRole('region', { name: 'Waiting' }),
      page.getByRole('region', { name: 'The book' }).first(),
      page.getByRole('region', { name: 'Health' }),
    ].map((part) => part.boundingBox()),
  );
