import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './test.ts';

/** What the colors decide. Everything else is the same in either scheme, and is looked at once. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects no accessibility violation in light or dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // The rules look at this document alone. The portal has no frames.
  expect(page.frames()).toHaveLength(1);
  // Their code is large, and one copy of it looks at both schemes.
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const found = await page.evaluate(findViolations, colorScheme === 'dark' ? COLOR_RULES : null);
    expect({ colorScheme, found }).toEqual({ colorScheme, found: [] });
  }
}

/** Runs in the page. */
async function findViolations(onlyRules: string[] | null): Promise<string[]> {
  const { run } = (window as unknown as { axe: typeof axe }).axe;
  const { violations } = await run(document, {
    // What passed is not described, which takes longer than to look.
    resultTypes: ['violations'],
    ...(onlyRules && { runOnly: { type: 'rule', values: onlyRules } }),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
