import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Permission } from '../../../shared/domain/permissions.ts';
import { writeCashEntries } from '../../ledger/cash/cash-entries.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../../testing/factories.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, passwords, signInAs, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const PASSWORD = 'correct horse battery';
let database: TestDatabase;
let app: TestApp;
let tenantId: string;
let own: bigint;
let other: bigint;
let investor: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
  tenantId = await createTenant(database.owner);
  const cash = { balance: 8_843_012n };
  [own, other] = await withTenant(database.owner, tenantId, async (tx) => [
    await createSyndicate(tx, tenantId, { cash }),
    await createSyndicate(tx, tenantId),
  ]);
  investor = await tokenOf('investor@northgate.example', []);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function tokenOf(email: string, permissions: Permission[]) {
  const userId = await createUser(database.owner, { email, passwordHash: await passwords.hash(PASSWORD) });
  await withTenant(database.owner, tenantId, (tx) =>
    createMembership(tx, tenantId, userId, { syndicateId: own, permissions }),
  );
  return (await signInAs(app, email, PASSWORD)).accessToken;
}

const sumsOf = (syndicateId: bigint | number, token: string, tenant = tenantId) =>
  app.fetch(`/api/payouts/syndication_sums/${syndicateId}`, asMember(token, tenant));

test('DASH-05 DASH-06 DASH-07 the strip’s figures come from the ledger, by their wire names, exact to the cent', async () => {
  await withTenant(database.db, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId: own });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'p1',
      amount: 70_000n,
      clearedDate: calendarDate('2026-10-02'),
      postedOn: calendarDate('2026-10-02'),
    });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'p2',
      amount: 70_000n,
      clearedDate: calendarDate('2026-10-05'),
      postedOn: calendarDate('2026-10-05'),
    });
  });
  const response = await sumsOf(own, investor);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    sums: [
      {
        participation_count: 1,
        total_participation_amt: '6000.00',
        total_syndication_part_rtr: '8400.00',
        total_participation_cost: '6600.00',
        portfolio_balance: '8260.00',
      },
    ],
    total_payouts: '134.40',
    paid_payouts: '134.40',
    upcoming_payouts: '0.00',
    upcoming_pay_date: null,
    last_upcoming_pay_date: null,
    // 6600.00 - 134.40 + 88430.12, as nothing else was set.
    netInvestmentNew: '94895.72',
    latest_payout: {
      pay_date: '2026-10-06',
      sum_gross_amt: '70.00',
      sum_mgt_fee: '2.80',
      sum_net_pay: '67.20',
    },
    cash_balance: '88430.12',
    show_cash_balance: 0,
    tied_out_at: null,
    tied_out_since: null,
  });
  expect(response.headers.get('server-timing')).toMatch(/^app;dur=\d/);
});

test('DASH-05 DASH-07 what is posted for a day to come is on its way: in the posted total, not paid, and not the latest payout', async () => {
  await withTenant(database.db, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId: own });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'years ahead',
      amount: 70_000n,
      clearedDate: calendarDate('2099-10-02'),
      postedOn: calendarDate('2099-10-02'),
    });
  });
  expect(await (await sumsOf(own, investor)).json()).toMatchObject({
    total_payouts: '201.60',
    paid_payouts: '134.40',
    upcoming_payouts: '67.20',
    upcoming_pay_date: '2099-10-05',
    last_upcoming_pay_date: '2099-10-05',
    latest_payout: { pay_date: '2026-10-06' },
  });
});

test('DASH-05 PAYOUT-01 what is on its way opens to its pay dates, which add up to it; a day that has come is paid', async () => {
  await withTenant(database.db, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId: own });
    const { rows } = await sql<{
      yesterday: string;
    }>`select (now() at time zone 'America/New_York')::date - 1 as yesterday`.execute(tx);
    const yesterday = calendarDate(rows[0]?.yesterday ?? '');
    for (const [reference, date] of [
      ['came', addDays(yesterday, -7)],
      ['comes', addDays(yesterday, 14)],
    ] as const) {
      await postPayment(tx, tenantId, {
        dealId,
        reference,
        amount: 70_000n,
        clearedDate: date,
        postedOn: date,
      });
    }
  });
  const strip = (await (await sumsOf(own, investor)).json()) as Record<string, string>;
  expect(strip).toMatchObject({
    total_payouts: '336.00',
    paid_payouts: '201.60',
    upcoming_payouts: '134.40',
  });
  const list = await app.fetch(
    `/api/payouts/get_payouts_paydates/${own}?page=1&length=25`,
    asMember(investor, tenantId),
  );
  const { data } = (await list.json()) as {
    data: { pay_date: string; sum_net_pay: string; is_upcoming: number }[];
  };
  const upcoming = data.filter((day) => day.is_upcoming === 1);
  expect(upcoming.map((day) => day.sum_net_pay)).toEqual(['67.20', '67.20']);
  expect(strip['upcoming_pay_date']).toBe(upcoming.at(-1)?.pay_date);
  expect(strip['last_upcoming_pay_date']).toBe(upcoming[0]?.pay_date);
});

