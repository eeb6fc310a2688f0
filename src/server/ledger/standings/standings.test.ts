import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { changeDealStatus } from '../change-deal-status.ts';
import { findDifferences } from '../find-differences.ts';
import { type NewTerms, recordTerms } from '../record-terms.ts';
import { completeDay } from './complete-day.ts';
import { keepStandings } from './keep-standings.ts';
import { turnDay } from './turn-of-day.ts';
import { addUpWatchedDeals } from './watched-deals.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const day = calendarDate;

/** A tenant with one golden deal: $84,000 in $700 a bank day, funded on October 1, 10 % of it a syndicate's. */
async function openBook() {
  const tenantId = await createTenant(database.owner);
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);
  const { dealId, syndicateId } = await inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    return { dealId, syndicateId };
  });
  let payments = 0;
  const pay = (date: string, amount = 70_000n) =>
    inTenant((tx) => {
      payments += 1;
      const clearedDate = day(date);
      return postPayment(tx, tenantId, {
        dealId,
        reference: `p${payments}`,
        amount,
        clearedDate,
        postedOn: clearedDate,
      });
    });
  const complete = async (date: string) => {
    await inTenant((tx) => completeDay(tx, tenantId, day(date)));
    return turnDay(database.db, tenantId);
  };
  const standing = () =>
    inTenant((tx) =>
      tx
        .selectFrom('dealStandings')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('dealId', '=', dealId)
        .executeTakeFirstOrThrow(),
    );
  const alerts = () =>
    inTenant((tx) =>
      tx
        .selectFrom('dealAlerts')
        .select(['reason', 'openedOn', 'closedOn'])
        .where('tenantId', '=', tenantId)
        .orderBy('id')
        .execute(),
    );
  const watched = () =>
    inTenant((tx) =>
      tx
        .selectFrom('watchedParticipations')
        .select(['syndicateId', 'gravity', 'since', 'arrearsCents', 'netBalanceCents'])
        .where('tenantId', '=', tenantId)
        .execute(),
    );
  const differences = () => inTenant((tx) => findDifferences(tx, tenantId));
  return { tenantId, dealId, syndicateId, inTenant, pay, complete, standing, alerts, watched, differences };
}

