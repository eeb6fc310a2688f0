import { expect, test } from 'vitest';
import { typedAmount } from './typed-amount.ts';

test('CASH-12 an amount is read as people type it, to the cent', () => {
  const read = ['40000', '40,000.00', ' $40,000.5 ', '0.01'].map(typedAmount);
  expect(read).toEqual([4_000_000n, 4_000_000n, 4_000_050n, 1n]);
  const refused = ['', '0', '0.00', '-5', '1.234', '1.000,00', 'all', '12345678901234'].map(typedAmount);
  expect(refused).toEqual(Array(8).fill(null));
});
