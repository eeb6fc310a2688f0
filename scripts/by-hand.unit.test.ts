import { expect, test } from 'vitest';
import { cohorts, type LineRow, measure, type ShareRow, xirr } from './by-hand/work-out.ts';

/** The golden deal: a tenth of $84,000 in debits of $700 for $6,600.00, a fee of 4 %. */
const share: ShareRow = {
  ...{ id: '1', agreed: '2026-10-01', funded: '2026-10-01', status: 'Collections', industry: 'Dental' },
  ...{ cost: 660_000n, rtr: 840_000n, feePercent: '4', isFeeUpfront: false },
};
const lines = (count: number): LineRow[] =>
  Array.from({ length: count }, () => ({
    ...{ shareId: '1', payDate: '2026-11-02', gross: 7000n, fee: 280n, net: 6720n },
  }));

test('RETURN-01 RETURN-16 what the portal is compared with gives the worked examples', () => {
  expect(measure([share], lines(40), '2026-12-02')).toMatchObject({
    ...{ deals: 1, cost: 660_000n, paid: 268_800n, onItsWay: 0n, netBalance: 537_600n },
    toCome: [537_600n, 215_040n, 0n],
  });
  expect(measure([share], lines(40), '2026-11-01')).toMatchObject({ paid: 0n, onItsWay: 268_800n });
  expect(measure([{ ...share, status: 'Cancelled' }], [], '2026-12-02')).toMatchObject({
    deals: 0,
    cost: 0n,
  });
  const twoFlows: [string, bigint][] = [
    ['2025-01-01', -100_000n],
    ['2026-01-01', 110_000n],
  ];
  expect(xirr(twoFlows)).toBeCloseTo(10, 6);
  expect(xirr(twoFlows.slice(0, 1))).toBeNull();
});

test('INSIGHT-02 RETURN-16 costs of 1,000 and 3,000 with 200 and 300 paid in time are 12.50 % of the cohort', () => {
  const members = [
    { ...share, id: '1', cost: 100_000n },
    { ...share, id: '2', cost: 300_000n },
  ];
  const paid = (shareId: string, payDate: string, net: bigint): LineRow => ({
    ...{ shareId, payDate, gross: net, fee: 0n, net },
  });
  const all = [
    paid('1', '2026-10-31', 20_000n),
    paid('2', '2026-10-20', 30_000n),
    paid('2', '2026-11-01', 1n),
  ];
  const { cost = 0n, points = [] } = cohorts(members, all, '2026-11-10').get('2026-10-01') ?? {};
  expect(points).toEqual([50_000n]);
  expect(Number(points[0]) / Number(cost)).toBe(0.125);
});
