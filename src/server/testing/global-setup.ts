import { migrate } from '../db/migrate.ts';
import { onServer, TEMPLATE, urlOf } from './test-database.ts';

/** Migrates an empty database once per run; each test file works in a copy of it. */
export async function setup(): Promise<() => Promise<void>> {
  const template = `${TEMPLATE}_${process.pid}`;
  process.env['TEST_TEMPLATE'] = template;
  await onServer(`create database ${template}`);
  await migrate(urlOf('DATABASE_OWNER_URL', template));
  return () => onServer(`drop database ${template} with (force)`);
}
