import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { newAddress } from '../../testing/report-book.ts';
import { openReportDesk, type ReportDesk } from '../../testing/report-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readReport } from './report.queries.ts';

let database: TestDatabase;
let desk: ReportDesk;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openReportDesk(database);
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

test('OPS-03 the night starts in every tenant, for the day that ended where payouts are made, and sends each report once', async () => {
  const others = await Promise.all([1, 2].map(() => createTenant(database.owner)));
  const books = [];
  for (const tenantId of others) books.push(await desk.addBook(tenantId, { ccEmails: [newAddress('cc')] }));
  const night = `${addDays(desk.reportDate, 1)}T06:40:00.000Z`;
  await desk.startNight(night);
  await desk.work();
  const mails = await Promise.all(books.map((book) => waitForMail(book.esignEmail, book.subject)));
  expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(2);

  await desk.startNight(night);
  for (const tenantId of others) await desk.queue(tenantId);
  await desk.work();
  for (const book of books) expect(await countMails(book.esignEmail)).toBe(0);
  for (const tenantId of others)
    expect(await desk.reportsOf(tenantId)).toMatchObject([{ reportDate: desk.reportDate, state: 'sent' }]);
  const { rows } = await sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs`.execute(database.owner);
  expect(rows).toContainEqual({ identifier: 'start nightly reports' });
});

test('OPS-03 summer or winter, it is the day that ended; a weekend is told of on Monday', async () => {
  const tenantId = await createTenant(database.owner);
  await desk.addBook(tenantId, { esignEmail: 'none', dealCount: 1 });
  for (const ts of [
    '2026-07-14T06:40:00.000Z',
    '2026-11-14T06:40:00.000Z',
    '2026-11-15T06:40:00.000Z',
    '2026-11-16T06:40:00.000Z',
    '2026-11-17T06:40:00.000Z',
  ])
    await desk.startNight(ts);
  await desk.work();
  const dates = (await desk.reportsOf(tenantId)).map((report) => report.reportDate);
  expect(dates).toEqual(['2026-07-13', '2026-11-13', '2026-11-16']);
  const syndicateId = (await desk.reportsOf(tenantId))[0]?.syndicateId ?? 0n;
  const monday = await withTenant(database.db, tenantId, (tx) =>
    readReport(tx, { tenantId, syndicateId, reportDate: calendarDate('2026-11-16') }),
  );
  expect(monday.period).toEqual({ from: '2026-11-14', to: '2026-11-16' });
});

test('OPS-03 the day ends at midnight where payouts are made: each change is in one report', async () => {
  const tenantId = await createTenant(database.owner);
  const { syndicateId } = await desk.addBook(tenantId, { dealCount: 1 });
  const changesOn = (date: string) =>
    withTenant(database.db, tenantId, async (tx) => {
      const report = await readReport(tx, { tenantId, syndicateId, reportDate: calendarDate(date) });
      return report.changes.statusChanges.map(({ status }) => status);
    });
  await withTenant(database.db, tenantId, async (tx) => {
    await tx.updateTable('participations').set({ createdAt: '2026-01-02T12:00:00Z' }).execute();
    const { id: dealId } = await tx.selectFrom('deals').select('id').executeTakeFirstOrThrow();
    // Winter time from November 1 to March 14: midnight is at 05:00 UTC. In summer it is at 04:00.
    for (const [changedAt, status] of [
      ['2026-11-13T04:59:59Z', 'Collections'],
      ['2026-11-13T05:00:00Z', 'Partial Payment'],
      ['2026-11-14T04:59:59Z', 'Default'],
      ['2026-11-14T05:00:00Z', 'Settled'],
      ['2026-11-15T23:00:00Z', 'Contract Request'],
      ['2026-07-14T04:00:00Z', 'Payment Modified'],
    ] as const)
      await tx.insertInto('dealStatusChanges').values({ tenantId, dealId, status, changedAt }).execute();
  });
  expect(await changesOn('2026-11-12')).toEqual(['Collections']);
  expect(await changesOn('2026-11-13')).toEqual(['Partial Payment', 'Default']);
  // Of Saturday; and a submission's status is no investor's business.
  expect(await changesOn('2026-11-16')).toEqual(['Settled']);
  expect(await changesOn('2026-07-13')).toEqual([]);
  expect(await changesOn('2026-07-14')).toEqual(['Payment Modified']);
});

test('OPS-03 no report for a syndicate without deals, for one whose accounts are all closed, nor for a book that is over', async () => {
  const { owner } = database;
  const tenantId = await createTenant(owner);
  const closed = await desk.addBook(tenantId, { dealCount: 1 });
  const open = await desk.addBook(tenantId, { dealCount: 1 });
  const over = await desk.addBook(tenantId, { dealCount: 1 });
  const users = await Promise.all([1, 2, 3].map(() => createUser(owner)));
  await withTenant(owner, tenantId, async (tx) => {
    await createSyndicate(tx, tenantId);
    const join = (index: number, syndicateId: bigint, isTerminated: boolean) =>
      createMembership(tx, tenantId, users[index] ?? 0n, { syndicateId, isTerminated });
    await join(0, closed.syndicateId, true);
    await join(1, open.syndicateId, true);
    await join(2, open.syndicateId, false);
    await tx
      .updateTable('syndicateTotals')
      .set({ portfolioBalanceCents: 0n })
      .where('syndicateId', '=', over.syndicateId)
      .execute();
  });
  const dayAfterLastPayout = addDays(desk.reportDate, 30);
  expect(await desk.queue(tenantId, dayAfterLastPayout)).toBe(1);
  expect(await desk.reportsOf(tenantId)).toMatchObject([{ syndicateId: open.syndicateId }]);
  await sql`delete from graphile_worker._private_jobs`.execute(owner);
});

test('security rule: the claim that lists tenants opens nothing else', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname not in ('tenants', 'throttles')`.execute(database.db);
  await desk.addBook(tenantId, { dealCount: 1 });
  await withClaims(database.db, { listsTenants: true }, async (tx) => {
    const tenants = await tx.selectFrom('tenants').select('id').execute();
    expect(tenants.length).toBeGreaterThan(1);
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(tx);
      expect({ name, rows: rows.length }).toEqual({ name, rows: 0 });
    }
  });
  await expect(
    withClaims(database.owner, { listsTenants: true }, (tx) =>
      tx.updateTable('tenants').set({ name: 'taken over' }).execute(),
    ),
  ).rejects.toThrow(/row-level security/);
});
