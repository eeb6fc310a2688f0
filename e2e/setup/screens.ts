import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { dumpStorage } from './portal.ts';

const WIDTHS = [320, 360, 390, 1024, 1440, 2560];
/** Everything the portal may keep where scripts can read it. */
const KEPT =
  /^portal\.(last-syndicate-id=\d+|may-have-session=yes|may-be-remembered=yes|last-activity=\d+|last-tenant-id=[\da-f-]{36}|switched-syndicate-id=\d+|offer-drafts=.*|locked-login-name=\S+)$/;

/** Accessible in light and dark, fits every window and keeps nothing secret. */
export async function expectPresentable(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect({ colorScheme, violations: await violationsOn(page) }).toEqual({ colorScheme, violations: [] });
  }
  await page.mouse.move(0, 0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, { message: `at ${width} px` }).toBe(0);
  }
  await expectNothingSecret(page);
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

async function expectNothingSecret(page: Page): Promise<void> {
  const { local, session, cookies } = await dumpStorage(page);
  expect({ session, cookies }).toEqual({ session: {}, cookies: '' });
  for (const [key, value] of Object.entries(local)) expect(`${key}=${value}`).toMatch(KEPT);
}
