import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate, formatDate, formatPeriod } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { today } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type ReceivedMail, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { newAddress, type ReportBook } from '../../testing/report-book.ts';
import { openReportDesk, type ReportDesk } from '../../testing/report-desk.ts';
import { asMember, ORIGIN, signInAs } from '../../testing/test-app.ts';
import { readReport } from './report.queries.ts';
import { reportLetter } from './report-letter.ts';
import { makeWorkbook } from './report-workbook.ts';

let portal: TestPortal;
let desk: ReportDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  desk = await openReportDesk(portal.database);
});
afterAll(() => portal.close());

/** What the ledger itself says, line by line. */
const ledgerOf = ({ syndicateId }: ReportBook, tenantId = portal.tenantId) =>
  withTenant(portal.database.db, tenantId, async (tx) => {
    const sums = (condition: ReturnType<typeof sql>) => sql<
      Record<'gross' | 'fee' | 'net' | 'deals', bigint>
    >`
      select sum(gross_cents)::bigint as gross, sum(management_fee_cents)::bigint as fee, sum(net_pay_cents)::bigint as net,
        count(distinct participation_id) as deals
      from payout_lines where syndicate_id = ${syndicateId} and ${condition}`;
    const paid = await sums(sql`pay_date = ${desk.reportDate}::date`).execute(tx);
    const next = await sums(sql`pay_date > ${desk.reportDate}::date`).execute(tx);
    return { paid: paid.rows[0], next: next.rows[0] };
  });

/** What has not reached its pay date, line by line. */
const upcomingOf = ({ syndicateId }: ReportBook) =>
  withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const { rows } = await sql<{ net: bigint; from: string; to: string }>`
      select sum(net_pay_cents)::bigint as net, min(pay_date) as from, max(pay_date) as to
      from payout_lines where syndicate_id = ${syndicateId} and pay_date > ${today}`.execute(tx);
    const { net = 0n, from = '', to = '' } = rows[0] ?? {};
    return { net, from: calendarDate(from), to: calendarDate(to) };
  });

type Table = Record<string, unknown>[];
async function open(mail: ReceivedMail) {
  const [file] = mail.attachments;
  const workbook = await readXlsx(file?.content ?? new Uint8Array());
  return new Map(
    workbook.sheets.map(({ name, rows: [header = [], ...rows] }): [string, Table] => [
      name,
      rows.map((cells) => Object.fromEntries(header.map((title, index) => [String(title), cells[index]]))),
    ]),
  );
}
const cents = (value: unknown) => BigInt(Math.round(Number(value) * 100));
const add = (table: Table | undefined, column: string) =>
  (table ?? []).slice(0, -1).reduce((sum, row) => sum + cents(row[column]), 0n);

async function strip(syndicateId: bigint) {
  const email = newAddress('manager');
  await portal.addInvestor(email, { permissions: ['switch-syndicates'] });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const response = await portal.app.fetch(
    `/api/payouts/syndication_sums/${syndicateId}`,
    asMember(accessToken, portal.tenantId),
  );
  const { sums, ...totals } = (await response.json()) as { sums: [Record<string, string>] };
  return { ...sums[0], ...totals } as Record<string, string>;
}

