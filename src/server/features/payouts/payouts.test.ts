import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

const DEALS = 7;
const DAYS = 6;
let portal: InvestorsPortal;

beforeAll(async () => {
  portal = await openInvestorsPortal();
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.db, tenantId, async (tx) => {
    for (let deal = 0; deal < DEALS; deal += 1) {
      const dealId = await createFundedDeal(tx, tenantId, { mid: `HC${deal}`, name: `Merchant ${deal}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      // Weekdays from Monday, November 2; each deal pays on one day less than the one before it.
      for (let day = 0; day < DAYS - Math.min(deal, 3); day += 1) {
        const clearedDate = addDays(calendarDate('2026-11-02'), day);
        const reference = `p${deal}-${day}`;
        await postPayment(tx, tenantId, {
          dealId,
          reference,
          amount: 70_000n,
          clearedDate,
          postedOn: clearedDate,
        });
      }
    }
    await tx
      .insertInto('payDateNotes')
      .values({ tenantId, syndicateId, payDate: '2026-11-04', note: 'Wire delayed' })
      .execute();
  });
});
afterAll(() => portal.close());

const get = (path: string) => portal.app.fetch(path, asMember(portal.investor, portal.tenantId));
const payDates = (query = '', syndicateId = portal.syndicateId) =>
  get(`/api/payouts/get_payouts_paydates/${syndicateId}?${query}`);
const dealsOf = (query: string, syndicateId = portal.syndicateId) =>
  get(`/api/payouts/get_payouts_wrt_paydate?syndication_id=${syndicateId}&${query}`);

const order = (payDate: string, syndicateId = portal.syndicateId) =>
  portal.app.fetch(
    '/api/payouts/export_syndicated_payouts',
    postAsMember(
      { syndication_id: Number(syndicateId), pay_date: payDate },
      portal.investor,
      portal.tenantId,
    ),
  );

interface Answer {
  data: Record<string, unknown>[];
  last_page?: number;
  total?: number;
  summary?: Record<string, unknown> | null;
}
const read = async (response: Promise<Response>) => (await (await response).json()) as Answer;

test('PAYOUT-01 the pay dates, the newest first, each with its sums and its note', async () => {
  const { data, last_page } = await read(payDates());
  // What cleared on Friday and on the weekend is paid on Monday.
  expect(data.map((row) => row['pay_date'])).toEqual([
    '2026-11-09',
    '2026-11-06',
    '2026-11-05',
    '2026-11-04',
    '2026-11-03',
  ]);
  expect(last_page).toBe(1);
  expect(data.find((row) => row['pay_date'] === '2026-11-04')).toEqual({
    pay_date: '2026-11-04',
    syndication_id: Number(portal.syndicateId),
    sum_gross_amt: '490.00',
    sum_mgt_fee: '19.60',
    sum_net_pay: '470.40',
    numbers_of_transactions: 7,
    is_upcoming: 0,
    payout_state: 'paid',
    payout_words: null,
    trace_number: null,
    note: 'Wire delayed',
  });
});

test('PAYOUT-01 PAYOUT-02 more of a list is asked for by page, or by where the reader is', async () => {
  const days = (answer: Answer) => answer.data.map((row) => row['pay_date']);
  expect(days(await read(payDates('page=2&length=2')))).toEqual(['2026-11-05', '2026-11-04']);
  expect((await read(payDates('length=2'))).last_page).toBe(3);
  expect(days(await read(payDates('before=2026-11-06&length=2')))).toEqual(['2026-11-05', '2026-11-04']);

  const first = await read(dealsOf('pay_date=2026-11-03&length=3'));
  const next = await read(dealsOf(`pay_date=2026-11-03&length=3&after=${first.data.at(-1)?.['id']}`));
  expect(next).toEqual(await read(dealsOf('pay_date=2026-11-03&length=3&page=2')));
  expect([...first.data, ...next.data].map((row) => row['contract_MID'])).toEqual([
    'HC0',
    'HC1',
    'HC2',
    'HC3',
    'HC4',
    'HC5',
  ]);
});

test('PAYOUT-02 DASH-07 the deals of a pay date add up to its sums', async () => {
  const { data } = await read(payDates());
  for (const summary of data) {
    const deals = await read(dealsOf(`pay_date=${summary['pay_date']}`));
    const sum = (column: string) =>
      deals.data.reduce((total, row) => total + BigInt(String(row[column]).replace('.', '')), 0n);
    const cents = (column: string) => BigInt(String(summary[column]).replace('.', ''));
    expect(deals.total).toBe(deals.data.length);
    expect(deals.summary).toEqual(summary);
    // However few of them are asked for.
    expect((await read(dealsOf(`pay_date=${summary['pay_date']}&length=1`))).summary).toEqual(summary);
    expect(deals.data.reduce((count, row) => count + Number(row['numbers_of_transactions']), 0)).toBe(
      summary['numbers_of_transactions'],
    );
    expect([sum('total_gross_amount'), sum('total_mgt_fee'), sum('total_net_pay')]).toEqual([
      cents('sum_gross_amt'),
      cents('sum_mgt_fee'),
      cents('sum_net_pay'),
    ]);
  }
  expect((await read(dealsOf('pay_date=2026-11-09'))).data[0]).toMatchObject({
    contract_MID: 'HC0',
    syndication_company_name: 'Merchant 0',
    numbers_of_transactions: 2,
  });
  expect(await read(dealsOf('pay_date=2026-11-10'))).toEqual({ data: [], total: 0, summary: null });
});

test('TABLE-02 PAYOUT-01 DASH-07 a pay date’s download is named by it and adds up to its sums', async () => {
  const response = await order('2026-11-04');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="payout_2026-11-04.xlsx"');
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const rows = sheets[0]?.rows ?? [];
  expect(rows[1]).toEqual(['HC0', 'Merchant 0', new Date('2026-11-04T00:00:00Z'), 70, 2.8, 67.2, 1]);
  expect(rows.at(-1)).toEqual(['Total', null, null, 490, 19.6, 470.4, 7]);
  expect(rows).toHaveLength(DEALS + 2);
  expect((await order('2026-11-04', portal.otherSyndicateId)).status).toBe(403);
});

test('DASH-03 PAYOUT-01 PAYOUT-02 another syndicate’s payouts are refused, and nonsense is not understood', async () => {
  expect((await payDates('', portal.otherSyndicateId)).status).toBe(403);
  expect((await dealsOf('pay_date=2026-11-03', portal.otherSyndicateId)).status).toBe(403);
  for (const query of ['page=0', 'length=-1', 'before=2026-02-30', 'page=x'])
    expect({ query, status: (await payDates(query)).status }).toEqual({ query, status: 400 });
  expect((await dealsOf('pay_date=yesterday')).status).toBe(400);
  expect((await dealsOf('')).status).toBe(400);
});

test('PAYOUT-01 a pay date that has not come yet is told apart', async () => {
  const { database, tenantId } = portal;
  const clearedDate = calendarDate('2199-11-04');
  await withTenant(database.db, tenantId, async (tx) => {
    const { id: dealId } = await tx
      .selectFrom('deals')
      .select('id')
      .where('mid', '=', 'HC0')
      .executeTakeFirstOrThrow();
    const payment = { dealId, reference: 'far ahead', amount: 70_000n, clearedDate, postedOn: clearedDate };
    await postPayment(tx, tenantId, payment);
  });
  const { data } = await read(payDates('length=2'));
  expect(data.map((row) => [row['pay_date'], row['is_upcoming']])).toEqual([
    ['2199-11-05', 1],
    ['2026-11-09', 0],
  ]);
});
