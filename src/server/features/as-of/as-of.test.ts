import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { participationTerms } from '../../../shared/domain/participation.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { writeCashEntries } from '../../ledger/cash/cash-entries.ts';
import { lockCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { turnCashAccounts } from '../../ledger/cash/turn-cash-accounts.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { changeParticipation } from '../../ledger/change-participation.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { daysPass } from '../../testing/days-pass.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';
import { readReport } from '../nightly-report/report.queries.ts';

let portal: TestPortal;
let today: CalendarDate;
let book: PlayedBook;
beforeAll(async () => {
  portal = await openTestPortal();
  today = await readToday(portal.database.db);
  book = await playBook();
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

interface BookOfDay {
  date: string;
  number_of_deals?: number;
  total_participation_cost?: string;
  total_payouts?: string;
  paid_payouts?: string;
  portfolio_balance?: string;
  statuses?: unknown;
  [figure: string]: unknown;
}
interface Answer {
  days: [BookOfDay, BookOfDay?];
  causes: Record<string, string | number>[];
  [known: string]: unknown;
}

interface PlayedBook {
  syndicateId: bigint;
  accessToken: string;
  /** What the strip and the nightly report said on each day, the last of which is today. */
  told: Map<CalendarDate, { strip: BookOfDay; report: object }>;
}

/** Plays a book over five days and remembers what was shown at the end of each. */
async function playBook(): Promise<PlayedBook> {
  const { tenantId, database } = portal;
  const syndicateId = await inTenant((tx) =>
    createSyndicate(tx, tenantId, {
      payDays: [1, 2, 3, 4, 5],
      cash: { balance: 5_000_000n, contributed: 5_000_000n },
    }),
  );
  await portal.addInvestor('dana@as-of.example', { syndicateId });
  const { accessToken } = await signInAs(portal.app, 'dana@as-of.example', PASSWORD);
  const get = async (path: string) =>
    (await portal.app.fetch(path, asMember(accessToken, tenantId))).json() as Promise<BookOfDay>;
  const addDeal = (tx: Tx, name: string) =>
    createFundedDeal(tx, tenantId, { name }).then(async (dealId) => {
      const id = await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate: today });
      return { dealId, id };
    });
  const pay = (tx: Tx, dealId: bigint, reference: string, amount: bigint) =>
    postPayment(tx, tenantId, { dealId, reference, amount, clearedDate: today, postedOn: today });
  const setStatus = (tx: Tx, dealId: bigint, status: 'Active Advance' | 'Collections' | 'Write-off') =>
    changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null });
  const deals = await inTenant(async (tx) => ({
    oak: await addDeal(tx, 'Bright Oak Dental'),
    elm: await addDeal(tx, 'Elm Street Deli'),
    fir: await addDeal(tx, 'Fir Point Marina'),
  }));

  const days: ((tx: Tx) => Promise<unknown>)[] = [
    async (tx) => {
      await pay(tx, deals.oak.dealId, 'first', 70_001n);
      await pay(tx, deals.elm.dealId, 'second', 35_003n);
    },
    async (tx) => {
      await reversePayment(tx, tenantId, {
        reference: 'first',
        returnedDate: today,
        returnCode: 'R01',
        postedOn: today,
      });
      await setStatus(tx, deals.elm.dealId, 'Write-off');
    },
    async (tx) => {
      await lockCashAccount(tx, tenantId, syndicateId);
      const deposit = { syndicateId, kind: 'deposit' as const, amount: 123_456n, recordedBy: 'test' };
      await writeCashEntries(tx, tenantId, [{ ...deposit, effectiveDate: addDays(today, 1) }]);
      const sharePercent = rate('5');
      const terms = participationTerms({
        fundedAmount: 6_000_000n,
        paybackAmount: 8_400_000n,
        sharePercent,
        commissionPercent: rate('10'),
      });
      await changeParticipation(tx, tenantId, deals.fir.id, {
        syndicateId,
        dealId: deals.fir.dealId,
        agreementDate: today,
        sharePercent,
        managementFeePercent: rate('4'),
        managementFeeUpfront: 0,
        terms,
      });
      await setStatus(tx, deals.oak.dealId, 'Collections');
      await setStatus(tx, deals.oak.dealId, 'Active Advance');
    },
    async (tx) => {
      await setStatus(tx, deals.elm.dealId, 'Active Advance');
      await pay(tx, deals.elm.dealId, 'third', 40_007n);
      await addDeal(tx, 'Golden Pine Auto');
    },
  ];
  const told: PlayedBook['told'] = new Map();
  for (const [index, play] of [async () => undefined, ...days].entries()) {
    if (index > 0) await daysPass(database.owner, tenantId);
    await turnCashAccounts(database.db, tenantId);
    await inTenant(play);
    const date = addDays(today, index - days.length);
    const strip = await get(`/api/payouts/syndication_sums/${syndicateId}`);
    const key = { tenantId, syndicateId, reportDate: today };
    const { totals } = await inTenant((tx) => readReport(tx, key));
    told.set(date, { strip, report: totals });
  }
  return { syndicateId, accessToken, told };
}

