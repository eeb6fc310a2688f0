import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import { parseMoney, sumMoney, toDecimalString } from '../../../shared/domain/money.ts';
import { isOfDeals, unitOf, WHY_FIGURES, type WhyFigure } from '../../../shared/domain/why-figures.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { importBook } from '../../import/import-book.ts';
import { findSources } from '../../import/source.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { recordCashEntry } from '../../ledger/cash/record-cash-entry.ts';
import { turnCashAccounts } from '../../ledger/cash/turn-cash-accounts.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { createProfileOwner } from '../../testing/profile.ts';
import { postAndRecord } from '../posting/post-and-record.ts';

const operator = { via: 'command line', name: 'ana' } as const;

let portal: TestPortal;
let owen: AtDesk;
let today: CalendarDate;
let holder: Awaited<ReturnType<typeof createProfileOwner>>;
let folder: string;
beforeAll(async () => {
  portal = await openTestPortal();
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  today = await readToday(portal.database.db);
  holder = await createProfileOwner(portal, 'random');
  folder = await mkdtemp(join(tmpdir(), 'why-'));
  await inTenant((tx) => fillBook(tx, holder.syndicateId));
  await turnCashAccounts(portal.database.db, portal.tenantId);
  await keepForecasts(portal.database.db, portal.tenantId);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await portal.close();
});

const inTenant = <T>(work: (tx: Tx) => Promise<T>) =>
  withTenant(portal.database.owner, portal.tenantId, work);

/** The same numbers each time, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const STATUSES: readonly DealStatus[] = [
  'Write-off',
  'Complete with discount',
  'Cancelled',
  'Collections',
  'Default',
];
const DEALS = 60;

/** A book of every status, with fees of both kinds, what came back, what is on its way, and cash. */
async function fillBook(tx: Tx, syndicateId: bigint): Promise<void> {
  const { tenantId } = portal;
  const random = numbers(7);
  await openCashAccount(tx, tenantId, {
    ...{ syndicateId, cash: 50_000_00n, contributed: 45_000_00n, recordedBy: 'test' },
    openedOn: addDays(today, -400),
  });
  const entry = { syndicateId, kind: 'deposit', reason: 'Wire' } as const;
  const deposit = (reference: string, effectiveDate: CalendarDate, amount: bigint) =>
    recordCashEntry(tx, tenantId, { ...entry, reference, effectiveDate, amount }, operator);
  await deposit('W-1', addDays(today, -5), 12_345_67n);
  await deposit('W-2', addDays(today, 3), 1_000_00n);
  for (let number = 0; number < DEALS; number += 1) {
    const dealId = await createFundedDeal(tx, tenantId, { mid: `RB${number}`, name: `Random ${number}` });
    await createParticipation(
      tx,
      tenantId,
      { dealId, syndicateId },
      {
        sharePercent: `${1 + random(40)}.${random(10)}`,
        agreementDate: addDays(today, -30 - random(380)),
        ...(random(4) === 0 && { managementFeeUpfront: 1 as const }),
      },
    );
    for (let payment = 0; payment < random(6); payment += 1) {
      const postedOn = addDays(today, -random(25));
      const paid = { dealId, reference: `RB${number}-${payment}`, amount: BigInt(1_00 + random(90_000)) };
      await postPayment(tx, tenantId, { ...paid, clearedDate: postedOn, postedOn });
      if (random(5) === 0)
        await reversePayment(tx, tenantId, {
          ...{ reference: paid.reference, returnedDate: today, returnCode: 'R01', postedOn: today },
        });
    }
    const status = STATUSES[random(10)];
    if (status) await changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null });
  }
}

interface Value {
  amount: string | null;
  percent: string | null;
  count: number | null;
}
interface Breakdown extends Value {
  status: number;
  pay_date: string | null;
  checks: { kept_in: string; kept: string; adds_up_to: string }[];
  terms: ({ sign: string; figure: WhyFigure | null; label: string | null } & Value)[];
  parts: null | {
    kind: string;
    rows: { amount: string; contract_MID: string | null; agrees: boolean | null }[];
    count: number;
    total: string;
    page_length: number;
  };
}

const breakdown = async (figure: WhyFigure, query = '', syndicateId = holder.syndicateId) =>
  (await owen.get(`why/${syndicateId}/figures/${figure}?${query}`)) as unknown as Breakdown;

const json = async (response: Promise<Response>) => (await (await response).json()) as Record<string, never>;