test('DASH-05 an empty book answers zeros, no latest payout and no cash balance', async () => {
  const manager = await tokenOf('manager@northgate.example', ['switch-syndicates']);
  const body = await (await sumsOf(other, manager)).json();
  expect(body).toMatchObject({
    sums: [{ participation_count: 0, portfolio_balance: '0.00' }],
    total_payouts: '0.00',
    paid_payouts: '0.00',
    upcoming_payouts: '0.00',
    upcoming_pay_date: null,
    latest_payout: null,
    cash_balance: null,
  });
  expect((await sumsOf(999_999, manager)).status).toBe(404);
});

test('DASH-03 a forged switch to another syndicate is refused', async () => {
  const response = await sumsOf(other, investor);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ message: 'You dont have the access to switch accounts.' });
});

test('LOGIN-11 a tenant that is not the caller’s is refused, as are a missing token and a made-up one', async () => {
  const foreign = await createTenant(database.owner);
  for (const tenant of [foreign, 'not-a-uuid']) {
    const response = await sumsOf(own, investor, tenant);
    expect(response.status).toBe(403);
    // Refused as a stranger to the tenant, not later on as one to the syndicate.
    expect(await response.json()).toMatchObject({ code: 'tenant_not_allowed' });
  }
  expect((await sumsOf(own, 'x'.repeat(43))).status).toBe(401);
  expect((await app.fetch(`/api/payouts/syndication_sums/${own}`)).status).toBe(401);
});

test('an id that is no id is answered as a bad request, without detail', async () => {
  const response = await app.fetch("/api/payouts/syndication_sums/1'--", asMember(investor, tenantId));
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()) as object)).toEqual(['code', 'message', 'request_id']);
});

test('CASH-04 CALC-01 the cash balance is what is posted, and the net investment what was contributed, deposited and not withdrawn', async () => {
  const syndicateId = await withTenant(database.db, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId, { cash: { balance: 1_000_00n, contributed: 5_000_00n } });
    const day = await readToday(tx);
    const entry = { syndicateId: id, recordedBy: 'test' };
    await writeCashEntries(tx, tenantId, [
      { ...entry, kind: 'deposit', amount: 700_00n, effectiveDate: day },
      { ...entry, kind: 'deposit', amount: 9_000_00n, effectiveDate: addDays(day, 1) },
      { ...entry, kind: 'withdrawal', amount: -300_00n, effectiveDate: day },
      { ...entry, kind: 'fee', amount: -25_00n, effectiveDate: day },
    ]);
    return id;
  });
  const manager = await tokenOf('cash@northgate.example', ['switch-syndicates']);
  expect(await (await sumsOf(syndicateId, manager)).json()).toMatchObject({
    cash_balance: '1375.00',
    netInvestmentNew: '5400.00',
  });
});

test('CALC-02 netInvestmentNew is there for every syndicate that uses a cash balance, as set or worked out, and for no other', async () => {
  const created = await withTenant(database.owner, tenantId, async (tx) => [
    await createSyndicate(tx, tenantId, { cash: { balance: 500_00n } }),
    await createSyndicate(tx, tenantId, { cash: { balance: 500_00n, contributed: 0n } }),
    await createSyndicate(tx, tenantId),
  ]);
  const manager = await tokenOf('sums@northgate.example', ['switch-syndicates']);
  const answers = await Promise.all(
    created.map(async (id) => {
      const { netInvestmentNew, cash_balance } = (await (await sumsOf(id, manager)).json()) as Record<
        string,
        unknown
      >;
      return { netInvestmentNew, cash_balance };
    }),
  );
  expect(answers).toEqual([
    { netInvestmentNew: '500.00', cash_balance: '500.00' },
    { netInvestmentNew: '0.00', cash_balance: '500.00' },
    { netInvestmentNew: null, cash_balance: null },
  ]);
});
