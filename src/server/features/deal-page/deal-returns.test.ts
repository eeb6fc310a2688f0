import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember } from '../../testing/test-app.ts';

let portal: InvestorsPortal;
let today: CalendarDate;
beforeAll(async () => {
  portal = await openInvestorsPortal();
  today = await readToday(portal.database.db);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

/** A share of $6,600.00 in a deal, with its payments by how many days ago they cleared. */
async function addDeal(mid: string, daysAgo: number, payments: readonly [number, bigint][]): Promise<bigint> {
  const { tenantId, syndicateId } = portal;
  return inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Merchant ${mid}` });
    const agreementDate = addDays(today, -daysAgo);
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate });
    for (const [days, amount] of payments) {
      const clearedDate = addDays(today, -days);
      const reference = `${mid} ${days}`;
      await postPayment(tx, tenantId, { dealId, reference, amount, clearedDate, postedOn: clearedDate });
    }
    return dealId;
  });
}

interface Page {
  flows: { date: string; amount: string }[];
  returns: null | (Record<string, unknown> & { scenarios: Record<string, string | null>[] });
}

async function open(mid: string): Promise<Page> {
  const deal = await inTenant((tx) =>
    tx.selectFrom('deals').select('publicId').where('mid', '=', mid).executeTakeFirstOrThrow(),
  );
  const response = await portal.app.fetch(
    `/api/syndicates/${portal.syndicateId}/deals/${deal.publicId}`,
    asMember(portal.investor, portal.tenantId),
  );
  return (await response.json()) as Page;
}

test('RETURN-13 a deal that has paid in full has its yearly rate, and the days that it is made of', async () => {
  await addDeal('HC5', 735, [
    [735 - 365, 4_200_000n],
    [5, 4_200_000n],
  ]);
  const { flows, returns } = await open('HC5');
  expect(returns).toMatchObject({ total_participation_cost: '6600.00', net_balance: '0.00' });
  expect(flows[0]).toEqual({ date: addDays(today, -735), amount: '-6600.00' });
  expect(flows.slice(1).map(({ amount }) => amount)).toEqual(['4032.00', '4032.00']);
  for (const scenario of returns?.scenarios ?? []) {
    expect(scenario).toMatchObject({ dpi: '1.22', tvpi: '1.22', period_return: null });
    // -6,600.00, then 4,032.00 after about one year and two: 6,600 x² = 4,032 x + 4,032 gives 14.46 % a year.
    expect(Number(scenario['xirr'])).toBeGreaterThan(13.9);
    expect(Number(scenario['xirr'])).toBeLessThan(14.6);
  }
});

test('RETURN-13 a deal under a year old has the return of the period, and the yearly rate beside it', async () => {
  await addDeal('HC6', 100, [[50, 70_000n]]);
  const { flows, returns } = await open('HC6');
  expect(flows).toHaveLength(2);
  expect(returns).toMatchObject({ days: 100, paid_payouts: '67.20', net_balance: '7996.80' });
  expect(returns?.scenarios[0]).toMatchObject({ scenario: 'agreed', period_return: '22.18' });
  expect(Number(returns?.scenarios[0]?.['xirr'])).toBeGreaterThan(100);
  expect(returns?.scenarios[2]).toMatchObject({ scenario: 'nothing', period_return: '-98.98' });
});

test('RETURN-13 a deal that was cancelled before it paid anything has nothing to measure', async () => {
  const dealId = await addDeal('HC7', 100, []);
  await inTenant((tx) =>
    changeDealStatus(tx, portal.tenantId, {
      ...{ dealId, status: 'Cancelled' as const },
      ...{ reason: 'test', changedBy: null },
    }),
  );
  expect(await open('HC7')).toMatchObject({ returns: null, flows: [] });
});
