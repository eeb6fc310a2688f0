import { expect, test } from 'vitest';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { insteadOf, settledOn, type Typed } from './typed-correction.ts';

const payment = { amount: 108_000n, clearedDate: calendarDate('2026-11-10') };
const typed = { how: 'amount', amount: '', date: '' } as const;

test('DESK-120 what a payment should have been is read as it is typed, and what makes no sense is said', () => {
  const read = (amount: string) => insteadOf({ ...typed, amount }, payment);
  expect(read('$1,008.00')).toEqual({ instead: { amount: 100_800n, date: undefined }, problem: null });
  for (const amount of ['', '0', '-5', '1,080.00', 'ten']) expect(read(amount).instead).toBeNull();
  const on = (date: string) => insteadOf({ ...typed, how: 'date', date }, payment);
  expect(on('11/09/2026').instead).toEqual({ amount: 108_000n, date: '2026-11-09' });
  for (const date of ['', '11/10/2026', '02/30/2026']) expect(on(date).instead).toBeNull();
  expect(insteadOf({ ...typed, how: 'void' }, payment).instead).toEqual({
    amount: undefined,
    date: undefined,
  });
});

test('DESK-120 only what the effect was worked out for can be sent, not what is typed after it', () => {
  const shown: Typed = { ...typed, amount: '1,008.00' };
  expect(settledOn(shown, shown, payment)).toEqual({ amount: 100_800n, date: undefined });
  expect(settledOn({ ...shown, amount: '1,0080.00' }, shown, payment)).toBeNull();
  expect(settledOn({ ...shown, how: 'void' }, shown, payment)).toBeNull();
});
