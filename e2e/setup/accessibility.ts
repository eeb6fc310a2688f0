import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What the colors decide. Everything else is the same in either scheme, and is looked at once. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects no accessibility violation in light or dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const runOnly = colorScheme === 'dark' && { runOnly: { type: 'rule' as const, values: COLOR_RULES } };
    // What passed is not described, which takes longer than to look.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...runOnly });
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
  }
}
