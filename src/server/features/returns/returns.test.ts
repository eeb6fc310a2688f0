import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { operatorOf } from '../../testing/operator.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

let portal: InvestorsPortal;

/** A share agreed on 10/05/2025 for $6,600.00, paid in full on 10/05/2026; and a share of a deal that was cancelled before it paid anything. */
beforeAll(async () => {
  portal = await openInvestorsPortal();
  await inTenant(async (tx) => {
    const paid = await addShare(tx, 'HC0', '2025-10-05');
    await pay(tx, paid, 'HC0', '2026-10-02', 8_400_000n);
    await setStatus(tx, await addShare(tx, 'HC1', '2025-01-02'), 'Cancelled');
  });
  expect(await read()).toEqual({ is_current: 0, deal_count: 2, returns: null, cash_account: null });
  await workIn();
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);
const workIn = () => keepForecasts(portal.database.db, portal.tenantId);

async function addShare(tx: Tx, mid: string, agreementDate: string): Promise<bigint> {
  const { tenantId, syndicateId } = portal;
  const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Merchant ${mid}` });
  await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate });
  return dealId;
}

const pay = (tx: Tx, dealId: bigint, mid: string, day: string, amount = 70_000n) => {
  const clearedDate = calendarDate(day);
  const reference = `${mid} ${day}`;
  return postPayment(tx, portal.tenantId, { dealId, reference, amount, clearedDate, postedOn: clearedDate });
};

const setStatus = (tx: Tx, dealId: bigint, status: 'Cancelled' | 'Collections') =>
  changeDealStatus(tx, portal.tenantId, { dealId, status, reason: 'test', changedBy: null });

interface Answer {
  is_current: number;
  deal_count: number;
  returns:
    | null
    | (Record<string, string> & { scenarios: Record<string, string | null>[]; balances: object[] });
}
const ask = (syndicateId = portal.syndicateId) =>
  portal.app.fetch(`/api/returns/${syndicateId}`, asMember(portal.investor, portal.tenantId));
const read = async () => (await (await ask()).json()) as Answer;

test('RETURN-05 RETURN-02 a share that has come back in a year, without the cancelled one that never paid', async () => {
  const { returns } = await read();
  expect(returns).toMatchObject({
    since: '2025-10-05',
    total_participation_cost: '6600.00',
    agreement_dates: 1,
    paid_payouts: '8064.00',
    pay_dates: 1,
    upcoming_payouts: '0.00',
    net_balance: '0.00',
    places: 2,
    balances: [],
  });
  for (const scenario of returns?.scenarios ?? [])
    expect(scenario).toMatchObject({
      total_value: '8064.00',
      dpi: '1.22',
      rvpi: '0',
      tvpi: '1.22',
      xirr: '22.18',
      no_xirr_because: null,
      period_return: null,
    });
  expect(returns?.scenarios.map(({ scenario }) => scenario)).toEqual(['agreed', 'adjusted', 'nothing']);
});

test('RETURN-05 RETURN-06 a deal in collections counts by the tenant’s recovery, and what is counted adds up', async () => {
  await inTenant(async (tx) => {
    const dealId = await addShare(tx, 'HC2', '2026-10-01');
    for (const day of ['02', '05', '06', '07']) await pay(tx, dealId, 'HC2', `2026-10-${day}`);
    await setStatus(tx, dealId, 'Collections');
  });
  expect(await workIn()).toBe(1);
  const balance = { status: 'Collections', deals: 1, net_balance: '7795.20' };
  const before = await read();
  expect(before).toMatchObject({ is_current: 1, deal_count: 2, returns: { net_balance: '7795.20' } });
  expect(before.returns?.balances).toEqual([
    { ...balance, recovery_percent: 40, counted_balance: '3118.08' },
  ]);
  expect(before.returns?.scenarios.map((each) => each['still_to_come'])).toEqual([
    '7795.20',
    '3118.08',
    '0.00',
  ]);
  const operator = await operatorOf(portal, ['settings']);
  const refused = await operator.send('PUT', 'settings', { recovery: 'Collections 140' });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ code: 'setting_invalid' });
  expect((await operator.send('PUT', 'settings', { recovery: 'Collections 35; Default 10' })).status).toBe(
    200,
  );
  const after = await read();
  expect(after.returns?.balances).toEqual([{ ...balance, recovery_percent: 35, counted_balance: '2728.32' }]);
  expect(after.returns?.scenarios[1]?.['still_to_come']).toBe('2728.32');
});

test('RETURN-05 until a change of the book is worked in, the answer says so', async () => {
  const before = await read();
  expect(before.is_current).toBe(1);
  await inTenant((tx) => addShare(tx, 'HC3', '2026-10-01'));
  expect(await read()).toEqual({ ...before, is_current: 0 });
  await workIn();
  expect(await read()).toMatchObject({ is_current: 1, deal_count: before.deal_count + 1 });
});

test('RETURN-15 the flows of a syndicate are what its returns are made of, and another’s are refused', async () => {
  const askFlows = (syndicateId: bigint) =>
    portal.app.fetch(`/api/returns/${syndicateId}/flows`, asMember(portal.investor, portal.tenantId));
  const flows = (await (await askFlows(portal.syndicateId)).json()) as {
    costs: { amount: string }[];
    payouts: { amount: string }[];
    balances: object[];
  };
  const sum = (list: { amount: string }[]) =>
    list.reduce((total, { amount }) => total + Number(amount), 0).toFixed(2);
  const { returns } = await read();
  expect(sum(flows.costs)).toBe(returns?.['total_participation_cost']);
  expect(sum(flows.payouts)).toBe(returns?.['paid_payouts']);
  expect(flows.balances).toEqual(returns?.balances);
  expect((await askFlows(portal.otherSyndicateId)).status).toBe(403);
});

test('RETURN-05 DASH-03 another syndicate’s returns are refused', async () => {
  expect((await ask(portal.otherSyndicateId)).status).toBe(403);
});

test('RETURN-07 DASH-07 the reconciliation finds a cent too much in what returns are made of', async () => {
  const found = () =>
    inTenant(async (tx) => (await findDifferences(tx, portal.tenantId)).map(({ where }) => where));
  await inTenant((tx) => addShare(tx, 'HC4', '2026-10-01'));
  await workIn();
  expect(await found()).toEqual([]);
  for (const list of ['cost_cents', 'net_pay_cents', 'net_balance_cents'].map(sql.ref)) {
    const bend = (cents: number) =>
      inTenant((tx) =>
        sql`update syndicate_returns set ${list}[1] = ${list}[1] + ${cents}::integer`.execute(tx),
      );
    await bend(1);
    expect(await found()).toEqual(['syndicate_returns']);
    await bend(-1);
  }
  expect(await found()).toEqual([]);
});

test('INSIGHT-08 TABLE-02 the returns as a spreadsheet: the end values, and what they are made of day by day', async () => {
  const { returns } = await read();
  const response = await portal.app.fetch(
    '/api/returns/export',
    postAsMember({ syndication_id: Number(portal.syndicateId) }, portal.investor, portal.tenantId),
  );
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const [figures, statuses, paidIn, paidOut] = sheets.map(({ rows }) => rows);
  expect(sheets.map(({ name }) => name)).toEqual(['Returns', 'Net balance by status', 'Paid in', 'Paid out']);
  expect(figures?.slice(1).map((row) => row[4])).toEqual(
    returns?.scenarios.map((scenario) => Number(scenario['total_value'])),
  );
  expect(statuses?.at(-1)?.[2]).toBe(Number(returns?.['net_balance']));
  expect(paidIn?.at(-1)?.[1]).toBe(Number(returns?.['total_participation_cost']));
  expect(paidOut?.at(-1)?.[1]).toBe(
    Number(returns?.['paid_payouts']) + Number(returns?.['upcoming_payouts']),
  );
});
