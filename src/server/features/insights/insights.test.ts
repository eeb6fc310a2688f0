import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate, daysBetween } from '../../../shared/domain/calendar-date.ts';
import { keepAnalyses } from '../../ledger/analysis/keep-analyses.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal, PASSWORD } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: InvestorsPortal;
let otherSyndicateId: bigint;
const deals: bigint[] = [];

/** Fourteen golden deals with a tenth each: 8,064.00 to come of each. Two in Texas, one through a broker, one paid a debit, one cancelled. */
beforeAll(async () => {
  portal = await openInvestorsPortal();
  await inTenant(async (tx) => {
    const { tenantId, syndicateId } = portal;
    otherSyndicateId = await createSyndicate(tx, tenantId);
    for (let place = 0; place < 14; place += 1) {
      const dealId = await createFundedDeal(tx, tenantId, { mid: `HC${100 + place}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      deals.push(dealId);
    }
    await sql`
      insert into company_addresses (tenant_id, company_id, kind, street, city, state, zip)
      select tenant_id, company_id, 'Main', '1 Main St', 'Austin', 'TX', '78701' from deals
      where id = any(${deals.slice(0, 2)}::bigint[])`.execute(tx);
    await sql`update companies set industry = 'Trucking' where id = (select company_id from deals where id = ${deals[0]})`.execute(
      tx,
    );
    await sql`
      with broker as (
        insert into brokers (tenant_id, name, company_name, email)
        values (${tenantId}::uuid, 'Ada Byrne', 'Keystone Funding', 'ada@keystone.example') returning id
      )
      update deals set broker_id = (select id from broker) where id = ${deals[1]}`.execute(tx);
    const day = calendarDate('2026-10-02');
    const payment = { reference: 'first', amount: 70_000n, clearedDate: day, postedOn: day };
    await postPayment(tx, tenantId, { dealId: deals[2] ?? 0n, ...payment });
    const status = { status: 'Cancelled', reason: 'Never funded', changedBy: null } as const;
    await changeDealStatus(tx, tenantId, { dealId: deals[13] ?? 0n, ...status });
  });
  await keepAnalyses(portal.database.db, portal.tenantId);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);
const ask = (syndicateId = portal.syndicateId) =>
  portal.app.fetch(`/api/insights/${syndicateId}`, asMember(portal.investor, portal.tenantId));
const setLimits = (limits: object[], syndicateId = portal.syndicateId) =>
  portal.app.fetch(
    `/api/insights/${syndicateId}/limits`,
    postAsMember({ limits }, portal.investor, portal.tenantId),
  );

interface Part {
  kind: string;
  limit_percent: string | null;
  groups: { name: string | null; net_balance: string; number_of_deals: number }[];
  others: { number_of_groups: number; net_balance: string; number_of_deals: number };
}
interface Answer {
  forecast: Record<string, unknown> & { months: Record<string, string>[] };
  analysis: {
    as_of: string;
    is_current: number;
    net_balance: string;
    exposures: Part[];
    cohorts: Record<string, unknown>[];
    losses: Record<'by_funding' | 'by_date_of_default', Record<string, unknown>[]>;
  };
}
const read = async () => ((await (await ask()).json()) as Answer).analysis;
const partOf = async (kind: string) => (await read()).exposures.find((part) => part.kind === kind);

test('INSIGHT-01 the net balance of the open deals by industry, state, broker, platform, position and merchant', async () => {
  const analysis = await read();
  // Thirteen of 8,064.00, less the 67.20 that one has paid; the cancelled one is not open.
  expect(analysis).toMatchObject({ is_current: 1, net_balance: '104764.80' });
  expect(await partOf('industry')).toMatchObject({
    limit_percent: null,
    groups: [
      { name: 'Dental', net_balance: '96700.80', number_of_deals: 12 },
      { name: 'Trucking', net_balance: '8064.00', number_of_deals: 1 },
    ],
    others: { number_of_groups: 0, net_balance: '0.00', number_of_deals: 0 },
  });
  expect((await partOf('state'))?.groups).toEqual([
    { name: null, net_balance: '88636.80', number_of_deals: 11 },
    { name: 'TX', net_balance: '16128.00', number_of_deals: 2 },
  ]);
  expect((await partOf('broker'))?.groups.at(-1)).toMatchObject({ name: 'Keystone Funding' });
  // Ten merchants are named; the other three, among them the one that has paid, are one sum.
  const merchants = await partOf('merchant');
  expect(merchants?.groups).toHaveLength(10);
  expect(merchants?.others).toEqual({ number_of_groups: 3, net_balance: '24124.80', number_of_deals: 3 });
  for (const { groups, others } of analysis.exposures) {
    const cents = [...groups, others].reduce(
      (sum, group) => sum + Math.round(Number(group.net_balance) * 100),
      0,
    );
    expect(cents).toBe(10_476_480);
  }
});

test('INSIGHT-02 the deals of a quarter: their cost and what they were paid by age, without the one that was cancelled', async () => {
  const today = await readToday(portal.database.db);
  const months = Math.floor(daysBetween(calendarDate('2026-10-01'), today) / 30);
  const { as_of: asOf, cohorts } = await read();
  expect(asOf).toBe(today);
  expect(cohorts).toEqual([
    {
      quarter: '2026-10-01',
      number_of_deals: 13,
      total_participation_cost: '85800.00',
      sum_net_pay: '67.20',
      net_pay_by_month: Array(months).fill('67.20'),
    },
  ]);
});

test('INSIGHT-01 a syndicate that never had a deal has nothing to work out', async () => {
  const newcomer = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  await portal.addInvestor('newcomer@insights.example', { syndicateId: newcomer });
  const { accessToken } = await signInAs(portal.app, 'newcomer@insights.example', PASSWORD);
  const response = await portal.app.fetch(
    `/api/insights/${newcomer}`,
    asMember(accessToken, portal.tenantId),
  );
  expect(await response.json()).toMatchObject({
    analysis: { net_balance: '0.00', exposures: [], cohorts: [] },
  });
});

test('INSIGHT-03 the limits are the investor’s own, recorded with what they were, and those of another syndicate are not theirs', async () => {
  expect(
    (
      await setLimits([
        { kind: 'industry', limit_percent: '20' },
        { kind: 'state', limit_percent: 25.5 },
      ])
    ).status,
  ).toBe(200);
  expect((await partOf('industry'))?.limit_percent).toBe('20');
  expect((await partOf('state'))?.limit_percent).toBe('25.5');
  // The same again records nothing; leaving one out takes it away.
  expect(
    (
      await setLimits([
        { kind: 'industry', limit_percent: '20' },
        { kind: 'state', limit_percent: '25.5' },
      ])
    ).status,
  ).toBe(200);
  expect((await setLimits([{ kind: 'industry', limit_percent: '15' }])).status).toBe(200);
  expect((await partOf('state'))?.limit_percent).toBeNull();
  const { rows } = await inTenant((tx) =>
    sql<{ details: object }>`
      select details from audit_events where action = 'concentration limits changed' order by sequence`.execute(
      tx,
    ),
  );
  expect(rows.map(({ details }) => details)).toMatchObject([
    { newIndustry: '20', newState: '25.5' },
    { oldIndustry: '20', newIndustry: '15', oldState: '25.5' },
  ]);
  for (const limit of ['0', '100.01', '-5', '1.234'])
    expect((await setLimits([{ kind: 'industry', limit_percent: limit }])).status).toBe(422);
  const twice = { kind: 'industry', limit_percent: '20' };
  expect((await setLimits([twice, twice])).status).toBe(422);
  expect((await setLimits([twice], otherSyndicateId)).status).toBe(403);
  // Who may look at other syndicates changes nothing of them.
  const email = 'manager@insights.example';
  await portal.addInvestor(email, { permissions: ['switch-syndicates'] });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const path = `/api/insights/${otherSyndicateId}/limits`;
  const answer = await portal.app.fetch(
    path,
    postAsMember({ limits: [twice] }, accessToken, portal.tenantId),
  );
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'profile_not_yours' }]);
  expect((await ask(otherSyndicateId)).status).toBe(403);
});

test('INSIGHT-01 DASH-07 the reconciliation finds a cent too much in a group, and a change has it worked out again', async () => {
  const differences = () => inTenant((tx) => findDifferences(tx, portal.tenantId));
  expect(await differences()).toEqual([]);
  const bend = (from: string, to: string) =>
    inTenant((tx) =>
      sql`update syndicate_analyses set exposures = replace(exposures::text, ${from}, ${to})::jsonb`.execute(
        tx,
      ),
    );
  await bend('9670080', '9670081');
  expect(await differences()).toMatchObject([{ where: 'syndicate_analyses' }]);
  await bend('9670081', '9670080');
  expect(await differences()).toEqual([]);
  const status = { status: 'Write-off', reason: 'Closed its doors', changedBy: null } as const;
  await inTenant((tx) => changeDealStatus(tx, portal.tenantId, { dealId: deals[0] ?? 0n, ...status }));
  expect(await read()).toMatchObject({ is_current: 0, net_balance: '104764.80' });
  expect(await keepAnalyses(portal.database.db, portal.tenantId)).toBe(1);
  expect(await read()).toMatchObject({ is_current: 1, net_balance: '96700.80' });
  expect((await partOf('industry'))?.groups).toHaveLength(1);
});

const LOST = {
  number_of_deals: 2,
  total_participation_cost: '13200.00',
  net_rtr: '16128.00',
  sum_net_pay: '67.20',
  loss_of_cost: '13132.80',
  loss_of_rtr: '16060.80',
};
const quarterOf = (day: string) =>
  `${day.slice(0, 5)}${['01', '04', '07', '10'][Math.ceil(Number(day.slice(5, 7)) / 3) - 1]}-01`;

test('INSIGHT-05 DASH-07 what of lost deals has not come back, by quarter of funding and of default, on cost and on RTR', async () => {
  // One was written off before. The one that has paid a debit defaulted in August, went to lawyers and then became a write-off.
  await inTenant(async (tx) => {
    const dealId = deals[2] ?? 0n;
    await sql`
      insert into deal_status_changes (tenant_id, deal_id, status, former_status, reason, changed_at)
      values (${portal.tenantId}::uuid, ${dealId}, 'Default', 'Active Advance', 'Stopped', '2026-08-20 12:00Z')`.execute(
      tx,
    );
    for (const status of ['Referred To Legal', 'Write-off'] as const)
      await changeDealStatus(tx, portal.tenantId, { dealId, status, reason: 'Stopped', changedBy: null });
  });
  await keepAnalyses(portal.database.db, portal.tenantId);
  const today = await readToday(portal.database.db);
  const { losses } = await read();
  expect(losses.by_funding).toEqual([
    {
      quarter: '2026-10-01',
      ...LOST,
      of_all: { number_of_deals: 13, total_participation_cost: '85800.00', net_rtr: '104832.00' },
    },
  ]);
  const untouched = { total_participation_cost: '6600.00', net_rtr: '8064.00', sum_net_pay: '0.00' };
  expect(losses.by_date_of_default).toEqual([
    {
      ...{ quarter: quarterOf(today), number_of_deals: 1, ...untouched },
      ...{ loss_of_cost: '6600.00', loss_of_rtr: '8064.00' },
    },
    {
      ...{ quarter: '2026-07-01', number_of_deals: 1, ...untouched, sum_net_pay: '67.20' },
      ...{ loss_of_cost: '6532.80', loss_of_rtr: '7996.80' },
    },
  ]);
  const differences = () => inTenant((tx) => findDifferences(tx, portal.tenantId));
  const bend = (from: string, to: string) =>
    inTenant((tx) =>
      sql`update syndicate_analyses set losses = replace(losses::text, ${from}, ${to})::jsonb`.execute(tx),
    );
  expect(await differences()).toEqual([]);
  await bend('653280', '653281');
  expect(await differences()).toMatchObject([{ where: 'syndicate_analyses' }]);
  await bend('653281', '653280');
  expect(await differences()).toEqual([]);
});

test('INSIGHT-05 a quarter opens to its deals, the largest loss first, and those of another syndicate are refused', async () => {
  const askDeals = (query: string, syndicateId = portal.syndicateId) =>
    portal.app.fetch(
      `/api/insights/${syndicateId}/losses?${query}`,
      asMember(portal.investor, portal.tenantId),
    );
  const listed = await (await askDeals('by=funded&quarter=2026-10-01&basis=rtr')).json();
  expect(listed).toMatchObject({
    data: [
      { contract_MID: 'HC100', basis_amount: '8064.00', sum_net_pay: '0.00', loss: '8064.00' },
      {
        contract_MID: 'HC102',
        date_of_default: '2026-08-20',
        syndication_status: 'Write-off',
        loss: '7996.80',
      },
    ],
    others: { number_of_deals: 0, loss: '0.00' },
  });
  const ofAugust = await (await askDeals('by=lost&quarter=2026-07-01&basis=cost')).json();
  expect(ofAugust).toMatchObject({ data: [{ contract_MID: 'HC102', loss: '6532.80' }] });
  expect(await (await askDeals('by=lost&basis=cost')).json()).toMatchObject({ data: [] });
  expect((await askDeals('by=lost&basis=cost', otherSyndicateId)).status).toBe(403);
  expect((await askDeals('by=lost&basis=both')).status).toBe(400);
});

test('INSIGHT-06 SCHED-10 what is to come by month, beside what was paid, adds up to the net balance with what has no date', async () => {
  await inTenant((tx) => completeDay(tx, portal.tenantId, calendarDate('2026-10-02')));
  await turnDay(portal.database.db, portal.tenantId);
  await keepForecasts(portal.database.db, portal.tenantId);
  const { forecast } = (await (await ask()).json()) as Answer;
  const sum = (name: string) =>
    forecast.months.reduce((all, month) => all + Math.round(Number(month[name]) * 100), 0);
  expect(forecast).toMatchObject({
    as_of: '2026-10-02',
    is_current: 1,
    net_balance: '88704.00',
    undated: '0.00',
  });
  expect(sum('as_agreed')).toBe(8_870_400);
  expect(sum('paid_payouts') + sum('upcoming_payouts')).toBe(6720);
  expect(forecast.months[0]?.['month']).toBe('2026-10-01');
});

const exported = async (part: string, syndicateId = portal.syndicateId) => {
  const body = { syndication_id: Number(syndicateId), part };
  const response = await portal.app.fetch(
    '/api/insights/export',
    postAsMember(body, portal.investor, portal.tenantId),
  );
  const name = response.headers.get('content-disposition');
  const file = new Uint8Array(await response.arrayBuffer());
  const sheets = response.ok ? (await readXlsx(file)).sheets : [];
  return { status: response.status, name, sheets };
};

test('INSIGHT-08 each part as a spreadsheet, with the figures of its card and what they add up to', async () => {
  const today = await readToday(portal.database.db);
  const concentration = await exported('concentration');
  expect(concentration.name).toBe(`attachment; filename="concentration_${today}.xlsx"`);
  expect(concentration.sheets.map(({ name }) => name)).toEqual([
    ...['Industry', 'State', 'Broker', 'Platform', 'Position', 'Merchant'],
  ]);
  for (const { rows } of concentration.sheets) expect(rows.at(-1)?.[2]).toBe(88_704);
  const [quarters, months] = (await exported('cohorts')).sheets;
  expect(quarters?.rows.at(-1)?.slice(1, 4)).toEqual([13, 85_800, 67.2]);
  expect(months?.rows[0]).toEqual(['Quarter From', 'Months', 'Net Paid by Then', 'Of Cost']);
  const [byFunding, byDate, lost] = (await exported('losses')).sheets;
  expect(byFunding?.rows[1]?.slice(1, 7)).toEqual([2, 13_200, 16_128, 67.2, 13_132.8, 16_060.8]);
  expect(byDate?.rows).toHaveLength(3);
  expect(lost?.rows.at(-1)?.slice(5)).toEqual([13_200, 16_128, 67.2, 13_132.8, 16_060.8]);
  expect(lost?.rows).toHaveLength(4);
  expect((await exported('losses', otherSyndicateId)).status).toBe(403);
});
