/**
 * Archives a server's write-ahead log with deploy/archive-wal, posts a day, notes the moment, deletes every payout line, and recovers
 * the server to that moment with deploy/recover: every table is as it was then, and the book reconciles. A moment that the archive
 * does not reach, because a file is missing or damaged, is refused.
 *   npm run prove pitr       DEALS (2000) can be set
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { postAndRecord } from '../src/server/features/posting/post-and-record.ts';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { installJobs } from '../src/server/platform/jobs/install.ts';
import { commandLineOn } from '../src/server/testing/command-line.ts';
import { createPayingBook, writeFirstDay } from '../src/server/testing/posting-book.ts';
import { freePort, startPrivatePostgres } from '../src/server/testing/private-postgres.ts';
import { contentOf } from './backup/database-content.ts';

const DEALS = Number(process.env['DEALS'] ?? 2000);
const BIN = process.env['POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const folder = await mkdtemp(path.join(tmpdir(), 'prove-pitr-'));
await chmod(folder, 0o755);
const place = (name: string) => path.join(folder, name);
const asPostgres = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
const run = promisify(execFile);
const bash = (script: string, settings: Record<string, string> = {}) =>
  run('setpriv', [...asPostgres, 'bash', '-euo', 'pipefail', '-c', script], {
    env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}`, ...settings },
    cwd: process.cwd(),
  });
const recover = (base: string, moment: string, data: string) =>
  bash(`deploy/recover ${place('wal')}/${base} '${moment}' ${data}`, { BACKUP_IDENTITY: place('identity') });

/** Runs the statements in one session, and returns the answer of the last one. */
async function asked(url: string, ...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let answer = '';
  try {
    for (const statement of statements) {
      const { rows } = await client.query<{ answer: string }>(statement);
      answer = rows[0]?.answer ?? '';
    }
    return answer;
  } finally {
    await client.end();
  }
}

/** Starts PostgreSQL on a recovered folder, and resolves once it has left recovery, or with what it said when it ended. */
async function start(data: string) {
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'archive_mode=off',
  ];
  const server = spawn(
    'setpriv',
    [
      ...asPostgres,
      path.join(BIN, 'postgres'),
      ...['-D', data, '-c', 'fsync=off', '-c', 'dynamic_shared_memory_type=mmap'],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { env: { ...process.env, PATH: process.env['PATH'] } },
  );
  let said = '';
  server.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/portal`;
  const isOpen = () =>
    asked(url, 'select (not pg_is_in_recovery())::text as answer').then(
      (answer) => answer === 'true',
      () => false,
    );
  while (server.exitCode === null) {
    if (await isOpen()) return { url, server, said: () => said };
    await setTimeout(50);
  }
  return { url: null, server, said: () => said };
}

await run('chown', ['postgres:', folder]);
await bash(
  `mkdir ${place('wal')} && age-keygen -o ${place('identity')} && age-keygen -y ${place('identity')} >${place('recipients')}`,
);
const archiveWal = path.resolve('deploy/archive-wal');
const postgres = await startPrivatePostgres({
  archive_mode: 'on',
  archive_command: `${archiveWal} ${place('recipients')} ${place('wal')} %p %f`,
  archive_timeout: '60s',
});
try {
  await migrate(postgres.ownerUrl);
  await installJobs(postgres.ownerUrl);
  const owner = openDatabase(postgres.ownerUrl, { maxConnections: 2 });
  const tenantId = await createPayingBook(owner, DEALS);
  await asked(postgres.superuserUrl, 'create role portal_archive login replication');
  const begun = Date.now();
  const { stdout } = await bash(`deploy/base-backup ${place('wal')}`, {
    DATABASE_BASE_URL: postgres.superuserUrl.replace('postgres@', 'portal_archive@'),
    BACKUP_RECIPIENTS: place('recipients'),
  });
  console.log(
    `base backup of a book with ${DEALS} deals: ${Date.now() - begun} ms, ${stdout.trim().split(' ')[0]}`,
  );

  // What comes after the base backup is in the archive alone.
  await mkdir(place('days'));
  await writeFirstDay(owner, tenantId, place('days/first.csv'), DEALS);
  await owner.destroy();
  const book = openDatabase(postgres.url, { maxConnections: 2 });
  const operator = { via: 'command line', name: 'proof' } as const;
  const posted = await postAndRecord(book, tenantId, place('days/first.csv'), {
    operator,
    confirm: undefined,
  });
  await book.destroy();
  assert.deepEqual(posted.refused, []);
  const before = await contentOf(postgres.superuserUrl);
  const moment = await asked(postgres.superuserUrl, 'select clock_timestamp()::text as answer');
  await setTimeout(1000);
  const lines = await asked(
    postgres.superuserUrl,
    // Lines can only be added, except by a superuser who goes around the triggers.
    'set session_replication_role = replica',
    `with gone as (delete from payout_lines returning 1) select count(*)::text as answer from gone`,
  );
  console.log(`at ${moment} everything is well; a second later ${lines} payout lines are deleted`);
  await asked(postgres.superuserUrl, 'select pg_switch_wal()::text as answer');
  const last = await asked(postgres.superuserUrl, 'select last_archived_wal as answer from pg_stat_archiver');
  let archived = last;
  while (archived === last) {
    await setTimeout(100);
    archived = await asked(postgres.superuserUrl, 'select last_archived_wal as answer from pg_stat_archiver');
  }

  const names = await readdir(place('wal'));
  const base = names.find((name) => name.endsWith('.base.age')) ?? '';
  const readable = await bash(`grep -rlF Bright ${place('wal')} || true`);
  assert.equal(readable.stdout, '');
  console.log(`the archive: ${names.filter((name) => name.endsWith('.age')).length} files, all encrypted`);

  const recovering = Date.now();
  await bash(`mkdir ${place('recovered')}`);
  await recover(base, moment, place('recovered'));
  const recovered = await start(place('recovered'));
  assert.ok(recovered.url, recovered.said());
  console.log(`recovered to that moment: ${Date.now() - recovering} ms`);
  assert.deepEqual(await contentOf(recovered.url), before);
  console.log(
    `the same: ${Object.keys(before).length} tables, ${before['public.payout_lines']?.split(' ')[0]} payout lines`,
  );
  const url = recovered.url.replace('postgres@', 'portal_app@');
  const reconciled = await commandLineOn({ url })('reconcile', '--all');
  assert.match(reconciled.stdout, /reconciles to \$0\.00/);
  console.log(reconciled.stdout.trim());
  recovered.server.kill('SIGINT');
  await once(recovered.server, 'exit');

  // The last files of the log before the moment are damaged: whoever restores must not take less for all.
  await appendFile(path.join(place('wal'), `${archived}.age`), 'x');
  await bash(`mkdir ${place('again')}`);
  await recover(base, moment, place('again'));
  const refused = await start(place('again'));
  assert.equal(refused.url, null);
  assert.match(refused.said(), /recovery ended before configured recovery target was reached/);
  console.log('with a damaged file of the log: PostgreSQL does not open');
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
