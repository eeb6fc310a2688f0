/**
 * Keeps what this version does to the database, for the tests of the next one's migrations (CONTRIBUTING.md). Run when a version
 * is released, and only then:
 *   npm run generate release-snapshot [-- --recorded <file>]
 * The statements that fill every table are recorded from src/server/testing/fill-every-table.ts, the inserts from the tests of
 * the server, which are run for it; or they have been recorded by a run of `npm test` with RECORD_INSERTS=<file>.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { installJobs } from '../src/server/platform/jobs/install.ts';
import { createTenant, createUser } from '../src/server/testing/factories.ts';
import { fillEveryTable } from '../src/server/testing/fill-every-table.ts';
import { changesSomething, withValues } from '../src/server/testing/previous-release/recorded-statements.ts';
import { replayRelease, writeSnapshot } from '../src/server/testing/previous-release/release.ts';
import { dropDatabase, onServer, urlOf } from '../src/server/testing/test-database.ts';

const NAME = 'portal_release_snapshot';
const ownerUrl = urlOf('DATABASE_OWNER_URL', NAME);

async function withFreshDatabase<T>(work: () => Promise<T>): Promise<T> {
  await dropDatabase(NAME);
  await onServer(`create database ${NAME}`);
  try {
    await migrate(ownerUrl);
    await installJobs(ownerUrl);
    return await work();
  } finally {
    await dropDatabase(NAME);
  }
}

async function recordStatements(): Promise<string[]> {
  const statements: string[] = [];
  const owner = openDatabase(ownerUrl, {
    maxConnections: 1,
    onStatement: (text, values) => changesSomething(text) && statements.push(withValues(text, values)),
  });
  // Names that no test uses, so that a test can write beside these rows.
  const tenantId = await createTenant(owner, { slug: 'previous-release' });
  const userId = await createUser(owner, { loginName: 'previous', email: 'previous@release.example' });
  await fillEveryTable(owner, tenantId, userId);
  await owner.destroy();
  return statements;
}

function recordInserts(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-release-'));
  const file = path.join(folder, 'inserts');
  try {
    const run = spawnSync('node_modules/.bin/vitest', ['run', 'src/server'], {
      env: { ...process.env, RECORD_INSERTS: file },
      stdio: 'inherit',
    });
    if (run.status !== 0) throw new Error('Some tests failed: a version like that is not released.');
    return readInserts(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readInserts = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string);

const { values } = parseArgs({ options: { recorded: { type: 'string' } } });
const statements = await withFreshDatabase(recordStatements);
const inserts = values.recorded === undefined ? recordInserts() : readInserts(values.recorded);
await writeSnapshot(statements, inserts);
// A snapshot that cannot be sent again would only be noticed by whoever writes the next migration.
await withFreshDatabase(() => replayRelease(ownerUrl));