test('OPS-03 DASH-07 one mail to the e-sign address and the CCs; letter and spreadsheet are the ledger and the portal to the cent', async () => {
  const ccEmails = [newAddress('cc'), newAddress('cc')];
  const book = await desk.addBook(portal.tenantId, { ccEmails });
  await desk.queue(portal.tenantId);
  const log = await desk.work();
  const mail = await waitForMail(book.esignEmail, book.subject);
  expect(mail.to.map(({ address }) => address)).toEqual([book.esignEmail]);
  expect(mail.cc?.map(({ address }) => address)).toEqual(ccEmails);

  const sheets = await open(mail);
  const { paid, next } = await ledgerOf(book);
  for (const [sheet, ledger] of [
    ['Paid out', paid],
    ['Next payout', next],
  ] as const) {
    const table = sheets.get(sheet);
    expect(table).toHaveLength(Number(ledger?.deals) + 1);
    for (const [column, figure] of [
      ['Gross Amount', ledger?.gross],
      ['Mgt Fee', ledger?.fee],
      ['Net Pay', ledger?.net],
    ] as const) {
      expect({ sheet, column, cents: add(table, column) }).toEqual({ sheet, column, cents: figure });
      expect({ sheet, column, cents: cents(table?.at(-1)?.[column]) }).toEqual({
        sheet,
        column,
        cents: figure,
      });
    }
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(formatMoney(ledger?.gross ?? 0n));
      expect(body).toContain(formatMoney(-(ledger?.fee ?? 0n)));
      expect(body).toContain(formatMoney(ledger?.net ?? 0n));
    }
  }

  const figures = await strip(book.syndicateId);
  for (const [column, figure] of [
    ['Total Investment Cost', 'total_participation_cost'],
    ['Anticipated return', 'total_syndication_part_rtr'],
    ['Balance', 'portfolio_balance'],
    ['Total Payouts', 'total_payouts'],
  ] as const) {
    expect({ column, cents: add(sheets.get('Deals'), column) }).toEqual({
      column,
      cents: cents(figures[figure]),
    });
    if (figure !== 'total_payouts') expect(mail.text).toContain(formatMoney(cents(figures[figure])));
  }
  // The letter tells apart what the deals' column has together.
  const { net: upcoming, ...days } = await upcomingOf(book);
  expect(upcoming).toBeGreaterThan(0n);
  expect(cents(figures['upcoming_payouts'])).toBe(upcoming);
  const paidSoFar = formatMoney(cents(figures['total_payouts']) - upcoming);
  expect(formatMoney(cents(figures['paid_payouts']))).toBe(paidSoFar);
  const told = mail.text.replaceAll(/\s+/g, ' ');
  expect(told).toContain(`Total Payouts, paid ${paidSoFar}`);
  expect(told).toContain(`On its way, ${formatPeriod(days)} ${formatMoney(upcoming)}`);
  const about = new Map(sheets.get('About')?.map((row) => [row['About'], row['Value']]));
  expect(about.get('Total Payouts, paid')).toBe(paidSoFar);
  expect(about.get('On its way')).toBe(`${formatMoney(upcoming)}, ${formatPeriod(days)}`);

  expect(sheets.get('New deals')).toHaveLength(2);
  expect(sheets.get('Returned payments')).toMatchObject([
    { 'Return Code': 'R01', "Merchant's payment": 700.01 },
  ]);
  expect(sheets.get('Changes of status')).toMatchObject([
    { Status: 'Collections', Merchant: 'Bright Oak <5>' },
  ]);
  expect(mail.html).toContain('Bright Oak &#60;5&#62;');
  expect(mail.html).not.toContain('<img');
  expect(mail.text).toContain(`${ORIGIN}/dashboard`);

  expect(await desk.reportsOf(portal.tenantId, book.syndicateId)).toMatchObject([
    { state: 'sent', leftOutCount: 0, messageId: expect.stringContaining(desk.reportDate) },
  ]);
  expect(log.match(/a mail was sent/g)).toHaveLength(1);
  expect(log).not.toContain('@');
  expect(log).not.toContain(book.name);
});

test('SCHED-08 the report begins with what happened since the one before, as the dashboard says it', async () => {
  const book = await desk.addBook(portal.tenantId, {});
  await desk.queue(portal.tenantId);
  await desk.work();
  const mail = await waitForMail(book.esignEmail, book.subject);
  const { paid } = await ledgerOf(book);
  const day = formatDate(desk.reportDate);
  const told = mail.text.replaceAll(/\s+/g, ' ');
  expect(told).toMatch(
    new RegExp(
      `Since the report of [\\d/]+ Paid out \\(${day}, [\\d,]+ payments?\\) \\${formatMoney(paid?.net ?? 0n)} New deals`,
    ),
  );
  const { rows } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    sql<{ gross: bigint }>`select sum(gross_cents)::bigint as gross from payout_lines
      where syndicate_id = ${book.syndicateId} and is_reversal`.execute(tx),
  );
  const share = formatMoney(-(rows[0]?.gross ?? 0n));
  expect(told).toContain(`Returned payments (your share; 1 had been paid out) 1 payment, ${share}`);
  expect(told).toContain('Status changes (1 in collections) 1 deal');
  for (const label of ['New deals', 'Returned payments', 'Status changes', 'Alerts'])
    expect(mail.html).toContain(label);
});

test('OPS-03 a book too large for a mail keeps its payouts and says where the rest is', async () => {
  const { tenantId, database } = portal;
  const { syndicateId } = await desk.addBook(tenantId, { dealCount: 12 });
  await withTenant(database.db, tenantId, async (tx) => {
    const report = await readReport(tx, { tenantId, syndicateId, reportDate: desk.reportDate });
    const small = await makeWorkbook(tx, report, 30 * 73);
    expect(small.leftOut).toEqual(['Deals']);
    const { sheets } = await readXlsx(small.attachment.content);
    expect(sheets.map(({ name }) => name)).toEqual([
      'Paid out',
      'Next payout',
      'New deals',
      'Returned payments',
      'Changes of status',
      'About',
    ]);
    const { closing } = reportLetter(report, small, ORIGIN);
    expect(closing?.join(' ')).toContain('too large for a mail with these in it: Deals. Please download');
    expect((await makeWorkbook(tx, report)).leftOut).toEqual([]);
  });
});

test('OPS-03 a day without a payout says so', async () => {
  const { tenantId, database } = portal;
  const { syndicateId } = await desk.addBook(tenantId, { dealCount: 1 });
  const quietDay = calendarDate('2026-01-06');
  const letter = await withTenant(database.db, tenantId, async (tx) => {
    const report = await readReport(tx, { tenantId, syndicateId, reportDate: quietDay });
    return reportLetter(report, await makeWorkbook(tx, report), ORIGIN);
  });
  expect(letter.paragraphs).toContain(`No payout was due on ${formatDate(quietDay)}.`);
  expect(letter.figures?.map(({ title }) => title.split(/[ ,]/)[0])).toEqual(['Since', 'Next', 'Portfolio']);
});