/** What the investor's own calls answer for each figure. */
async function shownToInvestor(
  syndicateId: bigint,
): Promise<Partial<Record<WhyFigure, string | number | null>>> {
  const strip = await json(holder.get(`/api/payouts/syndication_sums/${syndicateId}`));
  const [sums] = strip['sums'] as unknown as [Record<string, never>];
  const table = await json(
    holder.post('/api/payouts/get_dealsyndication_payouts', {
      syndication_id: Number(syndicateId),
      length: -1,
    }),
  );
  const { data: rows } = table['deal_syndication_data'] as unknown as { data: Record<string, string>[] };
  const sumOf = (name: string) => toDecimalString(sumMoney(rows.map((row) => parseMoney(row[name] ?? '0'))));
  const days = await json(holder.get(`/api/payouts/get_payouts_paydates/${syndicateId}?length=500`));
  const payDates = days['data'] as unknown as Record<string, string>[];
  const latest = strip['latest_payout'] as unknown as Record<string, string>;
  const day = payDates.find((one) => one['pay_date'] === latest['pay_date']);
  const cash = await json(holder.get(`/api/cash/${syndicateId}`));
  const { returns } = (await json(holder.get(`/api/returns/${syndicateId}`))) as unknown as {
    returns: Record<string, string> & { scenarios: Record<string, string>[] };
  };
  const [agreed = {}, adjusted = {}] = returns.scenarios;
  expect(rows.length).toBe(DEALS);
  return {
    'deal-count': sums['participation_count'] ?? null,
    'investment-cost': sums['total_participation_cost'] ?? null,
    'participation-amount': sums['total_participation_amt'] ?? null,
    'anticipated-return': sums['total_syndication_part_rtr'] ?? null,
    'portfolio-balance': sums['portfolio_balance'] ?? null,
    'posted-payouts': strip['total_payouts'] ?? null,
    'paid-payouts': strip['paid_payouts'] ?? null,
    'upcoming-payouts': strip['upcoming_payouts'] ?? null,
    'net-investment': strip['netInvestmentNew'] ?? null,
    commission: sumOf('syndication_commission_amt'),
    repayments: sumOf('collected_payment'),
    'remaining-balance': sumOf('syndication_balance'),
    'net-profit': sumOf('net_profit'),
    'pay-date-gross': day?.['sum_gross_amt'] ?? null,
    'pay-date-fee': day?.['sum_mgt_fee'] ?? null,
    'pay-date-net': latest['sum_net_pay'] ?? null,
    'management-fees': toDecimalString(
      sumMoney(payDates.map((one) => parseMoney(one['sum_mgt_fee'] ?? '0'))),
    ),
    'cash-balance': strip['cash_balance'] ?? null,
    'cash-reserved': cash['reserved'] ?? null,
    'cash-available': cash['available'] ?? null,
    'cash-pending': cash['pending'] ?? null,
    contributed: strip['netInvestmentNew'] ?? null,
    'returns-cost': returns['total_participation_cost'] ?? null,
    'returns-received': returns['paid_payouts'] ?? null,
    'returns-on-its-way': returns['upcoming_payouts'] ?? null,
    'net-balance': returns['net_balance'] ?? null,
    'expected-balance': adjusted['counted_balance'] ?? null,
    'total-value': agreed['total_value'] ?? null,
    'total-value-adjusted': adjusted['total_value'] ?? null,
    dpi: agreed['dpi'] ?? null,
    rvpi: agreed['rvpi'] ?? null,
    tvpi: agreed['tvpi'] ?? null,
    'rvpi-adjusted': adjusted['rvpi'] ?? null,
    'tvpi-adjusted': adjusted['tvpi'] ?? null,
    'yearly-rate': agreed['xirr'] ?? null,
    'yearly-rate-adjusted': adjusted['xirr'] ?? null,
  };
}

/** The one figure that the browser works out from others of the strip. */
const WORKED_OUT_IN_BROWSER: readonly WhyFigure[] = ['portfolio-return'];

