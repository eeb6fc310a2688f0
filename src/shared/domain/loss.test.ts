import { expect, test } from 'vitest';
import { isEnded } from './deal-status.ts';
import { basisOf, LOSS_STATUSES, lossOf, lossOfGroup } from './loss.ts';

test('INSIGHT-05 a loss is what of the basis has not come back, and never below nothing', () => {
  // The golden share: cost 6,600.00, net RTR 8,064.00, stopped after 40 of 120 debits.
  expect(lossOf(660_000n, 268_800n)).toBe(391_200n);
  expect(lossOf(806_400n, 268_800n)).toBe(537_600n);
  // One that was settled after its cost had come back has lost nothing of the cost, but something of the RTR.
  expect(lossOf(660_000n, 700_000n)).toBe(0n);
  expect(lossOf(806_400n, 700_000n)).toBe(106_400n);
});

test('INSIGHT-05 the basis names what a loss is a part of', () => {
  const sums = { quarter: null, dealCount: 1, cost: 660_000n, netRtr: 806_400n, netPaid: 268_800n };
  const group = { ...sums, lossOfCost: 391_200n, lossOfRtr: 537_600n };
  expect([lossOfGroup(group, 'cost'), basisOf(group, 'cost')]).toEqual([391_200n, 660_000n]);
  expect([lossOfGroup(group, 'rtr'), basisOf(group, 'rtr')]).toEqual([537_600n, 806_400n]);
});

test('INSIGHT-05 deals in default or with lawyers are lost while still open; the others are closed', () => {
  expect(LOSS_STATUSES.filter((status) => !isEnded(status))).toEqual(['Referred To Legal', 'Default']);
});
