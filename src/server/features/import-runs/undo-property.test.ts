import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKind } from '../../../shared/contract/operator-imports.ts';
import { addDays, type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { importBook } from '../../import/import-book.ts';
import type { Source } from '../../import/source.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import type { ClearedPayment } from '../../ledger/payment-entry.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { differencesIn } from '../../testing/differences.ts';
import { createTenant, createUser } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { rehearse } from './rehearse-run.ts';
import { undoRun } from './undo-run.ts';

// `npm run prove undo` sets it to 300.
const BOOKS = Number(process.env['BOOKS'] ?? 8);

let database: TestDatabase;
let staff: bigint;
beforeAll(async () => {
  database = await createTestDatabase();
  staff = await createUser(database.owner);
});
afterAll(() => database.drop());

/** What stays: the import's own record, the trail, what fields suggest, what somebody was called by, and how often something was counted. */
const STAYS: readonly string[] = [
  ...['import_runs', 'import_files', 'import_journal', 'import_book_changes', 'audit_events', 'audit_heads'],
  ...['lenders', 'former_addresses', 'former_names', 'watched_deal_changes'],
];
/** Counters, and that mails went to another address for a while. */
const COLUMNS_STAY = [
  'version',
  'change_number',
  'used_at',
  'esign_email_changed_at',
  'previous_esign_email',
];

/** Every row of the tenant, by its table. */
async function dump(tenantId: string): Promise<Record<string, unknown[]>> {
  const { owner } = database;
  return withTenant(owner, tenantId, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'tenant_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(
      tx,
    );
    const found: Record<string, unknown[]> = {};
    for (const { name } of tables) {
      if (STAYS.includes(name)) continue;
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(t) - ${COLUMNS_STAY}::text[] as row from ${sql.table(name)} t
        where tenant_id = ${tenantId}::uuid order by 1`.execute(tx);
      if (rows.length > 0) found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

const INVESTORS = 4;
const DEALS = 5;
const FUNDED = '2026-10-05';
const FIRST_DEBIT = calendarDate('2026-10-06');

const payment = fc.record({
  deal: fc.nat(DEALS - 1),
  day: fc.nat(40),
  /** Of what the deal owes; the last one completes it. */
  percent: fc.constantFrom(5, 10, 20, 100),
  isReturned: fc.boolean(),
});
const shares = fc.uniqueArray(
  fc.record({ investor: fc.nat(INVESTORS - 1), halfPercents: fc.integer({ min: 1, max: 40 }) }),
  { maxLength: 3, selector: ({ investor }) => investor },
);
const book = fc.record({
  /** Investors from here on and deals from here on come with the import. */
  ownInvestors: fc.integer({ min: 1, max: INVESTORS }),
  ownDeals: fc.integer({ min: 1, max: DEALS }),
  shares: fc.array(shares, { minLength: DEALS, maxLength: DEALS }),
  posted: fc.array(payment, { maxLength: 6 }),
  imported: fc.array(payment, { maxLength: 8 }),
  returned: fc.array(fc.nat(5), { maxLength: 3 }),
  statuses: fc.array(
    fc.record({ deal: fc.nat(DEALS - 1), status: fc.constantFrom('Default', 'Collections', 'Cancelled') }),
    { maxLength: 2 },
  ),
  hasAccount: fc.boolean(),
  opensAccount: fc.boolean(),
  changesInvestor: fc.boolean(),
});
type Book = typeof book extends fc.Arbitrary<infer T> ? T : never;

const investorRow = (n: number) => ({
  ...{ external_id: `S-${n}`, name: `Investor ${n}`, abbreviation: `I${n}`, pay_days: 'Mon Tue Wed Thu Fri' },
  ...{ default_share_percent: '10', management_fee_percent: '4', syndication_fee_percent: '1' },
  esign_email: `office@investor${n}.example`,
});
const dealRow = (n: number, status = 'Active Advance') => ({
  ...{
    external_id: `D-${n}`,
    company: `C-${n}`,
    broker: 'B-1',
    mid: `M-${n}`,
    name: `Merchant ${n}`,
    platform: 'Harbor',
  },
  ...{
    status,
    funded_date: FUNDED,
    funded_amount: '10000.00',
    payback_amount: '14000.00',
    payment: '140.00',
  },
  ...{ payment_frequency: 'DAILY', term_days: '100', factor_rate: '1.40' },
});
const companyRow = (n: number) => ({
  ...{ external_id: `C-${n}`, name: `Merchant ${n} LLC`, industry: 'Food', started: '2015-04' },
});
const BROKER = {
  external_id: 'B-1',
  name: 'Nina Petrov',
  company_name: 'Lakefront',
  email: 'nina@l.example',
};
const shareRows = (n: number, of: Book['shares'][number]) =>
  of.map(({ investor, halfPercents }) => ({
    ...{
      external_id: `P-${n}-${investor}`,
      deal: `D-${n}`,
      syndicate: `S-${investor}`,
      agreement_date: FUNDED,
    },
    ...{ share_percent: String(halfPercents / 2), commission_percent: '10', management_fee_percent: '4' },
  }));
const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, index) => from + index);

const sourcesOf = (rows: Readonly<Partial<Record<ImportKind, readonly object[]>>>): Source[] =>
  IMPORT_KINDS.filter((kind) => (rows[kind] ?? []).length > 0).map((kind) => ({
    ...{ kind, format: 'ndjson', name: kind, folder: null },
    async *open() {
      yield Buffer.from((rows[kind] ?? []).map((row) => JSON.stringify(row)).join('\n'));
    },
  }));

async function play(played: Book): Promise<void> {
  const { db, owner } = database;
  const tenantId = await createTenant(owner);
  const operator = { via: 'desk', userId: staff, name: 'Ada Lane' } as const;
  const shareOf = (n: number) =>
    (played.shares[n] ?? []).filter(({ investor }) => investor < played.ownInvestors);
  const base = await importBook(db, {
    tenantId,
    operator: { via: 'command line', name: 'test' },
    sources: sourcesOf({
      brokers: [BROKER],
      syndicates: upTo(played.ownInvestors).map(investorRow),
      companies: upTo(played.ownDeals).map(companyRow),
      deals: upTo(played.ownDeals).map((n) => dealRow(n)),
      participations: upTo(played.ownDeals).flatMap((n) => shareRows(n, shareOf(n))),
    }),
  });
  expect(base.applied).toBe('all');
  const posted = await withTenant(db, tenantId, (tx) => postBefore(tx, tenantId, played));
  await turnDay(db, tenantId);
  const before = await dump(tenantId);

  const { id: runId } = await withTenant(owner, tenantId, (tx) =>
    tx
      .insertInto('importRuns')
      .values({ tenantId, startedBy: staff, confirmedBy: staff, confirmedAt: sql`now()`, state: 'importing' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const request = {
    ...{ tenantId, runId, operator, skipsBad: true },
    sources: sourcesOf({
      brokers: [{ ...BROKER, ...(played.changesInvestor && { email: 'other@l.example' }) }],
      syndicates: [
        ...upTo(INVESTORS, played.ownInvestors).map(investorRow),
        ...(played.changesInvestor
          ? [{ ...investorRow(0), esign_email: 'other@investor.example', management_fee_percent: '5' }]
          : []),
        ...(played.opensAccount && !played.changesInvestor
          ? [{ ...investorRow(0), uses_cash_balance: 'true', cash_balance: '2500.00' }]
          : []),
      ],
      companies: upTo(DEALS, played.ownDeals).map(companyRow),
      deals: [
        ...upTo(DEALS, played.ownDeals).map((n) => dealRow(n)),
        ...[...new Map(played.statuses.map((change) => [change.deal, change])).values()]
          .filter(({ deal }) => deal < played.ownDeals)
          .map(({ deal, status }) => dealRow(deal, status)),
      ],
      participations: [
        ...upTo(DEALS, played.ownDeals).flatMap((n) => shareRows(n, played.shares[n] ?? [])),
        ...upTo(played.ownDeals).flatMap((n) =>
          shareRows(
            n,
            (played.shares[n] ?? []).filter(({ investor }) => investor >= played.ownInvestors),
          ),
        ),
      ],
      payments: [
        ...played.imported.map(({ deal, day, percent, isReturned }, index) => ({
          ...{ reference: `I-${index}`, deal: `D-${deal}`, amount: (140 * percent).toFixed(2) },
          cleared_date: addDays(FIRST_DEBIT, day),
          ...(isReturned && { returned_date: addDays(FIRST_DEBIT, day + 2), return_code: 'R01' }),
        })),
        ...[...new Set(played.returned)].flatMap((index) => {
          const entry = posted[index];
          return entry
            ? [{ ...entry, returned_date: addDays(calendarDate(entry.cleared_date), 2), return_code: 'R01' }]
            : [];
        }),
      ],
    }),
  };
  const trial = rehearse({ tenantId, runId });
  await importBook(db, { ...request, isDryRun: true, rehearses: trial.run });
  expect(await dump(tenantId)).toEqual(before);
  const told = await trial.result(db);
  const was = await readFacts(tenantId);
  const report = await importBook(db, request);
  const is = await readFacts(tenantId);
  expect(told?.tried).toBe(told?.of);
  const { known, cashAccounts } = changesBetween(was, is);
  expect(told).toMatchObject({ failure: null, differences: [], cashAccounts });
  const toldStatuses = (told?.statuses ?? []).flatMap(({ former, status, count }) =>
    Array.from({ length: count }, () => `${former} → ${status}`),
  );
  // New deals may be completed by their own payments, which is told as well.
  expect(toldStatuses).toEqual(expect.arrayContaining(known));
  const imported = await dump(tenantId);
  const isChanged = report.files.some(({ counts }) => counts.new + counts.changed > 0);
  if (isChanged) expect(imported).not.toEqual(before);
  expect(await differencesIn(db, tenantId)).toEqual([]);
  await withTenant(owner, tenantId, (tx) =>
    tx
      .updateTable('importRuns')
      .set({ state: 'undoing', finishedAt: sql`now()`, undoneBy: staff })
      .where('id', '=', runId)
      .execute(),
  );
  await undoRun({ db } as JobDeps, { tenantId, runId });
  const run = await withTenant(owner, tenantId, (tx) =>
    tx
      .selectFrom('importRuns')
      .select(['state', 'failure'])
      .where('id', '=', runId)
      .executeTakeFirstOrThrow(),
  );
  if (!isChanged) return;
  expect(run).toEqual({ state: 'undone', failure: null });
  await turnDay(db, tenantId);
  expect(await dump(tenantId)).toEqual(before);
  expect(await differencesIn(db, tenantId)).toEqual([]);
}

/** What a trial tells beforehand: the status of each deal, and the cash of each account. */
async function readFacts(tenantId: string) {
  return withTenant(database.owner, tenantId, async (tx) => {
    const deals = await tx
      .selectFrom('deals')
      .select(['mid', 'status'])
      .where('tenantId', '=', tenantId)
      .execute();
    const { rows: accounts } = await sql<{ name: string; cash: bigint }>`
      select syndicate.name, sum(entry.amount_cents)::bigint as cash from cash_entries entry
      join syndicates syndicate on syndicate.tenant_id = entry.tenant_id and syndicate.id = entry.syndicate_id
      where entry.tenant_id = ${tenantId}::uuid group by syndicate.name order by syndicate.name`.execute(tx);
    return { deals, accounts };
  });
}
type Facts = Awaited<ReturnType<typeof readFacts>>;

function changesBetween(was: Facts, is: Facts) {
  const cashAccounts = is.accounts
    .map(({ name, cash }) => ({
      name,
      amount: String(cash - (was.accounts.find((account) => account.name === name)?.cash ?? 0n)),
    }))
    .filter(({ amount }) => amount !== '0');
  const known = was.deals.flatMap(({ mid, status }) => {
    const after = is.deals.find((deal) => deal.mid === mid)?.status;
    return after === status ? [] : [`${status} → ${after}`];
  });
  return { cashAccounts, known };
}

/** What was posted day by day before the import, so that deals were completed by themselves; and an account that is entered through today. */
async function postBefore(tx: Tx, tenantId: string, { posted, ownDeals, hasAccount }: Book) {
  await lockLedgerExclusively(tx, tenantId);
  const ids = new Map(
    (await tx.selectFrom('deals').select(['id', 'mid']).where('tenantId', '=', tenantId).execute()).map(
      ({ id, mid }) => [mid, id],
    ),
  );
  if (hasAccount) {
    const { id: syndicateId } = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('tenantId', '=', tenantId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const openedOn = calendarDate('2026-10-01');
    const opening = { syndicateId, cash: 5_000_000n, contributed: null, openedOn, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, opening);
  }
  const entries = posted
    .filter(({ deal }) => deal < ownDeals)
    .map(({ deal, day, percent }, index) => ({
      ...{ reference: `B-${index}`, deal: `D-${deal}`, amount: (140 * percent).toFixed(2) },
      cleared_date: addDays(FIRST_DEBIT, day) as CalendarDate,
    }));
  for (const { reference, deal, amount, cleared_date: date } of entries) {
    const dealId = ids.get(deal.replace('D', 'M')) ?? 0n;
    const entry: ClearedPayment = {
      ...{
        reference,
        dealId,
        amount: BigInt(amount.replace('.', '')),
        date,
        debitDate: null,
        result: 'cleared',
      },
    };
    await postPayments(tx, tenantId, [entry], addDays(date, 1));
  }
  return entries;
}

test(`IMPORT-20 IMPORT-35 ${BOOKS} random books are after importing and undoing what they were before, row by row, and a trial tells beforehand what importing does`, {
  timeout: 60_000 + BOOKS * 8_000,
}, async () => {
  await fc.assert(fc.asyncProperty(book, play), { numRuns: BOOKS, endOnFailure: true });
});
