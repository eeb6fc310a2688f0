import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WireSortColumn } from '../../../shared/contract/participations.ts';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES } from '../../../shared/domain/deal-status.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createTenant } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

type Row = Record<string, string | number | null>;
interface Page {
  data: Row[];
  to: number;
  total: number;
}

const NAMES = [
  'Royal Produce Inc',
  'royal diner',
  "O'Brien & Sons Plumbing LLC",
  'Acme Dental',
  'Zephyr Foods',
];
const DEALS = 40;

let portal: InvestorsPortal;

beforeAll(async () => {
  portal = await openInvestorsPortal();
  const { database, tenantId, syndicateId } = portal;
  for (let index = 0; index < DEALS; index += 1) {
    await withTenant(database.db, tenantId, (tx) => addDeal(tx, tenantId, syndicateId, index));
  }
  await withTenant(database.db, tenantId, (tx) => completeDay(tx, tenantId, calendarDate('2026-10-22')));
  await turnDay(database.db, tenantId);
});
afterAll(() => portal.close());

/** Deals of every name, status and age, of which the first three have paid nothing and each fifth had a payment come back. */
async function addDeal(
  tx: Parameters<typeof createFundedDeal>[0],
  tenantId: string,
  syndicateId: bigint,
  index: number,
) {
  const funded = 20_000 + (index % 9) * 5_000;
  const dealId = await createFundedDeal(tx, tenantId, {
    name: NAMES[index % NAMES.length] ?? '',
    mid: `HC${20_000 + index * 7}`,
    fundedAmount: String(funded),
    paybackAmount: String(funded + 6_000 + ((index * 7) % 11) * 1_000),
  });
  await createParticipation(
    tx,
    tenantId,
    { dealId, syndicateId },
    {
      sharePercent: String(2 + (index % 8) * 1.5),
      agreementDate: addDays(calendarDate('2026-07-20'), index * 2),
    },
  );
  await createParticipation(tx, tenantId, { dealId, syndicateId: portal.otherSyndicateId });
  for (let payment = 0; payment < (index < 3 ? 0 : (index % 6) + 1); payment += 1) {
    await postPayment(tx, tenantId, {
      dealId,
      reference: `p${index}-${payment}`,
      amount: 70_000n + BigInt(index),
      clearedDate: addDays(calendarDate('2026-10-02'), payment * 3 + index),
      postedOn: addDays(calendarDate('2026-10-02'), payment * 3 + index),
    });
  }
  if (index >= 3 && index % 5 === 0) {
    await reversePayment(tx, tenantId, {
      reference: `p${index}-0`,
      returnedDate: calendarDate('2026-12-01'),
      returnCode: 'R01',
      postedOn: calendarDate('2026-12-01'),
    });
  }
  const status = DEAL_STATUSES[index % DEAL_STATUSES.length] ?? 'Active Advance';
  await changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null });
}

async function ask(body: object, token = portal.investor): Promise<Response> {
  const { app, tenantId, syndicateId } = portal;
  return app.fetch(
    '/api/payouts/get_dealsyndication_payouts',
    postAsMember({ syndication_id: Number(syndicateId), ...body }, token, tenantId),
  );
}

async function pageOf(body: object): Promise<Page> {
  const response = await ask(body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { deal_syndication_data: Page }).deal_syndication_data;
}

const midsOf = ({ data }: Page) => data.map((row) => row['contract_MID']);

test('TABLE-01 unasked, the first 25, the latest agreement first', async () => {
  const page = await pageOf({});
  expect(page).toMatchObject({ to: 25, total: DEALS });
  expect(page.data).toHaveLength(25);
  const dates = page.data.map((row) => String(row['syndication_agreement_date']));
  expect(dates).toEqual(dates.toSorted().toReversed());
});

