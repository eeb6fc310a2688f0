import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { findDifferences } from '../ledger/find-differences.ts';
import { renameDeal } from '../ledger/rename-deal.ts';
import { completeDay } from '../ledger/standings/complete-day.ts';
import { turnDay } from '../ledger/standings/turn-of-day.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { postPayment } from '../testing/posting.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { untilBlockedBy } from '../testing/until-waiting.ts';
import { type Book, readAnswer, sendVersioned, versionedCalls } from '../testing/versioned-calls.ts';
import { bookVersion } from './book-version.queries.ts';

let portal: TestPortal;
let recorded: { db: Database; app: TestApp; statements: Set<string> };
let day: CalendarDate;
let token: string;
let book: Book;
let dealIds: bigint[];
let syndicateIds: bigint[];
let payments = 0;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  day = addDays(await readToday(database.db), -3);
  const statements = new Set<string>();
  const db = openDatabase(database.url, { onStatement: (text) => statements.add(text) });
  recorded = { db, statements, app: await startTestApp(database, { db }) };
  const manager = await portal.addInvestor('manager@northgate.example', {
    permissions: ['switch-syndicates'],
  });
  token = await openSession(database.owner, manager);
  await withTenant(database.owner, tenantId, async (tx) => {
    const others = [await createSyndicate(tx, tenantId), await createSyndicate(tx, tenantId)];
    syndicateIds = [syndicateId, ...others];
    dealIds = [];
    for (const mid of ['HC1', 'HC2', 'HC3', 'HC4']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Oak ${mid}` });
      for (const each of syndicateIds) await createParticipation(tx, tenantId, { dealId, syndicateId: each });
      dealIds.push(dealId);
    }
  });
  await Promise.all(dealIds.map((dealId) => pay(dealId)));
  const [payDate] = await inTenant((tx) =>
    tx.selectFrom('syndicatePayDates').select('payDate').where('syndicateId', '=', syndicateId).execute(),
  );
  book = { syndicateId, mid: 'HC1', payDate: payDate?.payDate ?? '' };
});
afterAll(async () => {
  await recorded.app.close();
  await recorded.db.destroy();
  await portal.close();
});

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, portal.tenantId, work);

const pay = (dealId: bigint, on: CalendarDate = day) => {
  payments += 1;
  const entry = { dealId, reference: `payment ${payments}`, amount: 10_000n };
  return inTenant((tx) => postPayment(tx, portal.tenantId, { ...entry, clearedDate: on, postedOn: on }));
};

const ask = (call: ReturnType<typeof versionedCalls>[number], known?: string, app = portal.app) =>
  sendVersioned(app, call, { token, tenantId: portal.tenantId, known });

/** Of every table that a versioned call reads: what makes the version another one when it changes. */
const WATCHED: Readonly<Record<string, string>> = {
  deal_standings: 'trigger',
  deals: 'trigger',
  pay_date_notes: 'trigger',
  syndicates: 'trigger',
  syndicate_totals: 'trigger',
  reconciliations: 'The version names the newest one that agreed. Rows are only added.',
  tenant_books: 'The version names the day through which the book is posted.',
  watched_participations:
    'Changes with the standing of the deal, or with a share of it (ledger/standings/keep-standings.ts).',
  cash_entries: 'The only statement that writes them updates syndicate_totals (ledger/cash/cash-entries.ts).',
  deal_totals:
    'What is collected changes with a payment, which writes a line for every share of the deal (ledger/deal-accounts.ts).',
  listed_participations:
    'Repeats what the shares and the deals say: it changes with them (ledger/add-, change-participation.ts, rename-deal.ts, write-statuses.ts).',
  participation_pay_dates: 'Changes with the lines, in the statement that updates syndicate_totals.',
  participation_totals:
    'Changes with the lines, in the statement that updates syndicate_totals; with a share; with the status of a deal.',
  participations:
    'A share that is added or changed is added to syndicate_totals (ledger/add-, change-participation.ts).',
  payments: 'Only those that were taken back are read, with the lines that do so.',
  payout_lines: 'The only statement that writes them updates syndicate_totals (ledger/payout-lines.ts).',
  payout_runs: 'trigger',
  payout_run_items:
    'They are added with the approval of their run; what is returned renews the version itself (ledger/unpaid-dates.ts).',
  syndicate_pay_dates:
    'Changes with the lines, in the statement that updates syndicate_totals. What is paid changes with the run, or as its items do.',
};

test('BOOK-07 every table that a versioned call reads makes its version another one, or there is a reason why it need not', async () => {
  for (const call of versionedCalls(book)) await readAnswer(await ask(call, undefined, recorded.app));
  const { rows: tables } = await sql<{ name: string; hasTrigger: boolean }>`
    select relname as name, exists (
      select from pg_trigger where tgrelid = pg_class.oid and tgname ~ '^renew_version'
    ) as has_trigger
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    portal.database.owner,
  );
  const text = [...recorded.statements].join('\n');
  const read = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text));
  expect(read.map(({ name }) => name).sort()).toEqual(Object.keys(WATCHED).sort());
  for (const { name, hasTrigger } of read)
    expect({ name, hasTrigger }).toEqual({ name, hasTrigger: WATCHED[name] === 'trigger' });
});