test('DESK-70 each figure is what the investor’s own calls answer, and what it is made of adds up to it', async () => {
  const shown = await shownToInvestor(holder.syndicateId);
  const { figures } = (await owen.get(`why/${holder.syndicateId}`)) as unknown as {
    figures: ({ figure: WhyFigure } & Value)[];
  };
  expect(figures.map(({ figure }) => figure)).toEqual(WHY_FIGURES);
  for (const figure of WHY_FIGURES) {
    const found = await breakdown(figure);
    const value = found.amount ?? found.percent ?? found.count;
    if (!WORKED_OUT_IN_BROWSER.includes(figure))
      expect({ figure, value }).toEqual({ figure, value: shown[figure] });
    expect({ figure, value }).not.toEqual({ figure, value: null });
    for (const check of found.checks)
      expect({ figure, ...check, kept: check.adds_up_to }).toEqual({ figure, ...check });
    if (isOfDeals(figure)) expect(found.parts?.kind).toBe('deals');
    if (found.parts && unitOf(figure) === 'money') {
      expect({ figure, total: found.parts.total }).toEqual({ figure, total: value });
      expect({ figure, total: await addedUp(figure, found) }).toEqual({ figure, total: value });
    }
    if (found.terms.length > 0 && unitOf(figure) === 'money')
      expect({ figure, terms: toDecimalString(sumMoney(found.terms.map(signed))) }).toEqual({
        figure,
        terms: value,
      });
  }
});

const signed = ({ sign, amount }: { sign: string } & Value) =>
  (sign === 'minus' ? -1n : 1n) * parseMoney(amount ?? '0');

/** The parts of all pages. */
async function addedUp(figure: WhyFigure, first: Breakdown): Promise<string> {
  const { count, page_length: length } = first.parts ?? { count: 0, page_length: 25 };
  let amounts: bigint[] = [];
  for (let page = 1; page <= Math.ceil(count / length); page += 1) {
    const { parts } = await breakdown(figure, `page=${page}`);
    const rows = parts?.rows ?? [];
    if (parts?.kind === 'deals') {
      expect(rows.every(({ agrees }) => agrees)).toBe(true);
      const inOrder = rows.map(({ amount }) => parseMoney(amount));
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    }
    amounts = [...amounts, ...rows.map(({ amount }) => parseMoney(amount))];
  }
  expect(amounts.length).toBe(count);
  return toDecimalString(sumMoney(amounts));
}

interface ShareAnswer {
  status: number;
  checks: { kept_in: string; kept: string; adds_up_to: string }[];
  lines: (Record<string, unknown> & { net_pay: string; gross: string; origin: Record<string, unknown> })[];
  count: number;
  total: { gross: string; mgt_fee: string; net_pay: string };
}
const share = async (mid: string, query = '', syndicateId = holder.syndicateId) =>
  (await owen.get(`why/${syndicateId}/deals/${mid}?${query}`)) as unknown as ShareAnswer;

test('DESK-71 the lines of each deal add up to what the deal adds to the figure', async () => {
  const { parts } = await breakdown('posted-payouts');
  for (const { contract_MID: mid, amount } of parts?.rows ?? []) {
    const { lines, total, checks, count } = await share(mid ?? '');
    expect({ mid, total: total.net_pay, count }).toEqual({ mid, total: amount, count: lines.length });
    expect(toDecimalString(sumMoney(lines.map((line) => parseMoney(line.net_pay))))).toBe(amount);
    for (const check of checks) expect({ mid, ...check, kept: check.adds_up_to }).toEqual({ mid, ...check });
    expect(checks).toHaveLength(5);
  }
  const ofDay = await breakdown('pay-date-net');
  expect(ofDay.parts?.rows.length).toBeGreaterThan(0);
  for (const { contract_MID: mid, amount } of ofDay.parts?.rows ?? []) {
    const { total, checks } = await share(mid ?? '', `pay_date=${ofDay.pay_date}`);
    expect({ mid, total: total.net_pay }).toEqual({ mid, total: amount });
    for (const check of checks) expect({ mid, ...check, kept: check.adds_up_to }).toEqual({ mid, ...check });
  }
});

test('DESK-72 a rollup that does not agree with its lines is marked, with both amounts', async () => {
  const syndicateId = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  await inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, portal.tenantId, { mid: 'WRONG' });
    await createParticipation(tx, portal.tenantId, { dealId, syndicateId });
    const day = calendarDate('2026-10-02');
    await postPayment(tx, portal.tenantId, {
      ...{ dealId, reference: 'WRONG-1', amount: 70_000n, clearedDate: day, postedOn: day },
    });
    await sql`update participation_totals set net_pay_cents = net_pay_cents + 1
      where tenant_id = ${portal.tenantId}::uuid and syndicate_id = ${syndicateId}`.execute(tx);
  });
  const { checks, parts } = await breakdown('posted-payouts', '', syndicateId);
  expect(checks[0]).toMatchObject({
    kept_in: 'syndicate_totals.net_pay_cents',
    kept: '67.20',
    adds_up_to: '67.21',
  });
  expect(parts?.rows).toMatchObject([{ contract_MID: 'WRONG', agrees: false }]);
  expect((await share('WRONG', '', syndicateId)).checks).toContainEqual(
    expect.objectContaining({
      kept_in: 'participation_totals.net_pay_cents',
      kept: '67.21',
      adds_up_to: '67.20',
    }),
  );
});

