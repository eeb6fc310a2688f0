import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { findForecastDifferences } from '../../ledger/forecast/check-forecasts.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import { readForecasts } from '../../ledger/forecast/read-forecasts.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

let portal: InvestorsPortal;
let otherSyndicateId: bigint;

/** Two golden deals, $84,000 in $700 a bank day, funded on October 1: one has paid each of the first seven debits, one only four. */
beforeAll(async () => {
  portal = await openInvestorsPortal();
  await inTenant(async (tx) => {
    const { tenantId, syndicateId } = portal;
    otherSyndicateId = await createSyndicate(tx, tenantId);
    for (const [place, paid] of [7, 4].entries()) {
      const dealId = await createFundedDeal(tx, tenantId, { mid: `HC${place}`, name: `Merchant ${place}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      for (const day of ['02', '05', '06', '07', '08', '09', '13'].slice(0, paid)) {
        const clearedDate = calendarDate(`2026-10-${day}`);
        const reference = `p${place}-${day}`;
        const amount = 70_000n;
        await postPayment(tx, tenantId, { dealId, reference, amount, clearedDate, postedOn: clearedDate });
      }
    }
    await completeDay(tx, tenantId, calendarDate('2026-10-13'));
  });
  await turnDay(portal.database.db, portal.tenantId);
  await keepForecasts(portal.database.db, portal.tenantId);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);
const ask = (syndicateId = portal.syndicateId) =>
  portal.app.fetch(`/api/forecast/${syndicateId}`, asMember(portal.investor, portal.tenantId));

interface Answer {
  forecast: Record<string, string> & {
    pay_dates: { pay_date: string; as_agreed: string; at_pace: string }[];
  };
}
const read = async () => ((await (await ask()).json()) as Answer).forecast;

test('SCHED-10 what is to come by pay date, as agreed and at the present pace, adds up to the net balance', async () => {
  const { pay_dates: payDates, ...forecast } = await read();
  // 113 debits of 67.20 are left of the one and 116 of the other, which has come up to four of seven: 38.40 a debit.
  expect(forecast).toEqual({
    as_of: '2026-10-13',
    is_current: 1,
    net_balance: '15388.80',
    portfolio_balance: '16030.00',
    undated: '0.00',
    undated_deals: 0,
    not_reached: '3340.80',
    not_reached_deals: 1,
  });
  expect(payDates).toHaveLength(116);
  expect(payDates[0]).toEqual({ pay_date: '2026-10-15', as_agreed: '134.40', at_pace: '105.60' });
  expect(payDates.at(-1)).toEqual({ pay_date: '2027-04-02', as_agreed: '67.20', at_pace: '38.40' });
  const cents = payDates.reduce((sum, day) => sum + Number(day.as_agreed) * 100, 0);
  expect(Math.round(cents)).toBe(1_538_880);
});

test('SCHED-10 a deal that defaults has no date any more, and until that is worked in the answer says so', async () => {
  await inTenant(async (tx) => {
    const { id } = await tx
      .selectFrom('deals')
      .select('id')
      .where('mid', '=', 'HC1')
      .executeTakeFirstOrThrow();
    const change = { dealId: id, status: 'Default', reason: 'Debits stopped', changedBy: null } as const;
    await changeDealStatus(tx, portal.tenantId, change);
  });
  expect(await read()).toMatchObject({ is_current: 0, undated: '0.00' });
  const { rows: jobs } = await sql`
    select from graphile_worker.jobs where key = ${`forecasts of ${portal.tenantId}`}`.execute(
    portal.database.owner,
  );
  expect(jobs).toHaveLength(1);
  expect(await keepForecasts(portal.database.db, portal.tenantId)).toBe(1);
  expect(await keepForecasts(portal.database.db, portal.tenantId)).toBe(0);
  expect(await read()).toMatchObject({
    is_current: 1,
    net_balance: '15388.80',
    undated: '7795.20',
    undated_deals: 1,
    not_reached: '7795.20',
  });
});

test('SCHED-10 TABLE-02 the forecast as a spreadsheet: pay dates and deals, each adding up to the net balance', async () => {
  const body = { syndication_id: Number(portal.syndicateId) };
  const response = await portal.app.fetch(
    '/api/forecast/export',
    postAsMember(body, portal.investor, portal.tenantId),
  );
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="forecast_2026-10-13.xlsx"');
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const [payDates = [], deals = []] = sheets.map(({ rows }) => rows);
  expect(payDates[0]).toEqual(['Pay Date', 'Note', 'As Agreed', 'At the Present Pace']);
  expect(payDates).toHaveLength(1 + 113 + 2 + 1);
  expect(payDates.at(-3)?.slice(1, 3)).toEqual(['No date yet', 7795.2]);
  expect(payDates.at(-1)?.slice(2)).toEqual([15388.8, 15388.8]);
  expect(deals[1]?.[4]).toBe(113);
  expect(deals[2]?.slice(2, 5)).toEqual(['Default', null, 0]);
  expect(deals.at(-1)?.at(-1)).toBe(15388.8);
});

test('SCHED-10 DASH-03 another syndicate’s forecast is refused', async () => {
  expect((await ask(otherSyndicateId)).status).toBe(403);
});

test('SCHED-10 DASH-07 the reconciliation finds a cent too much on a pay date', async () => {
  const bend = (cents: number) =>
    inTenant((tx) =>
      sql`update syndicate_forecasts set agreed_cents[3] = agreed_cents[3] + ${cents}::integer`.execute(tx),
    );
  const found = () =>
    inTenant(async (tx) => (await findDifferences(tx, portal.tenantId)).map(({ where }) => where));
  expect(await found()).toEqual([]);
  await bend(1);
  expect(await found()).toEqual(['syndicate_forecasts']);
  await bend(-1);
  expect(await found()).toEqual([]);
});

test('SCHED-10 the forecast of a book without deals is of the last posted day too, and until it is the comparison passes it over', async () => {
  const { tenantId } = portal;
  const keepAll = () => keepForecasts(portal.database.db, tenantId);
  await inTenant((tx) =>
    tx.insertInto('syndicateTotals').values({ tenantId, syndicateId: otherSyndicateId }).execute(),
  );
  await keepAll();
  const asOf = calendarDate('2026-10-14');
  await inTenant((tx) => completeDay(tx, tenantId, asOf));
  const scope = { tenantId, dealIds: null, syndicateIds: [otherSyndicateId] };
  expect(await inTenant((tx) => findForecastDifferences(tx, scope))).toEqual([]);
  await keepAll();
  const [kept] = await inTenant((tx) => readForecasts(tx, tenantId, [otherSyndicateId]));
  expect(kept).toMatchObject({ asOf, isCurrent: true });
  expect(await keepAll()).toBe(0);
});