const ask = (query: string, { syndicateId, accessToken } = book) =>
  portal.app.fetch(`/api/as-of/${syndicateId}${query}`, asMember(accessToken, portal.tenantId));
const asOf = async (query: string) => (await ask(query)).json() as Promise<Answer>;
const day = (daysAgo: number) => addDays(today, -daysAgo);

test('ASOF-01 DASH-07 as of each day the figures are what the strip and the nightly report said on that day', async () => {
  const shown = new Set<string>();
  for (const [date, { strip, report }] of book.told) {
    const [found] = (await asOf(`?date=${date}`)).days;
    const { sums, netInvestmentNew, ...totals } = strip as { sums?: object[]; netInvestmentNew?: string };
    expect(found).toMatchObject({
      date,
      net_investment: netInvestmentNew,
      ...pick(totals, ['total_payouts', 'paid_payouts', 'upcoming_payouts', 'cash_balance']),
      ...pick(sums?.[0] ?? {}, [
        'total_participation_cost',
        'total_syndication_part_rtr',
        'portfolio_balance',
      ]),
    });
    expect(found.number_of_deals).toBe((report as { participationCount: number }).participationCount);
    expect(cents(found.paid_payouts)).toBe((report as { paidPayouts: bigint }).paidPayouts);
    expect(cents(found.portfolio_balance)).toBe((report as { portfolioBalance: bigint }).portfolioBalance);
    shown.add(JSON.stringify({ ...found, date: '' }));
  }
  // No two of the days are alike, so that none can stand for another.
  expect(shown.size).toBe(book.told.size);
});

test('ASOF-01 a correction that is recorded later does not change what was shown before', async () => {
  const [before] = (await asOf(`?date=${day(2)}`)).days;
  const [after] = (await asOf(`?date=${day(1)}`)).days;
  expect(before.total_participation_cost).toBe('19800.00');
  expect(after.total_participation_cost).toBe('16500.00');
});

test('ASOF-01 deals and balance by status, which add up to the portfolio balance', async () => {
  const [found] = (await asOf(`?date=${day(2)}`)).days;
  const statuses = found.statuses as { status: string; number_of_deals: number; balance: string }[];
  expect(statuses).toEqual([
    { status: 'Active Advance', number_of_deals: 2, balance: '16800.00' },
    { status: 'Write-off', number_of_deals: 1, balance: '0.00' },
  ]);
  expect(found.portfolio_balance).toBe('16800.00');
});

const EFFECTS = [
  'number_of_deals',
  'total_participation_cost',
  'total_syndication_part_rtr',
  'total_payouts',
  'portfolio_balance',
  'cash_balance',
];

test('ASOF-03 of every two days, the causes and the lines add up to the difference, to the cent', async () => {
  for (let from = 5; from > 0; from -= 1) {
    for (let to = from - 1; to >= 0; to -= 1) {
      const query = `?date=${day(to)}&compare=${day(from)}`;
      const { days, causes } = await asOf(query);
      const lines = await allLines(query);
      for (const effect of EFFECTS) {
        const difference = cents(days[1]?.[effect]) - cents(days[0][effect]);
        expect([query, effect, sumOf(causes, effect)]).toEqual([query, effect, difference]);
        expect([query, effect, sumOf(lines, effect)]).toEqual([query, effect, difference]);
      }
    }
  }
});

test('ASOF-03 each line says what happened, and a cause can be asked for alone', async () => {
  const query = `?date=${day(0)}&compare=${day(5)}`;
  const changed = await allLines(`${query}&cause=share changed`);
  expect(changed).toMatchObject([
    {
      deal: { syndication_company_name: 'Fir Point Marina' },
      recorded_on: day(1),
      total_participation_cost: '-3300.00',
    },
  ]);
  const [taken] = await allLines(`${query}&cause=reversal`);
  expect(taken).toMatchObject({
    deal: { syndication_company_name: 'Bright Oak Dental' },
    recorded_on: day(2),
  });
  const statuses = await allLines(`${query}&cause=status`);
  // What was set and set back on the same day changes nothing.
  expect(statuses).toMatchObject([
    { recorded_on: day(0), former_status: 'Write-off', status: 'Active Advance' },
    { recorded_on: day(2), former_status: 'Active Advance', status: 'Write-off' },
  ]);
});

test('ASOF-04 how far back the book is known, and payouts that were imported later', async () => {
  const known = await asOf(`?date=${day(30)}`);
  expect(known).toMatchObject({
    days: [{ number_of_deals: 0, cash_balance: null, net_investment: null, portfolio_balance: '0.00' }],
    recorded_since: day(4),
    cash_since: day(4),
    worked_out_through: null,
    imports: [],
  });
  expect(await (await ask(`?date=${addDays(today, 1)}`)).json()).toMatchObject({ code: 'date_to_come' });
});