test('DEALS-02 DETAIL-01 SIMPLE-01 a row has every column, exact to the cent', async () => {
  const { data } = await pageOf({ search: 'HC20035' });
  // Deal 5: $45,000 for $53,000 at 9.5 %, six payments of $700.05 of which the first came back.
  expect(data).toEqual([
    {
      syndication_id: Number(portal.syndicateId),
      syndication_agreement_date: '2026-07-30',
      syndication_status: 'Referred To Legal',
      syndication_platform: 'Harbor',
      syndication_company_name: 'Royal Produce Inc',
      contract_MID: 'HC20035',
      syndication_participation_percent: '9.5',
      syndication_participation_amt: '4275.00',
      syndication_commission_amt: '427.50',
      syndication_total_participation_amt: '4702.50',
      syndication_management_fee_percent: '4',
      syndication_management_fee_upfront: 0,
      syndication_part_rtr: '5035.00',
      anticipatedPercent: '7.07',
      syndication_balance: '4702.50',
      paid_percentage: '0.066',
      totalPayouts: '319.20',
      net_profit: '-4383.30',
      // Fourteen bank days since the funding, Columbus Day not among them, at $700.
      amount_due: '9800.00',
      deal_collected_payment: '3500.25',
      performance: '35.72',
      performance_as_of: '2026-10-22',
      last_cleared_payment_date: '2026-10-22',
      collected_payment: '332.50',
      deal_unique_id: expect.any(String),
    },
  ]);
});

const COLUMNS: Record<WireSortColumn, (row: Row) => number | string> = {
  syndication_agreement_date: (row) => String(row['syndication_agreement_date']),
  syndication_status: (row) => String(row['syndication_status']),
  syndication_company_name: (row) => String(row['syndication_company_name']).toLowerCase(),
  contract_MID: (row) => String(row['contract_MID']),
  syndication_participation_percent: (row) => Number(row['syndication_participation_percent']),
  syndication_total_participation_amt: (row) => Number(row['syndication_total_participation_amt']),
  syndication_part_rtr: (row) => Number(row['syndication_part_rtr']),
  anticipatedPercent: (row) =>
    Number(row['syndication_part_rtr']) / Number(row['syndication_total_participation_amt']),
  syndication_balance: (row) => Number(row['syndication_balance']),
  portfolio_balance: (row) =>
    ['Write-off', 'Complete with discount'].includes(String(row['syndication_status']))
      ? 0
      : Number(row['syndication_balance']),
  paid_percentage: (row) => Number(row['collected_payment']) / Number(row['syndication_part_rtr']),
  totalPayouts: (row) => Number(row['totalPayouts']),
  last_cleared_payment_date: (row) => String(row['last_cleared_payment_date'] ?? ''),
  collected_payment: (row) => Number(row['collected_payment']),
  net_profit: (row) => Number(row['net_profit']),
};

describe('DETAIL-01 TABLE-01 sorted on the server by', () => {
  test.each(Object.entries(COLUMNS))('%s, both ways, page by page', async (column, value) => {
    for (const sortBy of ['asc', 'desc'] as const) {
      const sorted = { column: { column, sortBy, name: 'x', value: 'y' } };
      const whole = await pageOf({ ...sorted, length: 100 });
      const values = whole.data.map(value);
      const ascending = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(values).toEqual(sortBy === 'asc' ? ascending : ascending.toReversed());
      // Pages are read from either end of the order; put together they are the whole, each row once.
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((page) => pageOf({ ...sorted, page, length: 7 })),
      );
      expect(pages.flatMap(midsOf)).toEqual(midsOf(whole));
      expect(pages.at(-1)).toMatchObject({ to: DEALS, total: DEALS });
    }
  });
});

test('TABLE-01 a page beyond the last is empty, and All is every row', async () => {
  expect(await pageOf({ page: 3, length: 25 })).toEqual({ data: [], to: 0, total: DEALS });
  const all = await pageOf({ length: -1 });
  expect(all.to).toBe(DEALS);
  expect(midsOf(all)).toEqual(midsOf(await pageOf({ length: 100 })));
});

