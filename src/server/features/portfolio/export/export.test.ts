import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../../ledger/change-deal-status.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../../testing/portal.ts';
import { postPayment } from '../../../testing/posting.ts';
import { asMember, postAsMember } from '../../../testing/test-app.ts';

const DEALS = 12;
let portal: InvestorsPortal;

beforeAll(async () => {
  portal = await openInvestorsPortal();
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.db, tenantId, async (tx) => {
    for (let index = 0; index < DEALS; index += 1) {
      const dealId = await createFundedDeal(tx, tenantId, { name: `=Merchant ${index}`, mid: `HC${index}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId }, { sharePercent: `${3 + index / 2}` });
      for (let payment = 0; payment <= index; payment += 1) {
        const clearedDate = addDays(calendarDate('2026-10-05'), payment);
        const reference = `p${index}-${payment}`;
        await postPayment(tx, tenantId, {
          dealId,
          reference,
          amount: 70_000n,
          clearedDate,
          postedOn: clearedDate,
        });
      }
      if (index === 4) {
        await changeDealStatus(tx, tenantId, {
          dealId,
          status: 'Write-off',
          reason: 'test',
          changedBy: null,
        });
      }
    }
  });
});
afterAll(() => portal.close());

const order = (body: object, signal?: AbortSignal) =>
  portal.app.fetch('/api/payouts/export_syndicated_deals', {
    ...postAsMember(
      { syndication_id: Number(portal.syndicateId), ...body },
      portal.investor,
      portal.tenantId,
    ),
    ...(signal && { signal }),
  });

type Table = Record<string, unknown>[];

async function open(response: Response) {
  expect(response.status).toBe(200);
  const workbook = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const tables = new Map<string, Table>();
  for (const { name, rows } of workbook.sheets) {
    const [header = [], ...others] = rows;
    tables.set(
      name,
      others.map((cells) => Object.fromEntries(header.map((title, index) => [String(title), cells[index]]))),
    );
  }
  return tables;
}

/** The values that are struck through, on whichever sheet. */
async function struckIn(response: Response): Promise<unknown[]> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
  return cells.filter(({ style }) => style?.font?.strikethrough).map(({ value }) => value);
}

const cents = (value: unknown) => BigInt(Math.round(Number(value) * 100));
const add = (rows: Table, column: string) => rows.reduce((sum, row) => sum + cents(row[column]), 0n);
const withoutTotal = (table: Table | undefined) => (table ?? []).slice(0, -1);

async function strip() {
  const path = `/api/payouts/syndication_sums/${portal.syndicateId}`;
  const response = await portal.app.fetch(path, asMember(portal.investor, portal.tenantId));
  const body = (await response.json()) as { sums: [Record<string, string>]; total_payouts: string };
  return { ...body.sums[0], total_payouts: body.total_payouts } as Record<string, string>;
}

test('TABLE-02 DASH-07 quickview holds every row, and its total is the strip to the cent', async () => {
  const response = await order({ type: 'quickview' });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="quickview.xlsx"');
  expect(response.headers.get('portal-rows')).toBe(String(DEALS));
  const deals = (await open(response)).get('Deals');
  const rows = withoutTotal(deals);
  const total = deals?.at(-1) ?? {};
  const figures = await strip();
  expect(rows).toHaveLength(DEALS);
  expect(total['Agreement Date']).toBe('Total');
  for (const [column, figure] of [
    ['Total Investment Cost', 'total_participation_cost'],
    ['Anticipated return', 'total_syndication_part_rtr'],
    ['Balance', 'portfolio_balance'],
    ['Total Payouts', 'total_payouts'],
  ] as const) {
    expect({ column, cents: add(rows, column) }).toEqual({ column, cents: cents(figures[figure]) });
    expect({ column, cents: cents(total[column]) }).toEqual({ column, cents: cents(figures[figure]) });
  }
  expect(rows[0]).toMatchObject({
    'Agreement Date': new Date('2026-10-01T00:00:00Z'),
    Merchant: expect.stringMatching(/^=Merchant/),
  });
});

test('TABLE-02 DETAIL-02 detailedview strikes a written-off balance through and leaves it out of the total', async () => {
  const deals = (await open(await order({ type: 'detailedview' }))).get('Deals');
  const rows = withoutTotal(deals);
  const written = rows.find((row) => row['Status'] === 'Write-off');
  const shown = add(rows, 'Current Remaining Balance');
  expect(cents(written?.['Current Remaining Balance'])).toBeGreaterThan(0n);
  expect(cents(deals?.at(-1)?.['Current Remaining Balance'])).toBe(
    shown - cents(written?.['Current Remaining Balance']),
  );
  expect(await struckIn(await order({ type: 'detailedview' }))).toEqual([
    written?.['Current Remaining Balance'],
  ]);
  expect(await struckIn(await order({ type: 'quickview' }))).toEqual([]);
});

test.each([
  ['syndicated_deals_from_2026-10-07.xlsx', { excel_origin_start_date: '2026-10-07' }],
  ['syndicated_deals_until_2026-10-09.xlsx', { excel_origin_end_date: '2026-10-09' }],
  ['syndicated_deals.xlsx', {}],
])('TABLE-02 a deals report of an open time tells its start from its end: %s', async (name, dates) => {
  const response = await order(dates);
  expect(response.headers.get('content-disposition')).toContain(`"${name}"`);
  await response.body?.cancel();
});

test('TABLE-02 DEALS-04 the deals report is named by its dates and holds each payout of that time', async () => {
  const dates = { excel_origin_start_date: '2026-10-07', excel_origin_end_date: '2026-10-09' };
  const response = await order(dates);
  expect(response.headers.get('content-disposition')).toContain(
    'syndicated_deals_2026-10-07_2026-10-09.xlsx',
  );
  const tables = await open(response);
  const lines = withoutTotal(tables.get('Payouts'));
  const days = lines.map((line) => (line['Pay Date'] as Date).toISOString().slice(0, 10));
  expect(new Set(days)).toEqual(new Set(['2026-10-07', '2026-10-08', '2026-10-09']));
  expect(days).toEqual(days.toSorted().toReversed());
  const { tenantId, database, syndicateId } = portal;
  const { rows } = await withTenant(database.db, tenantId, (tx) =>
    sql<{ net: bigint; count: bigint }>`select sum(net_pay_cents)::bigint as net, count(*) from payout_lines
      where syndicate_id = ${syndicateId} and pay_date between '2026-10-07' and '2026-10-09'`.execute(tx),
  );
  expect(BigInt(lines.length)).toBe(rows[0]?.count);
  expect(add(lines, 'Net Pay')).toBe(rows[0]?.net);
  expect(cents(tables.get('Payouts')?.at(-1)?.['Net Pay'])).toBe(rows[0]?.net);
});

test('TABLE-02 DASH-07 without dates the payouts of the report add up to what the deals have paid', async () => {
  const tables = await open(await order({}));
  expect(cents(tables.get('Payouts')?.at(-1)?.['Net Pay'])).toBe(cents((await strip())['total_payouts']));
});

test('TABLE-02 an export holds the filter in force, and says so on a sheet of its own', async () => {
  const tables = await open(
    await order({ type: 'quickview', search: 'merch', filter: { syndication_status: 'Write-off' } }),
  );
  const midsOf = (of: typeof tables) => withoutTotal(of.get('Deals')).map((row) => row['MID']);
  expect(midsOf(tables)).toEqual(['HC4']);
  expect(midsOf(await open(await order({ type: 'quickview', search: 'hc3' })))).toEqual(['HC3']);
  const facts = Object.fromEntries((tables.get('Filter') ?? []).map((row) => [row['Filter'], row['Value']]));
  expect(facts).toMatchObject({
    Status: 'Write-off',
    Search: 'merch',
    'Agreement month': 'All M/Y',
    Deals: '1',
    'Sorted by': 'Agreement Date, descending',
  });
});

test('TABLE-02 DASH-03 another syndicate’s book is not exported', async () => {
  expect((await order({ syndication_id: Number(portal.otherSyndicateId) })).status).toBe(403);
});

test('DASH-04 TABLE-02 a view that the syndicate does not have is not exported, and without any there is no table', async () => {
  const { database, tenantId, syndicateId, app } = portal;
  const show = (tabs: { showsSimpleView?: boolean; showsDetailedView?: boolean; showsDealsTab?: boolean }) =>
    withTenant(database.owner, tenantId, (tx) =>
      tx.updateTable('syndicates').set(tabs).where('id', '=', syndicateId).execute(),
    );
  const table = () =>
    app.fetch(
      '/api/payouts/get_dealsyndication_payouts',
      postAsMember({ syndication_id: Number(syndicateId) }, portal.investor, tenantId),
    );
  await show({ showsSimpleView: false });
  const refused = await order({ type: 'quickview' });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'tab_not_shown' });
  expect((await table()).status).toBe(200);
  await show({ showsDetailedView: false, showsDealsTab: false });
  expect((await order({ type: 'detailedview' })).status).toBe(403);
  expect((await order({})).status).toBe(403);
  expect((await table()).status).toBe(403);
  await show({ showsSimpleView: true, showsDetailedView: true, showsDealsTab: true });
});

test('TABLE-02 cancelling stops the work on the server', async () => {
  const { database, tenantId, syndicateId } = portal;
  // A book that takes longer than it takes to cancel.
  await withTenant(database.db, tenantId, async (tx) => {
    for (let index = 0; index < 400; index += 1) {
      const dealId = await createFundedDeal(tx, tenantId);
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
  const working = async () => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from pg_stat_activity
      where datname = current_database() and query like '%listed_participations entry%' and state <> 'idle'
        and pid <> pg_backend_pid()`.execute(database.db);
    return Number(rows[0]?.count);
  };
  const controller = new AbortController();
  const response = await order({ type: 'quickview' }, controller.signal);
  // Nothing is read, so the server is held up by a reader who takes his time.
  await setTimeout(50);
  controller.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  await expect.poll(working).toBe(0);
});
