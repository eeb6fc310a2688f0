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

/** Waits for the styles and fonts of a page whose scripts are held back: what stands in it is found before, and nobody sees that. */
export const untilStyled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    await Promise.all(
      sheets.map((link) => link.sheet ?? new Promise((done) => link.addEventListener('load', done))),
    );
    await document.fonts.ready;
  });
