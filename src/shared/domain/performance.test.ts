import { expect, test } from 'vitest';
import { amountDue, performanceMark, performancePercent } from './performance.ts';
import { rate } from './rate.ts';

const deal = { status: 'Active Advance', paybackAmount: 8_400_000n, expected: 490_000n } as const;

test('DEALS-02 what the schedule asked for is due, all of it once the deal is closed, and nothing when it was called off', () => {
  expect(amountDue(deal)).toBe(490_000n);
  expect(amountDue({ ...deal, status: 'Settled' })).toBe(8_400_000n);
  expect(amountDue({ ...deal, status: 'Cancelled' })).toBe(0n);
  expect(amountDue({ ...deal, expected: null })).toBeNull();
});

test('DEALS-02 performance is the part of what was due that came in; with nothing due there is none', () => {
  expect(performancePercent(350_000n, 490_000n)?.toString()).toBe('71.43');
  expect(performancePercent(0n, 0n)).toBeNull();
  expect(performancePercent(350_000n, null)).toBeNull();
});

test('DEALS-02 performance in words', () => {
  expect(performanceMark('Active Advance', rate('95'), 1n)).toEqual({ tone: 'good', words: 'On schedule' });
  expect(performanceMark('Active Advance', rate('94.99'), 1n)).toEqual({
    tone: 'watch',
    words: 'Behind schedule',
  });
  expect(performanceMark('Collections', rate('74.99'), 1n)).toEqual({ tone: 'bad', words: 'Far behind' });
  expect(performanceMark('Advance Completed', rate('100'), 1n)).toEqual({
    tone: 'closed',
    words: 'Paid in full',
  });
  expect(performanceMark('Write-off', rate('41.5'), 1n)).toEqual({ tone: 'bad', words: 'Closed at 41.50%' });
  expect(performanceMark('Active Advance', null, 0n)).toEqual({ tone: 'closed', words: 'Not due yet' });
  expect(performanceMark('Active Advance', null, null)).toEqual({ tone: 'closed', words: 'Not known yet' });
  expect(performanceMark('Cancelled', null, 0n)).toEqual({ tone: 'closed', words: 'Cancelled' });
});
