import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { onServer, TEST_PREFIX, urlOf } from '../../testing/test-database.ts';
import { untilBlockedBy, untilWaiting } from '../../testing/until-waiting.ts';
import { openDatabase } from './database.ts';
import { migrate, migrationNames } from './migrate.ts';

const names = await migrationNames();

let drop: () => Promise<void>;
afterEach(() => drop());

/** A database that has run these migrations. */
async function databaseAt(first: readonly string[]) {
  const name = `${TEST_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name}`);
  const url = urlOf('DATABASE_OWNER_URL', name);
  await migrate(url, first);
  const db = openDatabase(url, { maxConnections: 3 });
  drop = async () => {
    await db.destroy();
    await onServer(`drop database ${name} with (force)`);
  };
  return { db, url };
}

test('OPS-50 a request that a migration would wait for in turn is answered, and the migration tries again', async () => {
  // Changes tenants, then approvals, then service_tokens.
  const migration = '20261125070101_desk_settings.sql';
  const { db, url } = await databaseAt(names.filter((name) => name < migration));
  const migrating = await db.transaction().execute(async (request) => {
    await sql`select from service_tokens`.execute(request);
    // Holds the migration up between the two tables, so that the request is the first to wait: the database ends who waited longest.
    const asked = await db.transaction().execute(async (other) => {
      await sql`select from approvals`.execute(other);
      const migrated = names.filter((name) => name <= migration);
      const end = migrate(url, migrated);
      await untilBlockedBy(db, other);
      const answer = sql`select from tenants`.execute(request);
      // On a machine that stood still, the migration has given up already.
      await Promise.race([untilWaiting(db, 2), answer]);
      return { answer, end };
    });
    await asked.answer;
    return asked;
  });
  expect(await migrating.end).toEqual([migration]);
});

test('OPS-50 no migration writes a table anew, which somebody who reads in an older snapshot would find empty', async () => {
  const lastOfVersion2 = names.indexOf('20261120060100_mail_from.sql');
  const { db, url } = await databaseAt(names.slice(0, lastOfVersion2 + 1));
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