/** A deal of the portal's own syndicate that payments come to in every way. */
async function fundDeal(mid: string): Promise<bigint> {
  const { tenantId, syndicateId } = portal;
  return inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    return dealId;
  });
}

const HEADER = 'reference,mid,amount,date,result,return_code';

test('DESK-73 each line names its payment, the line of the file, and who posted it', async () => {
  const { tenantId, syndicateId, database } = portal;
  const dealId = await fundDeal('M-1');
  const file = join(folder, 'day.csv');
  await writeFile(file, `${HEADER}\nA,M-1,700.00,2026-11-12,cleared,\nB,M-1,100.50,2026-11-12,cleared,\n`);
  await postAndRecord(database.db, tenantId, file, { operator, file: 'day.csv', confirm: undefined });

  const { token } = await inTenant(async (tx) => {
    // More than a token corrects alone otherwise.
    await tx
      .updateTable('tenants')
      .set({ correctionLimitDollars: 1000 })
      .where('id', '=', tenantId)
      .execute();
    return issueServiceToken(tx, tenantId, { name: 'ledger', scopes: ['post'], days: 1 });
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const posted = await portal.app.fetch('/api/operator/v1/postings', {
    ...{ method: 'POST', headers },
    body: `${HEADER}\nC,M-1,50.00,2026-11-13,cleared,\nB,M-1,100.50,2026-11-13,returned,R01\n`,
  });
  expect(posted.status).toBe(200);
  const corrected = await portal.app.fetch('/api/operator/v1/payments/correct', {
    ...{
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    },
    body: JSON.stringify({ reference: 'A', amount: '70.00', reason: 'One zero too many' }),
  });
  expect(corrected.status).toBe(200);

  await inTenant((tx) =>
    tx
      .insertInto('externalIds')
      .values({ tenantId, kind: 'deals', externalId: 'D-1', id: dealId, contentHash: Buffer.alloc(32) })
      .execute(),
  );
  const imported = join(folder, 'import');
  await mkdir(imported);
  await writeFile(
    join(imported, 'payments.csv'),
    'reference,deal,amount,cleared_date\nOLD-1,D-1,25.00,2026-10-05\n',
  );
  const report = await importBook(database.directDb, {
    ...{ tenantId, operator, services: null, sources: await findSources(imported) },
  });
  expect(report.applied).toBe('all');

  const { lines } = await share('M-1', '', syndicateId);
  const byReference = lines.map(({ reference, is_reversal: isReversal, origin }) => [
    `${reference}${isReversal ? ' back' : ''}`,
    origin,
  ]);
  const token1 = expect.stringMatching(/^service token \d+: ledger$/);
  expect(Object.fromEntries(byReference)).toEqual({
    A: expect.objectContaining({
      kind: 'day file',
      file: 'day.csv',
      line: 2,
      posted_by: 'command line: ana',
    }),
    B: expect.objectContaining({
      kind: 'day file',
      file: 'day.csv',
      line: 3,
      posted_by: 'command line: ana',
    }),
    'B back': expect.objectContaining({ kind: 'day file', file: '', line: 3, posted_by: token1 }),
    C: expect.objectContaining({
      kind: 'day file',
      file: '',
      line: 2,
      posted_by: token1,
      posting_run: expect.any(Number),
    }),
    'A back': expect.objectContaining({
      ...{
        kind: 'correction',
        posted_by: token1,
        reason: 'One zero too many',
        other_reference: 'A/2',
        line: null,
      },
    }),
    'A/2': expect.objectContaining({
      ...{ kind: 'correction', posted_by: token1, reason: 'One zero too many', other_reference: 'A' },
    }),
    'OLD-1': expect.objectContaining({
      ...{ kind: 'import', file: 'payments.csv', line: 2, posted_by: 'command line: ana', posting_run: null },
    }),
  });
});

test('DESK-73 what was posted before the file was kept says so', async () => {
  const { lines } = await share('RB0');
  const all = lines.length > 0 ? lines : (await share('RB1')).lines;
  expect(all[0]?.origin).toMatchObject({ kind: 'unknown', file: null, line: null, posted_by: null });
});

test('DESK-75 DESK-76 a pasted column pair is compared with ours, and only differences are answered', async () => {
  const { parts } = await breakdown('investment-cost', 'page=1');
  const [first, second] = parts?.rows ?? [];
  const ours = await inTenant((tx) =>
    sql<{ mid: string; cents: bigint }>`
      select deal.mid, p.investment_cost_cents as cents from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      where p.tenant_id = ${portal.tenantId}::uuid and p.syndicate_id = ${holder.syndicateId}`.execute(tx),
  );
  const lines = ours.rows.map(({ mid, cents }) => {
    if (mid === first?.contract_MID) return `${mid}\t${toDecimalString(cents - 100n)}`;
    if (mid === second?.contract_MID) return '';
    return `${mid.toLowerCase()}\t${toDecimalString(cents)}`;
  });
  const pasted = ['MID\tCost', ...lines, 'HC404\t(12.50)', 'RB999', 'HC404\t1'].join('\n');
  const answer = await owen.post(`why/${holder.syndicateId}/compare`, { figure: 'investment-cost', pasted });
  const total = sumMoney(ours.rows.map(({ cents }) => cents));
  const missing = parseMoney(second?.amount ?? '0');
  expect(answer).toMatchObject({
    status: 200,
    header: 'MID\tCost',
    ours: toDecimalString(total),
    theirs: toDecimalString(total - 100n - missing - 1150n),
    counts: { same: DEALS - 2, other_amount: 1, only_theirs: 1, only_ours: 1 },
    not_listed: '0.00',
    repeated: [{ contract_MID: 'HC404', amount: '-11.50', lines: [DEALS + 2, DEALS + 4] }],
    unread: [{ line: DEALS + 3, value: 'RB999', reason: 'There is one column only.' }],
    unread_count: 1,
  });
  expect(answer['differences']).toEqual([
    expect.objectContaining({
      contract_MID: second?.contract_MID,
      kind: 'only ours',
      theirs: null,
      difference: second?.amount,
    }),
    expect.objectContaining({
      contract_MID: 'HC404',
      kind: 'only theirs',
      ours: null,
      merchant_name: null,
      difference: '11.50',
    }),
    expect.objectContaining({ contract_MID: first?.contract_MID, kind: 'other amount', difference: '1.00' }),
  ]);
});

test('DESK-75 with 50,000 pairs what is beyond the list is told as one amount; more are refused', async () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, index) => `X${index},1.00`).join('\n');
  const path = `why/${holder.syndicateId}/compare`;
  const answer = await owen.post(path, { figure: 'posted-payouts', pasted: pairs(50_000) });
  expect(answer).toMatchObject({ status: 200, theirs: '50000.00', counts: { only_theirs: 50_000 } });
  const differences = answer['differences'] as { difference: string }[];
  expect(differences).toHaveLength(500);
  const listed = sumMoney(differences.map(({ difference }) => parseMoney(difference)));
  const apart = parseMoney(String(answer['ours'])) - parseMoney(String(answer['theirs']));
  expect(listed + parseMoney(String(answer['not_listed']))).toBe(apart);
  expect((await owen.post(path, { figure: 'posted-payouts', pasted: pairs(50_002) })).status).toBe(400);
});

test('DESK-74 an unknown syndicate, figure or deal is refused, and who may not see the desk gets nothing', async () => {
  expect((await owen.get('why/999999')).status).toBe(404);
  expect((await owen.get(`why/${holder.syndicateId}/figures/nothing`)).status).toBe(400);
  expect((await owen.get(`why/${holder.syndicateId}/deals/M-404`)).status).toBe(404);
  const other = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  expect((await share('RB1', '', other)).status).toBe(404);
  const nobody = await sitDown(portal, 'No One', { permissions: [] });
  expect((await nobody.get(`why/${holder.syndicateId}`)).status).toBe(403);
});

test('DESK-70 a syndicate without deals or cash has figures of nothing', async () => {
  const empty = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  for (const figure of WHY_FIGURES) expect((await breakdown(figure, '', empty)).status).toBe(200);
  expect(await breakdown('posted-payouts', '', empty)).toMatchObject({ amount: '0.00', parts: { count: 0 } });
  expect(await breakdown('cash-balance', '', empty)).toMatchObject({ amount: null, parts: null });
});
