import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { amountDueBy, type PaymentPlan, performanceMark, performancePercent } from './performance.ts';
import { rate } from './rate.ts';

// The golden example: $84,000 in $700 a weekday, funded on Thursday, October 1.
const plan: PaymentPlan = {
  status: 'Active Advance',
  fundedDate: calendarDate('2026-10-01'),
  paybackAmount: 8_400_000n,
  payment: 70_000n,
  paymentFrequency: 'DAILY',
};

test('DEALS-02 a daily deal owes a payment for each weekday after its funding', () => {
  expect(amountDueBy(plan, calendarDate('2026-10-01'))).toBe(0n);
  expect(amountDueBy(plan, calendarDate('2026-10-02'))).toBe(70_000n);
  expect(amountDueBy(plan, calendarDate('2026-10-04'))).toBe(70_000n);
  expect(amountDueBy(plan, calendarDate('2026-10-12'))).toBe(7n * 70_000n);
});

test('DEALS-02 a weekly deal owes a payment for each five weekdays', () => {
  const weekly: PaymentPlan = { ...plan, payment: 350_000n, paymentFrequency: 'WEEKLY' };
  expect(amountDueBy(weekly, calendarDate('2026-10-07'))).toBe(0n);
  expect(amountDueBy(weekly, calendarDate('2026-10-08'))).toBe(350_000n);
});

test('DEALS-02 never more than the payback is due, all of it once the deal is closed, and nothing when it was called off', () => {
  expect(amountDueBy(plan, calendarDate('2030-01-01'))).toBe(8_400_000n);
  expect(amountDueBy({ ...plan, status: 'Settled' }, calendarDate('2026-10-02'))).toBe(8_400_000n);
  expect(amountDueBy({ ...plan, status: 'Cancelled' }, calendarDate('2026-10-12'))).toBe(0n);
});

test('DEALS-02 performance is the part of what was due that came in; with nothing due it is whole', () => {
  expect(performancePercent(350_000n, 490_000n).toString()).toBe('71.43');
  expect(performancePercent(0n, 0n).toString()).toBe('100');
});

test('DEALS-02 performance in words', () => {
  expect(performanceMark('Active Advance', rate('95'))).toEqual({ tone: 'good', words: 'On schedule' });
  expect(performanceMark('Active Advance', rate('94.99'))).toEqual({
    tone: 'watch',
    words: 'Behind schedule',
  });
  expect(performanceMark('Collections', rate('74.99'))).toEqual({ tone: 'bad', words: 'Far behind' });
  expect(performanceMark('Advance Completed', rate('100'))).toEqual({
    tone: 'closed',
    words: 'Paid in full',
  });
  expect(performanceMark('Write-off', rate('41.5'))).toEqual({ tone: 'bad', words: 'Closed at 41.50%' });
  expect(performanceMark('Cancelled', rate('100'))).toEqual({ tone: 'closed', words: 'Cancelled' });
});
