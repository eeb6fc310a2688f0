import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenId, id, pathId } from '../../../shared/contract/codecs.ts';
import { createTenant, createUser } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../../testing/test-database.ts';
import { withTenant } from '../db/transactions.ts';
import { assignCell, readCounters } from './assign-cell.ts';
import { COUNTERS, IDS_PER_CELL, MAX_CELL } from './id-ranges.ts';
import { readCell } from './this-cell.ts';

let database: TestDatabase;
let ownerUrl: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ownerUrl = urlOf('DATABASE_OWNER_URL', new URL(database.url).pathname.slice(1));
});
afterAll(() => database.drop());

test('CELL-01 of every counter it is decided whether it counts in the range of the cell', async () => {
  const names = (await readCounters(database.owner)).map(({ name }) => name);
  expect(names.filter((name) => !(name in COUNTERS))).toEqual([]);
  expect(Object.keys(COUNTERS).filter((name) => !names.includes(name))).toEqual([]);
});

test('CELL-01 every column that is counted up, and nothing else, makes ids of a table that is copied', async () => {
  const { rows } = await sql<{ counter: string | null }>`
    select pg_get_serial_sequence(attrelid::regclass::text, attname) as counter
    from pg_attribute join pg_class rel on rel.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attidentity <> ''`.execute(
    database.owner,
  );
  const ranged = Object.entries(COUNTERS).filter(([, decision]) => decision === 'range of the cell');
  expect(rows.map(({ counter }) => counter).sort()).toEqual(ranged.map(([name]) => name).sort());
});

test('CELL-01 a cell counts in its own range, and a database keeps its number for good', async () => {
  const other = await createTestDatabase();
  const otherUrl = urlOf('DATABASE_OWNER_URL', new URL(other.url).pathname.slice(1));
  try {
    expect(await readCell(other.db)).toBe(0);
    expect(await assignCell(otherUrl, 3)).toBe(3);
    expect([await readCell(other.db), await assignCell(otherUrl, undefined)]).toEqual([3, 3]);
    const first = 3n * IDS_PER_CELL;
    const tenantId = await createTenant(other.owner);
    expect(await createUser(other.owner)).toBe(first + 1n);
    const history = (await readCounters(other.owner)).find(({ name }) => name.includes('invite_history'));
    expect(history?.startValue).toBe(first + 1_000_000_001n);
    const category = await withTenant(other.owner, tenantId, (tx) =>
      tx
        .insertInto('fileCategories')
        .values({ tenantId, name: 'x' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    expect(category.id).toBe(first + 1n);
    // A second run, as at each upgrade, sets nothing back.
    await assignCell(otherUrl, 3);
    expect(await createUser(other.owner)).toBe(first + 2n);
    await expect(assignCell(otherUrl, 4)).rejects.toThrow('is cell 3 for good');
    await expect(sql`update cells.this_cell set number = 5`.execute(other.db)).rejects.toThrow(/permission/);
  } finally {
    await other.drop();
  }
});

test('CELL-01 a database that was in use before there were cells is cell 0 and counts on as it did', async () => {
  const before = await createUser(database.owner);
  await expect(assignCell(ownerUrl, 1)).rejects.toThrow('so it is cell 0');
  expect(await assignCell(ownerUrl, undefined)).toBe(0);
  expect(await createUser(database.owner)).toBe(before + 1n);
});

test('CELL-01 the largest id of the last cell is exact on the wire and has the digits that calls take', () => {
  const largest = BigInt(MAX_CELL + 1) * IDS_PER_CELL - 1n;
  expect(Number.isSafeInteger(Number(largest))).toBe(true);
  expect(id.parse(Number(largest))).toBe(largest);
  expect(givenId.parse(largest.toString())).toBe(largest);
  expect(pathId.parse(largest.toString())).toBe(largest);
});
