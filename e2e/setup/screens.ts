import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { dumpStorage } from './portal.ts';

const WIDTHS = [320, 360, 390, 1024, 1440, 2560];
/** Everything the portal may store where scripts can read it. */
const KEPT =
  /^portal\.(last-syndicate-id=\d+|may-have-session=yes|may-be-remembered=yes|last-activity=\d+|idle-seconds=\d+|last-tenant-id=[\da-f-]{36}|switched-syndicate-id=\d+|offer-drafts=.*|locked-login-name=\S+)$/;

/** Expects the screen to be accessible in light and dark, to fit every window and to store no secret. */
export async function expectPresentable(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.mouse.move(0, 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, { message: `at ${width} px` }).toBe(0);
  }
  await expectNothingSecret(page);
}

async function expectNothingSecret(page: Page): Promise<void> {
  const { local, session, cookies } = await dumpStorage(page);
  expect({ session, cookies }).toEqual({ session: {}, cookies: '' });
  for (const [key, value] of Object.entries(local)) expect(`${key}=${value}`).toMatch(KEPT);
}
