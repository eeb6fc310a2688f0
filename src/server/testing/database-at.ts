import { randomBytes } from 'node:crypto';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { dropDatabase, onServer, TEST_PREFIX, urlOf } from './test-database.ts';

/** Creates an empty database that has run only these migrations. */
export async function databaseAt(migrations: readonly string[]) {
  const name = `${TEST_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name}`);
  const ownerUrl = urlOf('DATABASE_OWNER_URL', name);
  await migrate(ownerUrl, migrations);
  const owner = openDatabase(ownerUrl, { maxConnections: 3 });
  return {
    owner,
    ownerUrl,
    async drop() {
      await owner.destroy();
      await dropDatabase(name);
    },
  };
}
