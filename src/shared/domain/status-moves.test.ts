import { expect, test } from 'vitest';
import { amountMoved, needsLetter } from './status-moves.ts';

const deal = {
  ...{ formerStatus: 'Active Advance', formerBalance: 800_000n },
  ...{ balance: 800_000n, cost: 600_000n },
};
const writtenOff = { ...deal, balance: 0n };

test('DESK-180 what ends a deal moves all that its investors still counted, whether their balances show it or not', () => {
  expect(amountMoved('Write-off', [writtenOff])).toBe(800_000n);
  expect(amountMoved('Settled', [deal])).toBe(800_000n);
  expect(amountMoved('Write-off', [writtenOff, writtenOff])).toBe(1_600_000n);
  // Almost all has come in, and what the shares have cost is given back.
  expect(amountMoved('Cancelled', [{ ...deal, formerBalance: 100n, balance: 100n }])).toBe(600_000n);
  expect(amountMoved('Advance Completed', [{ ...deal, formerBalance: 0n, balance: 0n }])).toBe(0n);
});

test('DESK-180 what opens a deal again moves as much as what ended it', () => {
  const opened = { ...deal, formerStatus: 'Write-off', formerBalance: 0n };
  expect(amountMoved('Active Advance', [opened])).toBe(800_000n);
  expect(amountMoved('Active Advance', [{ ...deal, formerStatus: 'Settled' }])).toBe(800_000n);
  const paidAlmost = { ...deal, formerBalance: 100n, balance: 100n };
  expect(amountMoved('Active Advance', [{ ...paidAlmost, formerStatus: 'Cancelled' }])).toBe(600_000n);
  expect(amountMoved('Write-off', [{ ...paidAlmost, formerStatus: 'Cancelled' }])).toBe(600_000n);
  expect(amountMoved('Default', [deal, deal])).toBe(0n);
});

test('DESK-181 settlements and discounts need a letter, and what was not agreed does not', () => {
  expect(needsLetter('Complete with discount')).toBe(true);
  expect(needsLetter('Write-off')).toBe(false);
});
