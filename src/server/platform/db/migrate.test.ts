import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer, TEST_PREFIX, urlOf } from '../../testing/test-database.ts';
import { untilBlockedBy, untilWaiting } from '../../testing/until-waiting.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrationNames } from './migrate.ts';

/** Changes tenants, then approvals, then service_tokens. */
const MIGRATION = '20261125070101_desk_settings.sql';
const NAME = `${TEST_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
const url = urlOf('DATABASE_OWNER_URL', NAME);

let db: Database;
let names: string[];
beforeAll(async () => {
  names = (await migrationNames()).filter((name) => name <= MIGRATION);
  await onServer(`create database ${NAME}`);
  await migrate(url, names.slice(0, -1));
  db = openDatabase(url, { maxConnections: 3 });
});
afterAll(async () => {
  await db.destroy();
  await onServer(`drop database ${NAME} with (force)`);
});

test('OPS-50 a request that a migration would wait for in turn is answered, and the migration tries again', async () => {
  const migrating = await db.transaction().execute(async (request) => {
    await sql`select from service_tokens`.execute(request);
    // Holds the migration up between the two tables, so that the request is the first to wait: the database ends who waited longest.
    const asked = await db.transaction().execute(async (other) => {
      await sql`select from approvals`.execute(other);
      const end = migrate(url, names);
      await untilBlockedBy(db, other);
      const answer = sql`select from tenants`.execute(request);
      await untilWaiting(db, 2);
      return { answer, end };
    });
    await asked.answer;
    return asked;
  });
  expect(await migrating.end).toEqual([MIGRATION]);
});