test('BOOK-07 the version names the day', async () => {
  const { tenantId, syndicateId, database } = portal;
  const today = await readToday(database.db);
  const read = await inTenant((tx) => tx.executeQuery(bookVersion({ tenantId, syndicateId })));
  expect(read.rows).toMatchObject([{ today }]);
});

test('BOOK-07 a payment that is committed while an answer is being read belongs to the next version', async () => {
  const [strip] = versionedCalls(book);
  if (!strip) throw new Error('There is a strip.');
  const before = await readAnswer(await ask(strip));
  const during = await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    // The version can be read, but not the rest of the strip.
    await sql`lock table syndicate_pay_dates in access exclusive mode`.execute(tx);
    const asked = ask(strip);
    await untilBlockedBy(portal.database.db, tx);
    const entry = { dealId: dealIds[0] ?? 0n, reference: 'meanwhile', amount: 10_000n };
    await postPayment(tx, portal.tenantId, { ...entry, clearedDate: day, postedOn: day });
    return { asked };
  });
  expect(await readAnswer(await during.asked)).toEqual(before);
  const after = await readAnswer(await ask(strip, before.etag));
  expect(after.etag).not.toBe(before.etag);
  expect(after.text).not.toBe(before.text);
});

test('BOOK-07 while payments are posted, no version ever stands for two answers', async () => {
  const texts = new Map<string, Set<string>>();
  let isPosting = true;
  const calls = versionedCalls(book);
  const isWholeList = ({ body }: (typeof calls)[number]) => body !== undefined && 'length' in body;
  const read = async (asked: typeof calls) => {
    while (isPosting)
      for (const call of asked) {
        const { etag, text } = await readAnswer(await ask(call));
        const key = `${calls.indexOf(call)} ${etag}`;
        texts.set(key, (texts.get(key) ?? new Set()).add(text));
      }
  };
  const post = async () => {
    for (let round = 0; round < 40; round += 1) await pay(dealIds[round % dealIds.length] ?? 0n);
  };
  // Only one of them asks for whole lists: a reader may have no more than two of those at once.
  const quick = calls.filter((call) => !isWholeList(call));
  const posting = post().finally(() => {
    isPosting = false;
  });
  await Promise.all([posting, read(calls), read(quick), read(quick)]);
  expect(texts.size).toBeGreaterThan(calls.length * 5);
  expect([...texts.values()].filter(({ size }) => size > 1)).toEqual([]);
});

test('LEDGER-03 BOOK-07 posting, renaming, statuses, notes and the turn of the day of the same syndicates at once do not deadlock, and all sums are right', async () => {
  const { tenantId, database } = portal;
  const write = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(database.db, tenantId, work);
  const rounds = Array.from({ length: 15 }, (_, round) => {
    const dealId = dealIds[round % dealIds.length] ?? 0n;
    const status = round % 2 === 0 ? 'Collections' : 'Active Advance';
    const noted = syndicateIds.toReversed().map((syndicateId) => ({
      ...{ tenantId, syndicateId, payDate: addDays(day, round), note: 'Wire delayed' },
    }));
    return [
      pay(dealId),
      write((tx) => renameDeal(tx, tenantId, { dealId, mid: `R${dealId}`, name: `Oak ${round}` })),
      write((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: '', changedBy: null })),
      write((tx) => tx.insertInto('payDateNotes').values(noted).execute()),
      write((tx) => completeDay(tx, tenantId, addDays(day, round))).then(() =>
        turnDay(database.db, tenantId),
      ),
    ];
  });
  const outcomes = await Promise.allSettled(rounds.flat());
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await write((tx) => findDifferences(tx, tenantId))).toEqual([]);
});