test('SIMPLE-01 DEALS-01 filters by status and by agreement month, alone and together', async () => {
  const whole = await pageOf({ length: 100 });
  const filtered = async (filter: object) => midsOf(await pageOf({ length: 100, filter }));
  const expected = (keep: (row: Row) => boolean) => midsOf({ ...whole, data: whole.data.filter(keep) });
  const isCollections = (row: Row) => row['syndication_status'] === 'Collections';
  const isAugust = (row: Row) => String(row['syndication_agreement_date']).startsWith('2026-08');
  expect(await filtered({ syndication_status: 'Collections' })).toEqual(expected(isCollections));
  expect(await filtered({ syndication_agreement_date: '08/2026' })).toEqual(expected(isAugust));
  expect(
    await filtered({ syndication_status: 'Collections', syndication_agreement_date: '08/2026' }),
  ).toEqual(expected((row) => isCollections(row) && isAugust(row)));
  expect(await filtered({ syndication_status: 'All Status', syndication_agreement_date: 'All M/Y' })).toEqual(
    midsOf(whole),
  );
  expect(expected(isAugust).length).toBeGreaterThan(5);
});

test('SIMPLE-01 DETAIL-01 a search finds any part of a merchant’s name or of a MID; several words in any order', async () => {
  const found = async (search: string, more: object = {}) =>
    (await pageOf({ search, length: 100, ...more })).data.map((row) => row['syndication_company_name']);
  const royal = new Set(['Royal Produce Inc', 'royal diner']);
  expect(new Set(await found('ROYAL'))).toEqual(royal);
  expect(new Set(await found('oya'))).toEqual(royal);
  expect(new Set(await found('roy prod'))).toEqual(new Set(['Royal Produce Inc']));
  expect(new Set(await found('nc oduce'))).toEqual(new Set(['Royal Produce Inc']));
  expect(new Set(await found('  o’brien '))).toEqual(new Set(["O'Brien & Sons Plumbing LLC"]));
  expect(new Set(await found('lumbing'))).toEqual(new Set(["O'Brien & Sons Plumbing LLC"]));
  expect(new Set(await found('& Sons Plum'))).toEqual(new Set(["O'Brien & Sons Plumbing LLC"]));
  expect(new Set(await found('&'))).toEqual(new Set(["O'Brien & Sons Plumbing LLC"]));
  // One letter and two behave as more do.
  expect(new Set(await found('z'))).toEqual(new Set(['Zephyr Foods']));
  expect(new Set(await found('yr'))).toEqual(new Set(['Zephyr Foods']));
  expect(await found('HC20000')).toEqual(['Royal Produce Inc']);
  expect(await found('20007')).toEqual(['royal diner']);
  expect(await found('0007')).toEqual(['royal diner']);
  expect(await found('c2000')).toHaveLength(2);
  expect(await found('hc200')).toHaveLength(15);
  expect(await found('zephyr 2002')).toEqual(['Zephyr Foods']);
  expect(await found('lumbing diner')).toEqual([]);
  // What would be a pattern is text.
  for (const typed of ['100%_\\', '%', '_', '.*', '\\', 'x'.repeat(100)])
    expect(await found(typed)).toEqual([]);
  expect(await found('acme', { filter: { syndication_status: 'Partial Payment' } })).toHaveLength(1);
});

test('SIMPLE-01 whatever is asked for, a search finds what holds it, and on every page and by every order the same', async () => {
  const { data } = await pageOf({ length: 100 });
  const texts = data.map((row) => `${row['syndication_company_name']}\n${row['contract_MID']}`.toLowerCase());
  for (const typed of ['e', 'al', 'd', 'ro', 'c20', '20', '2', 'in', 'ood', 'den', 'a e', 'r 0']) {
    const words = typed.split(' ');
    const expected = texts.filter((text) => words.every((word) => text.includes(word))).length;
    for (const column of ['syndication_agreement_date', 'totalPayouts', 'syndication_company_name']) {
      const page = await pageOf({ search: typed, length: 100, column: { column, sortBy: 'asc' } });
      expect({ typed, column, total: page.total, rows: page.data.length }).toEqual({
        typed,
        column,
        total: expected,
        rows: expected,
      });
    }
  }
});