test('ASOF-04 payouts that are entered after their pay date came in with an import', async () => {
  const { tenantId } = portal;
  const { syndicateId } = await inTenant(async (tx) => {
    const id = await createSyndicate(tx, tenantId);
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId: id });
    const paid = { dealId, reference: 'old', amount: 70_000n, clearedDate: day(40), postedOn: day(40) };
    await postPayment(tx, tenantId, paid);
    return { syndicateId: id };
  });
  await portal.addInvestor('old@as-of.example', { syndicateId });
  const { accessToken } = await signInAs(portal.app, 'old@as-of.example', PASSWORD);
  const response = await ask(`?date=${day(10)}`, { ...book, syndicateId, accessToken });
  expect(await response.json()).toMatchObject({
    days: [{ total_payouts: '0.00' }],
    imports: [{ imported_on: today, first_pay_date: expect.any(String) }],
  });
});

test('ASOF-02 worked out again from lines, shares and statuses, the book is the same but for corrected shares', async () => {
  const days = [...book.told.keys()];
  const before = await Promise.all(days.map((date) => asOf(`?date=${date}`)));
  const undo = new Error('undone');
  await inTenant(async (tx) => {
    await sql`call derive_book_changes(${portal.tenantId}::uuid)`.execute(tx);
    expect(await findDifferences(tx, portal.tenantId)).toEqual([]);
    const { rows } = await sql<{ recordedOn: string; net: bigint; gross: bigint }>`
      select recorded_on, sum(net_pay_cents)::bigint as net, sum(gross_cents)::bigint as gross from book_changes
      where syndicate_id = ${book.syndicateId} and cause in ('payout', 'reversal') group by 1 order by 1`.execute(
      tx,
    );
    let net = 0n;
    for (const [index, date] of days.entries()) {
      net += rows.find(({ recordedOn }) => recordedOn === date)?.net ?? 0n;
      expect(net).toBe(cents(before[index]?.days[0].total_payouts));
    }
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
});

test('ASOF-02 DASH-07 the reconciliation finds a cent that a day has too much', async () => {
  const bend = (cents: number) =>
    inTenant((tx) =>
      sql`update book_changes set net_pay_cents = net_pay_cents + ${cents}::integer
        where syndicate_id = ${book.syndicateId} and cause = 'reversal'`.execute(tx),
    );
  const found = () => inTenant((tx) => findDifferences(tx, portal.tenantId));
  expect(await found()).toEqual([]);
  await bend(1);
  expect((await found()).map(({ where }) => where)).toEqual(['book_changes', 'book_changes']);
  await bend(-1);
});

test('ASOF-06 the spreadsheet has the figures of both days and the lines between them', async () => {
  const body = { syndication_id: Number(book.syndicateId), date: day(0), compare: day(3) };
  const response = await portal.app.fetch(
    '/api/as-of/export',
    postAsMember(body, book.accessToken, portal.tenantId),
  );
  expect(response.status).toBe(200);
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual(['Figures', 'By status', 'Difference']);
  const { days } = await asOf(`?date=${day(0)}&compare=${day(3)}`);
  const [figures, , lines] = sheets.map(({ rows }) => rows);
  const balance = figures?.find(([name]) => name === 'Portfolio Balance') ?? [];
  const [first, second] = days.map((each) => Number(each?.portfolio_balance));
  expect(balance.slice(1, 3)).toEqual([first, second]);
  expect(lines?.at(-1)?.[10]).toBe(balance[3]);
});

const pick = (from: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

/** Of an amount or a number; what is null counts as nothing. */
const cents = (value: unknown): bigint => BigInt(String(value ?? 0).replace('.', ''));

const sumOf = (rows: readonly Record<string, unknown>[], name: string) =>
  rows.reduce((sum, row) => sum + cents(row[name]), 0n);

async function allLines(query: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const response = await ask(`/changes${query}&page=${page}`);
    const { total, changes } = (await response.json()) as { total: number; changes: typeof lines };
    lines.push(...changes);
    if (lines.length >= total) return lines;
  }
}

test('ASOF-03 a status that goes there and back on one day with a payout in between is among the causes', async () => {
  const { tenantId } = portal;
  const syndicateId = await inTenant((tx) => createSyndicate(tx, tenantId));
  await portal.addInvestor('eve@as-of.example', { syndicateId });
  const { accessToken } = await signInAs(portal.app, 'eve@as-of.example', PASSWORD);
  await inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const setStatus = (status: 'Active Advance' | 'Write-off') =>
      changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null });
    await setStatus('Write-off');
    const payment = { dealId, reference: 'between', amount: 70_000n };
    await postPayment(tx, tenantId, { ...payment, clearedDate: today, postedOn: today });
    await setStatus('Active Advance');
  });
  const answer = await ask(`?date=${today}&compare=${day(1)}`, { syndicateId, accessToken, told: new Map() });
  const { days, causes } = (await answer.json()) as Answer;
  const difference = cents(days[1]?.['portfolio_balance']) - cents(days[0].portfolio_balance);
  expect(difference).toBe(cents('8330.00'));
  expect(sumOf(causes, 'portfolio_balance')).toBe(difference);
});
