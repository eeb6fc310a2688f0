import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifferences } from '../../ledger/find-differences.ts';
import { createTenant, createUser } from '../../testing/factories.ts';
import { fillEveryTable } from '../../testing/fill-every-table.ts';
import { BACKFILL_CHECKS, CHANGED_ON_PURPOSE } from '../../testing/previous-release/expected-changes.ts';
import { insertsOf } from '../../testing/previous-release/recorded-statements.ts';
import {
  hashOfMigration,
  releasedInserts,
  releasedMigrations,
  replayRelease,
} from '../../testing/previous-release/release.ts';
import {
  type DatabaseAtRelease,
  databaseAtRelease,
} from '../../testing/previous-release/released-database.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../../testing/test-database.ts';
import { migrate, migrationNames, readMigration } from './migrate.ts';
import { withTenant } from './transactions.ts';

const released = releasedMigrations();
const lastReleased = released.at(-1)?.name ?? '';
const newMigrations = async () =>
  (await migrationNames()).filter((name) => !released.some((one) => one.name === name));

let newest: TestDatabase;
const newestOwnerUrl = () => urlOf('DATABASE_OWNER_URL', new URL(newest.url).pathname.slice(1));
let upgraded: DatabaseAtRelease;
let before: Awaited<ReturnType<DatabaseAtRelease['readEverything']>>;

beforeAll(async () => {
  newest = await createTestDatabase();
  upgraded = await databaseAtRelease();
  await replayRelease(upgraded.ownerUrl);
  before = await upgraded.readEverything();
});
afterAll(async () => {
  await newest.drop();
  await upgraded.drop();
});

test('migrations only go forward: a released one stays as it was, and a new one comes after the last of them', async () => {
  const now = await Promise.all(
    released.map(async ({ name }) => ({ name, sha256: await hashOfMigration(name) })),
  );
  expect(now).toEqual(released);
  // A database that has run the released migrations refuses to run another one before them.
  expect((await newMigrations()).filter((name) => name < lastReleased)).toEqual([]);
});

test('the previous release goes on writing while the new schema is in place: everything it fills the tables with', async () => {
  await replayRelease(newestOwnerUrl());
});

test('the previous release goes on writing while the new schema is in place: every insert it makes', async () => {
  const client = new pg.Client({ connectionString: newestOwnerUrl() });
  await client.connect();
  const refused: string[] = [];
  for (const insert of releasedInserts()) {
    // Parsing and planning checks tables, columns and types. The catalog tells which columns need a value.
    await client.query('begin');
    await client
      .query(`prepare released as ${insert}`)
      .catch((error: Error) => refused.push(`${error.message}: ${insert}`));
    await client.query('rollback; deallocate all');
    for (const given of insertsOf(insert)) {
      const missing = await requiredColumnsMissing(given);
      if (missing.length > 0) refused.push(`does not give ${missing.join(', ')}: ${insert}`);
    }
  }
  await client.end();
  expect(refused).toEqual([]);
});

type Given = ReturnType<typeof insertsOf>[number];

/** The columns that are not nullable, have no default and are missing from the insert. */
async function requiredColumnsMissing({ table, columns }: Given): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${`public.${table}`}) and attnum > 0 and not attisdropped and attnotnull and not atthasdef
      and attidentity = '' and attname <> all (${columns})`.execute(newest.owner);
  return rows.map(({ name }) => `${table}.${name}`);
}

test('a filled database of the previous release is migrated: every row is still there, as it was', async () => {
  const ran = await migrate(upgraded.ownerUrl);
  expect(ran).toEqual(await newMigrations());
  const after = await upgraded.readEverything();
  const lost = [...before].flatMap(([table, rows]) => {
    if (table in CHANGED_ON_PURPOSE) return [];
    const now = after.get(table) ?? [];
    return rows.filter((row) => !now.some((other) => holdsAll(other, row))).map((row) => ({ table, row }));
  });
  expect(lost).toEqual([]);
});

/** True when the columns that both rows have hold the same values. A dropped column took its old values with it. */
const holdsAll = (now: Readonly<Record<string, unknown>>, then: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(then).every(
    ([column, value]) => !(column in now) || JSON.stringify(now[column]) === JSON.stringify(value),
  );

test('what a migration fills in is right: each that writes rows has its check, and the ledger ties out', async () => {
  for (const name of await newMigrations()) {
    if (!writesRows(await readMigration(name))) continue;
    const check = BACKFILL_CHECKS[name];
    if (!check) throw new Error(`${name} writes rows: its check is missing in expected-changes.ts.`);
    await check(upgraded.owner);
  }
  for (const tenantId of upgraded.tenantIds(before))
    expect(await withTenant(upgraded.owner, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
});

/** True if it writes rows outside of the functions that it creates. */
const writesRows = (migration: string): boolean =>
  /^\s*(insert into|update|delete from|with|merge)\b/im.test(migration.replace(/(\$\w*\$)[\s\S]*?\1/g, ''));

test('this version writes beside the rows of the previous release', async () => {
  const tenantId = await createTenant(upgraded.owner);
  await fillEveryTable(upgraded.owner, tenantId, await createUser(upgraded.owner));
});