test('DEALS-01 start and end leave the deals whose payouts ran in that time', async () => {
  const between = async (start: string | null, end: string | null) => {
    const dates = { excel_origin_start_date: start, excel_origin_end_date: end };
    const totals = ['syndication_agreement_date', 'totalPayouts', 'contract_MID'].map(async (column) => {
      const page = await pageOf({ length: 100, ...dates, column: { column, sortBy: 'desc' } });
      expect(page.data).toHaveLength(page.total);
      return page.total;
    });
    const [total, ...others] = await Promise.all(totals);
    expect(others).toEqual([total, total]);
    return total;
  };
  // All but the first three, also the one whose only payment came back.
  expect(await between('2026-01-01', null)).toBe(DEALS - 3);
  expect(await between(null, '2026-01-01')).toBe(0);
  expect(await between('2027-01-01', null)).toBe(0);
  // The first to be paid for is deal 3, cleared on October 5 and paid on the 6th.
  expect(await between(null, '2026-10-05')).toBe(0);
  expect(await between(null, '2026-10-06')).toBe(1);
  const filtered = await pageOf({
    excel_origin_start_date: '2026-01-01',
    filter: { syndication_status: 'Collections' },
  });
  expect(filtered).toMatchObject({ total: 3, to: 3 });
});

test('DEALS-01 the filter lists hold what occurs, statuses in their order and months from the newest', async () => {
  const { app, tenantId, syndicateId } = portal;
  const lists = (id: bigint) =>
    app.fetch(
      `/api/payouts/get_dealsyndication_aggrementDate_statuses/${id}`,
      asMember(portal.investor, tenantId),
    );
  expect(await (await lists(syndicateId)).json()).toEqual({
    statuses: DEAL_STATUSES,
    agreement_dates: ['10/2026', '09/2026', '08/2026', '07/2026'],
  });
  expect((await lists(portal.otherSyndicateId)).status).toBe(403);
});

test('DASH-07 the rows add up to the strip', async () => {
  const { app, tenantId, syndicateId } = portal;
  const { data } = await pageOf({ length: 100 });
  const add = (column: string, rows = data) =>
    rows.reduce((sum, row) => sum + BigInt(String(row[column]).replace('.', '')), 0n);
  const counted = data.filter(
    (row) => !['Write-off', 'Complete with discount'].includes(String(row['syndication_status'])),
  );
  const cents = (text: unknown) => BigInt(String(text).replace('.', ''));
  const strip = (await (
    await app.fetch(`/api/payouts/syndication_sums/${syndicateId}`, asMember(portal.investor, tenantId))
  ).json()) as { sums: [Record<string, string>]; total_payouts: string };
  expect(cents(strip.sums[0]['total_participation_cost'])).toBe(add('syndication_total_participation_amt'));
  expect(cents(strip.sums[0]['total_syndication_part_rtr'])).toBe(add('syndication_part_rtr'));
  expect(cents(strip.sums[0]['portfolio_balance'])).toBe(add('syndication_balance', counted));
  expect(cents(strip.total_payouts)).toBe(add('totalPayouts'));
});

test('DASH-03 what is not the caller’s is refused, and what makes no sense is not understood', async () => {
  expect((await ask({ syndication_id: Number(portal.otherSyndicateId) })).status).toBe(403);
  const nonsense = [
    { length: 0 },
    { length: 501 },
    { length: -2 },
    { page: 0 },
    { column: { column: 'password_hash', sortBy: 'asc' } },
    { column: { column: 'net_profit', sortBy: 'sideways' } },
    { filter: { syndication_status: "x' or 1=1" } },
    { filter: { syndication_agreement_date: '13/2026' } },
    { excel_origin_start_date: '2026-02-30' },
    { search: 'x'.repeat(101) },
  ];
  for (const body of nonsense)
    expect({ body, status: (await ask(body)).status }).toEqual({ body, status: 400 });
  const foreign = await createTenant(portal.database.owner);
  const { app } = portal;
  const response = await app.fetch(
    '/api/payouts/get_dealsyndication_payouts',
    postAsMember({ syndication_id: Number(portal.syndicateId) }, portal.investor, foreign),
  );
  expect(response.status).toBe(403);
});
