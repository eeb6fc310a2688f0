import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Records layout shifts from the next page on. */
export const watchLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Expects almost no layout shift. */
export async function expectNothingMoved(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
}
