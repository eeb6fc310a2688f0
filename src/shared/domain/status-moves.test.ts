import { expect, test } from 'vitest';
import { amountMoved, needsLetter } from './status-moves.ts';

const deal = { formerBalance: 800_000n, balance: 800_000n, cost: 600_000n };
const writtenOff = { ...deal, balance: 0n };

test('DESK-180 what ends a deal moves all that its investors still counted, whether their balances show it or not', () => {
  expect(amountMoved('Write-off', [writtenOff], 1)).toBe(800_000n);
  expect(amountMoved('Settled', [deal], 1)).toBe(800_000n);
  expect(amountMoved('Write-off', [writtenOff, writtenOff], 2)).toBe(1_600_000n);
  // Almost all has come in, and what the shares have cost is given back.
  expect(amountMoved('Cancelled', [{ ...deal, formerBalance: 100n, balance: 100n }], 1)).toBe(600_000n);
  expect(amountMoved('Advance Completed', [{ ...deal, formerBalance: 0n, balance: 0n }], 1)).toBe(0n);
});

test('DESK-180 what opens a deal again moves nothing, unless several are opened', () => {
  const opened = { formerBalance: 0n, balance: 800_000n, cost: 600_000n };
  expect(amountMoved('Active Advance', [opened], 1)).toBe(0n);
  expect(amountMoved('Active Advance', [opened, opened], 2)).toBe(1_600_000n);
  expect(amountMoved('Default', [deal, deal], 2)).toBe(0n);
});

test('DESK-181 settlements and discounts need a letter, and what was not agreed does not', () => {
  expect(needsLetter('Complete with discount')).toBe(true);
  expect(needsLetter('Write-off')).toBe(false);
});
