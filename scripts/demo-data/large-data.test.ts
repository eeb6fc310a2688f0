import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifferences } from '../../src/server/ledger/find-differences.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { calendarDate } from '../../src/shared/domain/calendar-date.ts';
import { badPlans, checkPlans, findLargestBook } from '../bench/plans.ts';
import { loadBooks, NotEmptyError } from './load/load.ts';
import {
  emptyDatabase,
  type LoadedDatabase,
  loadedDatabase,
  quickDataSet,
  readCatalog,
} from './load/loaded-database.ts';

const asOf = calendarDate('2026-11-13');
const MERIDIAN = 'e2a96c38-71f4-4d0b-a6e3-98b5cf10d303';
/** A thousandth of the large book. */
const DEALS = 100;

let loaded: LoadedDatabase;
let catalogBefore: unknown[];

beforeAll(async () => {
  const { database, ownerUrl } = await emptyDatabase();
  catalogBefore = await readCatalog(ownerUrl);
  await database.drop();
  loaded = await loadedDatabase(asOf, DEALS);
});
afterAll(() => loaded.database.drop());

async function countAtMeridian(query: string): Promise<number> {
  const rows = await loaded.ask<{ count: bigint }>(`select count(*) from ${query} tenant_id = '${MERIDIAN}'`);
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

test('the large book has exactly as many rows as it says', async () => {
  expect(await countAtMeridian('deals where')).toBe(DEALS);
  expect(await countAtMeridian('participations where')).toBe(DEALS * 10);
  expect(await countAtMeridian('payout_lines where')).toBe(DEALS * 250);
  expect(await countAtMeridian(`payments where status = 'cleared' and`)).toBe(DEALS * 25);
  const largest = `syndicate_id = (select id from syndicates where abbreviation = 'ASF') and`;
  expect(await countAtMeridian(`participations where ${largest}`)).toBe(DEALS / 2);
  expect(await countAtMeridian(`payout_lines where ${largest}`)).toBe((DEALS / 2) * 25);
});

test('DASH-07 the large book reconciles, paid-off deals to the cent', async () => {
  const differences = await withTenant(loaded.database.owner, MERIDIAN, (tx) =>
    findDifferences(tx, MERIDIAN),
  );
  expect(differences).toEqual([]);
  const unsettled = `select p.id from participations p join deals d on d.id = p.deal_id
    join participation_totals t on t.participation_id = p.id
    where (d.status in ('Advance Completed', 'Cancelled')) <> (t.remaining_balance_cents = 0)`;
  expect(await loaded.ask(unsettled)).toEqual([]);
});

test('no query of the book reads the lines or the participations through', async () => {
  const { tenantId, syndicateId } = await findLargestBook(loaded.database.db);
  const plans = await checkPlans(loaded.database.db, tenantId, syndicateId);
  expect(plans.length).toBeGreaterThan(60);
  expect(badPlans(plans)).toEqual([]);
});

test('a query of the book has the same plan in the api as in the worker and on the command line', async () => {
  const { tenantId, syndicateId } = await findLargestBook(loaded.database.db);
  const worker = openDatabase(loaded.database.url, { maxConnections: 1 });
  const plans = await checkPlans(worker, tenantId, syndicateId);
  await worker.destroy();
  expect(plans).toEqual(await checkPlans(loaded.database.db, tenantId, syndicateId));
});

test('keys, indexes, references, policies and forced row-level security are back as they were', async () => {
  expect(await readCatalog(loaded.ownerUrl)).toEqual(catalogBefore);
  const unprotected = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and not (relrowsecurity and relforcerowsecurity)`;
  expect(await loaded.ask(unprotected)).toEqual([]);
});

test('the next row gets an id that no loaded row has', async () => {
  for (const table of [
    'deals',
    'participations',
    'payments',
    'companies',
    'deal_notes',
    'offers',
    'syndicates',
  ]) {
    const [highest] = await loaded.ask<{ id: bigint }>(
      `select nextval(pg_get_serial_sequence('${table}', 'id')) as id`,
    );
    const taken = await loaded.ask(`select id from ${table} where id >= ${highest?.id}`);
    expect(taken, table).toEqual([]);
  }
});

test('a database that has tenants is left alone', async () => {
  const { books, tenantIds } = await quickDataSet(asOf);
  await expect(loadBooks(loaded.ownerUrl, books, tenantIds)).rejects.toThrow(NotEmptyError);
  expect(await countAtMeridian('deals where')).toBe(DEALS);
  expect(await readCatalog(loaded.ownerUrl)).toEqual(catalogBefore);
});

test('a load that breaks off leaves nothing behind', async () => {
  const { database, ownerUrl } = await emptyDatabase();
  const { books, tenantIds } = await quickDataSet(asOf);
  function* breakingOff() {
    yield* books;
    throw new Error('broken off');
  }
  try {
    await expect(loadBooks(ownerUrl, breakingOff(), tenantIds)).rejects.toThrow('broken off');
    expect(await readCatalog(ownerUrl)).toEqual(catalogBefore);
    const again = await quickDataSet(asOf);
    await expect(loadBooks(ownerUrl, again.books, again.tenantIds)).resolves.toBeDefined();
  } finally {
    await database.drop();
  }
});
