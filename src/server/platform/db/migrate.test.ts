import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { databaseAt } from '../../testing/database-at.ts';
import { untilBlockedBy, untilWaiting } from '../../testing/until-waiting.ts';
import { migrate, migrationNames } from './migrate.ts';

const names = await migrationNames();

// Changes tenants, then approvals, then service_tokens.
const SETTINGS = '20261125070101_desk_settings.sql';
const withSettings = names.filter((name) => name <= SETTINGS);

let database: Awaited<ReturnType<typeof databaseAt>>;
afterEach(() => database.drop());

test('OPS-50 a request that a migration would wait for in turn is answered, and the migration tries again', async () => {
  database = await databaseAt(withSettings.slice(0, -1));
  const { owner: db, ownerUrl: url } = database;
  const migrating = await db.transaction().execute(async (request) => {
    await sql`select from service_tokens`.execute(request);
    // Holds the migration up between the two tables, so that the request is the first to wait: the database ends who waited longest.
    const asked = await db.transaction().execute(async (other) => {
      await sql`select from approvals`.execute(other);
      const end = migrate(url, withSettings);
      await untilBlockedBy(db, other);
      const answer = sql`select from tenants`.execute(request);
      // On a machine that stood still, the migration has given up already.
      await Promise.race([untilWaiting(db, 2), answer]);
      return { answer, end };
    });
    await asked.answer;
    return asked;
  });
  expect(await migrating.end).toEqual([SETTINGS]);
});

test('OPS-50 a migration that has tried often waits long enough for the database to end its own vacuum of a table', async () => {
  database = await databaseAt(withSettings.slice(0, -1));
  const { owner: db, ownerUrl: url } = database;
  const secondsWaited = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as seconds
      from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.seconds;
  };
  const migrating = await db.transaction().execute(async (vacuum) => {
    // As the database does while it vacuums a table.
    await sql`lock table approvals in share update exclusive mode`.execute(vacuum);
    const end = migrate(url, withSettings);
    // The default of deadlock_timeout is a second.
    await expect.poll(secondsWaited, { timeout: 60_000, interval: 25 }).toBeGreaterThan(1.1);
    return { end };
  });
  expect(await migrating.end).toEqual([SETTINGS]);
});

test('OPS-50 no migration writes a table anew, which somebody who reads in an older snapshot would find empty', async () => {
  const lastOfVersion2 = names.indexOf('20261120060100_mail_from.sql');
  database = await databaseAt(names.slice(0, lastOfVersion2 + 1));
  const { owner: db, ownerUrl: url } = database;
  // PostgreSQL gives a table another file when it writes it anew.
  const filesOfTables = async () => {
    const { rows } = await sql<{ name: string; file: string }>`
      select relname as name, relfilenode::text as file from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
    return new Map(rows.map(({ name, file }) => [name, file]));
  };
  const writtenAnew: string[] = [];
  for (let at = lastOfVersion2 + 1; at < names.length; at += 1) {
    const before = await filesOfTables();
    await migrate(url, names.slice(0, at + 1));
    const after = await filesOfTables();
    for (const [table, file] of before)
      if (after.has(table) && after.get(table) !== file) writtenAnew.push(`${names[at]}: ${table}`);
  }
  expect(writtenAnew).toEqual([]);
});
