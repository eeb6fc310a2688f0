import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { MOST_FILTERED_DEALS } from '../../../shared/domain/returned-deals.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

let portal: InvestorsPortal;
let today: CalendarDate;

/**
 * Two closed shares and two open ones of $6,600.00 each: one agreed two years ago and paid in full after a year, one settled after two
 * payments; one in collections, agreed a year ago to the day; one agreed the day after, with one payment.
 */
beforeAll(async () => {
  portal = await openInvestorsPortal();
  today = await readToday(portal.database.db);
  await inTenant(async (tx) => {
    await pay(tx, await addShare(tx, 'HC0', twelveMonthsBack(2)), twelveMonthsBack(1), 8_400_000n);
    const settled = await addShare(tx, 'HC1', addDays(today, -500));
    for (const days of [-400, -399]) await pay(tx, settled, addDays(today, days));
    await setStatus(tx, settled, 'Settled');
    const collected = await addShare(tx, 'HC2', twelveMonthsBack(1));
    await pay(tx, collected, addDays(today, -300));
    await setStatus(tx, collected, 'Collections');
    await pay(tx, await addShare(tx, 'HC3', addDays(twelveMonthsBack(1), 1)), addDays(today, -300));
  });
  // Before they are worked out, the returns of a part say so.
  expect(await read('open')).toMatchObject({ is_current: 0, returns: null });
  expect(await keepForecasts(portal.database.db, portal.tenantId)).toBe(1);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

const twelveMonthsBack = (times: number) =>
  `${Number(today.slice(0, 4)) - times}${today.slice(4).replace('-02-29', '-02-28')}` as CalendarDate;

async function addShare(tx: Tx, mid: string, agreementDate: CalendarDate): Promise<bigint> {
  const { tenantId, syndicateId } = portal;
  const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Merchant ${mid}` });
  await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate });
  return dealId;
}

const pay = (tx: Tx, dealId: bigint, clearedDate: CalendarDate, amount = 70_000n) =>
  postPayment(tx, portal.tenantId, {
    ...{ dealId, reference: `${dealId} ${clearedDate}`, amount },
    ...{ clearedDate, postedOn: clearedDate },
  });

const setStatus = (tx: Tx, dealId: bigint, status: 'Collections' | 'Settled') =>
  changeDealStatus(tx, portal.tenantId, { dealId, status, reason: 'test', changedBy: null });

interface Answer {
  is_current: number;
  deal_count: number;
  most_deals?: number | null;
  returns: null | Record<string, unknown>;
}
const read = async (deals: string) => {
  const asked = asMember(portal.investor, portal.tenantId);
  return (await (
    await portal.app.fetch(`/api/returns/${portal.syndicateId}?deals=${deals}`, asked)
  ).json()) as Answer;
};
const askFiltered = (chosen: object, syndicateId = portal.syndicateId) =>
  portal.app.fetch(
    '/api/returns/filtered',
    postAsMember({ syndication_id: String(syndicateId), ...chosen }, portal.investor, portal.tenantId),
  );
const readFiltered = async (chosen: object) => (await (await askFiltered(chosen)).json()) as Answer;

test('RETURN-10 open and closed deals have their own returns, which add up to those of all deals', async () => {
  const [all, open, closed] = await Promise.all(['all', 'open', 'closed'].map(read));
  expect(all).toMatchObject({ is_current: 1, deal_count: 4 });
  expect(all?.returns).toMatchObject({ total_participation_cost: '26400.00', paid_payouts: '8332.80' });
  expect(open).toMatchObject({ is_current: 1, deal_count: 2 });
  expect(open?.returns).toMatchObject({
    since: twelveMonthsBack(1),
    total_participation_cost: '13200.00',
    paid_payouts: '134.40',
    net_balance: '15993.60',
    balances: [
      { status: 'Active Advance', deals: 1, net_balance: '7996.80' },
      { status: 'Collections', deals: 1, net_balance: '7996.80' },
    ],
  });
  expect(closed).toMatchObject({ is_current: 1, deal_count: 2 });
  expect(closed?.returns).toMatchObject({
    since: twelveMonthsBack(2),
    total_participation_cost: '13200.00',
    agreement_dates: 2,
    paid_payouts: '8198.40',
    net_balance: '0.00',
    balances: [],
  });
});

test('RETURN-10 the last twelve months begin the day after the same day a year ago', async () => {
  const recent = await read('recent');
  expect(recent).toMatchObject({ is_current: 1, deal_count: 1 });
  expect(recent.returns).toMatchObject({
    since: addDays(twelveMonthsBack(1), 1),
    total_participation_cost: '6600.00',
    paid_payouts: '67.20',
  });
  await inTenant((tx) =>
    sql`update syndicate_returns_parts set from_date = from_date - 1
    where part = 'recent'`.execute(tx),
  );
  expect(await read('recent')).toMatchObject({ is_current: 0, deal_count: 1 });
  expect(await keepForecasts(portal.database.db, portal.tenantId)).toBe(1);
  expect(await read('recent')).toEqual(recent);
});

test('RETURN-11 a filter of the table has the returns of the deals that it shows', async () => {
  const one = await readFiltered({ search: 'merchant hc1' });
  expect(one).toMatchObject({ is_current: 1, deal_count: 1, most_deals: null });
  expect(one.returns).toMatchObject({
    total_participation_cost: '6600.00',
    paid_payouts: '134.40',
    pay_dates: 2,
  });
  expect(await readFiltered({ filter: { syndication_status: 'Collections' } })).toMatchObject({
    deal_count: 1,
    returns: { net_balance: '7996.80', balances: [{ recovery_percent: 40, counted_balance: '3198.72' }] },
  });
  const paidLately = await readFiltered({ excel_origin_start_date: addDays(today, -310) });
  expect(paidLately).toMatchObject({ deal_count: 2, returns: { paid_payouts: '134.40' } });
  // Without a filter it is the whole book, from the payouts of each deal instead of what is kept.
  expect((await readFiltered({})).returns).toEqual((await read('all')).returns);
  expect(await readFiltered({ search: 'nobody' })).toMatchObject({ deal_count: 0, returns: null });
});

test('RETURN-11 a filter with too many deals says how many there may be', async () => {
  const more = MOST_FILTERED_DEALS + 1;
  await inTenant((tx) =>
    sql`update syndicate_totals set participation_count = participation_count + ${more}::integer
    where syndicate_id = ${portal.syndicateId}`.execute(tx),
  );
  const answer = await readFiltered({});
  expect(answer).toMatchObject({ deal_count: more + 4, returns: null, most_deals: MOST_FILTERED_DEALS });
  await inTenant((tx) =>
    sql`update syndicate_totals set participation_count = participation_count - ${more}::integer
    where syndicate_id = ${portal.syndicateId}`.execute(tx),
  );
});

test('RETURN-11 DASH-03 another syndicate’s returns are refused', async () => {
  expect((await askFiltered({}, portal.otherSyndicateId)).status).toBe(403);
});

test('RETURN-10 DASH-07 the reconciliation finds a cent too much in a part', async () => {
  const found = () =>
    inTenant(async (tx) => (await findDifferences(tx, portal.tenantId)).map(({ where }) => where));
  await keepForecasts(portal.database.db, portal.tenantId);
  expect(await found()).toEqual([]);
  for (const list of ['cost_cents', 'net_pay_cents'].map(sql.ref))
    for (const part of ['open', 'closed', 'recent']) {
      const bend = (cents: number) =>
        inTenant((tx) =>
          sql`update syndicate_returns_parts set ${list}[1] = ${list}[1] + ${cents}::integer where part = ${part}`.execute(
            tx,
          ),
        );
      await bend(1);
      expect(await found()).toEqual(['syndicate_returns_parts']);
      await bend(-1);
    }
  expect(await found()).toEqual([]);
});
