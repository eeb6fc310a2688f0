import { migrate } from '../platform/db/migrate.ts';
import { installJobs } from '../platform/jobs/install.ts';
import { dropDatabase, onServer, TEST_PREFIX, urlOf } from './test-database.ts';

/** Migrates an empty database once per run. Each test file works in a copy of it. */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of this run has created it and drops it when all are done.
  if (process.env['TEST_TEMPLATE']) return async () => undefined;
  await dropLeftovers();
  const template = `${TEST_PREFIX}${process.pid}_template`;
  process.env['TEST_TEMPLATE'] = template;
  await onServer(`create database ${template}`);
  await migrate(urlOf('DATABASE_OWNER_URL', template));
  await installJobs(urlOf('DATABASE_OWNER_URL', template));
  return () => dropDatabase(template);
}

/** A run that was killed could not drop its databases. Their names contain the process that they belonged to. */
async function dropLeftovers(): Promise<void> {
  const databases = await onServer(
    `select datname as name from pg_database where datname like '${TEST_PREFIX}%'`,
  );
  for (const { name } of databases) {
    const pid = Number(/\d+/.exec(name)?.[0]);
    if (isRunning(pid)) continue;
    // A server that outlived its test may still be connected to it. That is no reason not to run others.
    await dropDatabase(name).catch((error: unknown) => process.stderr.write(`${name} stays: ${error}\n`));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
