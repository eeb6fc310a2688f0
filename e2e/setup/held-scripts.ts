import type { Locator, Page } from '@playwright/test';

/** The page as the server sent it, until the app replaces it. */
export const prerendered = (page: Page): Locator => page.locator('#prerendered');

/** Holds back the app's files until they are released. */
export async function holdScriptsBack(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return async () => release();
}
