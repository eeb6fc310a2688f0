import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** How somebody works at the desk: the same job is done by each. */
export interface Hand {
  name: 'pointer' | 'keyboard';
  press: (target: Locator) => Promise<void>;
  /** Replaces what is in the field. */
  write: (target: Locator, text: string) => Promise<void>;
  /** Chooses the option that begins with the text. */
  choose: (target: Locator, text: string) => Promise<void>;
  /** To a page of the navigation. */
  go: (page: Page, name: string, letter: string) => Promise<void>;
  /** Opens the search of the desk. */
  search: (page: Page) => Promise<void>;
}

const inNavigation = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name, exact: true });

export const POINTER: Hand = {
  name: 'pointer',
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  choose: async (target, text) => {
    const option = target.locator('option', { hasText: text }).first();
    await expect(option).toBeAttached();
    // Without a value of its own, an option's text is its value.
    await target.selectOption(await option.evaluate((element) => (element as HTMLOptionElement).value));
  },
  go: (page, name) => inNavigation(page, name).click(),
  search: (page) => page.getByRole('button', { name: 'Search', exact: true }).click(),
};

/** More than any page of the desk has places for the focus. */
const FURTHEST = 200;

/** Tab by Tab, as nobody may be kept from anything without a pointer. */
export async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < FURTHEST; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

/** The key goes to a button as soon as it takes it: a disabled one would swallow it. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

export const KEYBOARD: Hand = {
  name: 'keyboard',
  press: async (target) => {
    await reach(target);
    const isTicked = await target.evaluate((element) => element.matches('input[type=checkbox]'));
    await target.page().keyboard.press(isTicked ? 'Space' : 'Enter');
  },
  write: async (target, text) => {
    await reach(target);
    await target.page().keyboard.press('ControlOrMeta+A');
    await target.page().keyboard.type(text);
  },
  choose: async (target, text) => {
    await expect(target.locator('option', { hasText: text }).first()).toBeAttached();
    await reach(target);
    await target.page().keyboard.type(text);
  },
  go: async (page, name, letter) => {
    await expect(inNavigation(page, name)).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
  },
  search: async (page) => {
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  },
};