const FIRST_DAYS = ['2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];

test('SCHED-03 a deal that pays on each bank day is on schedule as of each posted day, over a holiday too', async () => {
  const { pay, complete, standing, watched, differences } = await openBook();
  expect(await standing()).toMatchObject({ asOf: null, expectedCents: 0n });
  for (const date of FIRST_DAYS) await pay(date);
  expect(await complete('2026-10-12')).toBe(1);
  expect(await standing()).toMatchObject({
    asOf: '2026-10-12',
    expectedCents: 420_000n,
    arrearsCents: 0n,
    missedCount: 0,
    paceClearedCents: 420_000n,
    paceAskedCents: 420_000n,
    contractPayoff: '2027-03-29',
    expectedPayoff: '2027-03-29',
    pacePayoff: '2027-03-29',
    reasons: [],
  });
  expect(await watched()).toEqual([]);
  expect(await differences()).toEqual([]);
  // What is done is not done again, and the day does not go back.
  expect(await complete('2026-10-12')).toBe(0);
  expect(await complete('2026-10-09')).toBe(0);
});

test('SCHED-04 a deal that stops paying comes on the watchlist as of the third missed debit, and leaves it with any payment', async () => {
  const { syndicateId, pay, complete, standing, alerts, watched, differences } = await openBook();
  for (const date of FIRST_DAYS) await pay(date);
  await complete('2026-10-14');
  expect(await alerts()).toEqual([]);
  await complete('2026-10-15');
  expect(await standing()).toMatchObject({
    missedCount: 3,
    arrearsCents: 210_000n,
    reasons: [
      { reason: 'missed', since: '2026-10-13' },
      { reason: 'slow', since: '2026-10-15' },
    ],
  });
  const open = [
    { reason: 'missed', openedOn: '2026-10-15', closedOn: null },
    { reason: 'slow', openedOn: '2026-10-15', closedOn: null },
  ];
  expect(await alerts()).toEqual(open);
  // 8,064.00 in all, less 67.20 of each of six payments; a tenth of what is behind.
  const share = {
    syndicateId,
    gravity: 3,
    since: '2026-10-13',
    netBalanceCents: 766_080n,
    arrearsCents: 21_000n,
  };
  expect(await watched()).toEqual([share]);
  expect(await differences()).toEqual([]);

  await pay('2026-10-16', 210_000n);
  await complete('2026-10-16');
  expect(await standing()).toMatchObject({ missedCount: 0, arrearsCents: 70_000n, reasons: [] });
  // Any payment ends the row of missed debits at once; the pace is another as of the next day.
  expect(await alerts()).toEqual([
    { ...open[0], closedOn: '2026-10-15' },
    { ...open[1], closedOn: '2026-10-16' },
  ]);
  expect(await watched()).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('SCHED-04 a refused debit and a troubled status are seen at once, and a written-off deal leaves the list', async () => {
  const { tenantId, dealId, inTenant, pay, complete, standing, watched, differences } = await openBook();
  for (const date of [...FIRST_DAYS, '2026-10-13']) await pay(date);
  await complete('2026-10-13');
  const returnedDate: CalendarDate = day('2026-10-13');
  await inTenant((tx) =>
    reversePayment(tx, tenantId, {
      reference: 'p6',
      returnedDate,
      returnCode: 'R02',
      postedOn: returnedDate,
    }),
  );
  expect(await standing()).toMatchObject({
    reasons: [{ reason: 'refused', since: '2026-10-13', code: 'R02' }],
  });
  const move = (status: 'Collections' | 'Write-off') =>
    inTenant((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: '', changedBy: null }));
  await move('Collections');
  const today = await readToday(database.db);
  expect(await standing()).toMatchObject({
    reasons: [
      { reason: 'status', since: today },
      { reason: 'refused', since: '2026-10-13', code: 'R02' },
    ],
  });
  expect(await watched()).toMatchObject([{ gravity: 1, since: today }]);
  expect(await differences()).toEqual([]);
  await move('Write-off');
  expect(await standing()).toMatchObject({ reasons: [], arrearsCents: 0n });
  expect(await watched()).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('SCHED-02 a suspended deal is paused from that day, and resumes with what it paid before', async () => {
  const { tenantId, dealId, inTenant, standing } = await openBook();
  const terms = () =>
    inTenant((tx) =>
      tx
        .selectFrom('dealTerms')
        .select(['reason', 'paymentCents', 'effectiveDate'])
        .where('tenantId', '=', tenantId)
        .orderBy('id')
        .execute(),
    );
  const move = (status: 'Payment Temporarily Suspended' | 'Active Advance') =>
    inTenant((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: '', changedBy: null }));
  const contract = { reason: 'contract', paymentCents: 70_000n, effectiveDate: '2026-10-01' };
  expect(await terms()).toEqual([contract]);
  const modified: NewTerms = {
    dealId,
    payment: 35_000n,
    frequency: 'DAILY',
    weekday: null,
    firstDebitDate: null,
    effectiveDate: day('2026-10-08'),
    reason: 'modified',
    note: '',
    recordedBy: 'Ana Ruiz',
  };
  await inTenant(async (tx) => {
    await recordTerms(tx, tenantId, [modified]);
    await keepStandings(tx, tenantId, [dealId]);
  });
  await move('Payment Temporarily Suspended');
  await move('Active Advance');
  const effectiveDate = await readToday(database.db);
  expect(await terms()).toEqual([
    contract,
    { reason: 'modified', paymentCents: 35_000n, effectiveDate: '2026-10-08' },
    { reason: 'paused', paymentCents: 0n, effectiveDate },
    { reason: 'resumed', paymentCents: 35_000n, effectiveDate },
  ]);
  expect(await standing()).toMatchObject({ contractPayoff: '2027-03-29' });
});

test('SCHED-05 the reconciliation finds a standing that is a cent off, a missing watch and a wrong one', async () => {
  const { tenantId, dealId, inTenant, pay, complete, differences } = await openBook();
  for (const date of FIRST_DAYS) await pay(date);
  await complete('2026-10-15');
  expect(await differences()).toEqual([]);
  const bend = (statement: ReturnType<typeof sql>) => inTenant((tx) => statement.execute(tx));
  await bend(sql`update deal_standings set expected_cents = expected_cents + 1 where deal_id = ${dealId}`);
  expect(await differences()).toMatchObject([{ where: 'deal_standings', key: { deal_id: dealId } }]);
  await bend(sql`update deal_standings set expected_cents = expected_cents - 1 where deal_id = ${dealId}`);
  await bend(sql`update watched_participations set net_balance_cents = net_balance_cents - 1`);
  expect(await differences()).toMatchObject([
    { where: 'watched_participations' },
    { where: 'syndicate_totals', expected: { watched_net_balance_cents: 766_079 } },
  ]);
  // As if the share had never been there, also in the sums.
  await bend(sql`delete from watched_participations`);
  await bend(
    sql`update syndicate_totals set watched_count = 0, watched_arrears_cents = 0, watched_net_balance_cents = 0`,
  );
  expect(await differences()).toMatchObject([{ where: 'watched_participations', actual: null }]);
  await inTenant((tx) => keepStandings(tx, tenantId, [dealId]));
  expect(await differences()).toEqual([]);
});

test('SCHED-07 the sums of a watchlist follow every change of it, and a wrong one is found', async () => {
  const { inTenant, pay, complete, differences } = await openBook();
  const sums = () =>
    inTenant((tx) =>
      tx
        .selectFrom('syndicateTotals')
        .select(['watchedCount', 'watchedArrearsCents', 'watchedNetBalanceCents'])
        .executeTakeFirstOrThrow(),
    );
  const none = { watchedCount: 0, watchedArrearsCents: 0n, watchedNetBalanceCents: 0n };
  for (const date of FIRST_DAYS) await pay(date);
  expect(await sums()).toEqual(none);
  await complete('2026-10-15');
  expect(await sums()).toEqual({
    watchedCount: 1,
    watchedArrearsCents: 21_000n,
    watchedNetBalanceCents: 766_080n,
  });
  // It stays on the list, because it is slow, and has less at stake.
  await pay('2026-10-15', 10_000n);
  expect(await sums()).toEqual({
    watchedCount: 1,
    watchedArrearsCents: 20_000n,
    watchedNetBalanceCents: 765_120n,
  });
  const bend = (by: number) =>
    inTenant((tx) => sql`update syndicate_totals set watched_count = watched_count + ${by}`.execute(tx));
  await bend(1);
  expect(await differences()).toMatchObject([
    { where: 'syndicate_totals', expected: { watched_count: 1 }, actual: { watched_count: 2 } },
  ]);
  await bend(-1);
  await pay('2026-10-16', 210_000n);
  await complete('2026-10-16');
  expect(await sums()).toEqual(none);
  expect(await differences()).toEqual([]);
});

test('SCHED-07 DESK-21 the number of deals on the watchlist follows every change, is one row after the turn of a day, and a wrong one is found', async () => {
  const { inTenant, tenantId, dealId, pay, complete, differences } = await openBook();
  const changes = () =>
    inTenant((tx) => tx.selectFrom('watchedDealChanges').select('change').orderBy('id').execute());
  for (const date of FIRST_DAYS) await pay(date);
  await complete('2026-10-15');
  expect(await changes()).toEqual([{ change: 1 }]);
  // Still watched for another reason, so nothing is added.
  await pay('2026-10-15', 10_000n);
  expect(await changes()).toEqual([{ change: 1 }]);
  await pay('2026-10-16', 210_000n);
  await complete('2026-10-16');
  expect(await changes()).toEqual([]);
  expect(await differences()).toEqual([]);
  await inTenant((tx) => tx.insertInto('watchedDealChanges').values({ tenantId, change: 2 }).execute());
  expect(await differences()).toMatchObject([
    { where: 'watched_deal_changes', expected: { watched_deals: 0 }, actual: { watched_deals: 2 } },
  ]);
  await inTenant((tx) => tx.deleteFrom('watchedDealChanges').execute());
  // Many at once: none waits for another, and none is lost while they are added up.
  const flip = (isWatched: boolean) =>
    inTenant((tx) =>
      sql`update deal_standings set reasons = ${isWatched ? '[{}]' : '[]'}::jsonb where deal_id = ${dealId}`.execute(
        tx,
      ),
    );
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 4 === 3 ? inTenant((tx) => addUpWatchedDeals(tx, tenantId)) : flip(at % 2 === 0),
    ),
  );
  await flip(true);
  await inTenant((tx) => addUpWatchedDeals(tx, tenantId));
  expect(await changes()).toEqual([{ change: 1 }]);
});
