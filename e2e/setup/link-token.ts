import { expect, type Page } from '@playwright/test';

/** The token of a link, which is all of its fragment. */
export const tokenOf = (link: string): string => link.split('#')[1] ?? '';

/** Opens a mailed link, and checks that its token is in no address: not in the bar, not of a request, and not after a reload. */
export async function expectTokenOutOfAddresses(
  page: Page,
  link: string,
  isOpen: () => Promise<void>,
): Promise<void> {
  const token = tokenOf(link);
  expect(token).toMatch(/^[\w-]{40,}$/);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(link);
  await isOpen();
  expect(page.url()).not.toContain(token);
  await page.reload();
  await isOpen();
  expect(page.url()).not.toContain(token);
  expect(requested.length).toBeGreaterThan(0);
  expect(requested.filter((address) => address.includes(token))).toEqual([]);
}
