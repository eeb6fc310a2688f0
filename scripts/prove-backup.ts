/**
 * Backs up a database with a row in every table and a bucket with files, for a public key; looks for what they say in whatever reached the
 * disk; restores both and compares; and shows that another key and a flipped byte are noticed before anything is restored.
 *   npm run prove:backup       FILES (200) can be set
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openDatabase } from '../src/server/platform/db/database.ts';
import { migrate } from '../src/server/platform/db/migrate.ts';
import { installJobs } from '../src/server/platform/jobs/install.ts';
import { createTenant, createUser } from '../src/server/testing/factories.ts';
import { fillEveryTable } from '../src/server/testing/fill-every-table.ts';
import { startPrivatePostgres } from '../src/server/testing/private-postgres.ts';

const FILES = Number(process.env['FILES'] ?? 200);
const CANARY = 'canary-7c1e-of-the-backup';
const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), 'prove-backup-'));
const place = (name: string) => path.join(folder, name);
const postgres = await startPrivatePostgres();
const urlOf = (role: string, database: string) => {
  const url = new URL(postgres.superuserUrl);
  url.username = role;
  url.pathname = `/${database}`;
  return url.href;
};
const buckets = [0, 1].map((index) => `prove-backup-${process.pid}-${index}`) as [string, string];

/** Debian's rclone does not start where this variable names certificates, which this proof does not need. */
const environment = { ...process.env, AWS_CA_BUNDLE: undefined };
const bash = (script: string, settings: Record<string, string> = {}) =>
  run('bash', ['-euc', script], { env: { ...environment, ...settings }, maxBuffer: 1 << 28 });
const rclone = (command: string) => bash(`. deploy/rclone.sh; rclone ${command}`);
const backup = (settings: Record<string, string>) =>
  bash(`deploy/backup ${place('backups')}`, {
    DATABASE_BACKUP_URL: urlOf('portal_backup', 'portal'),
    S3_BUCKET: buckets[0],
    BACKUP_METRICS_FILE: place('backup.prom'),
    ...settings,
  });
const restore = (from: string, settings: Record<string, string> = {}) =>
  bash(`deploy/restore ${from}`, {
    DATABASE_RESTORE_URL: urlOf('postgres', 'restored'),
    S3_BUCKET: buckets[1],
    BACKUP_IDENTITY: place('identity'),
    ...settings,
  });

async function inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf('postgres', database) });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Of every table, how many rows it has and what they hold together. */
const contentOf = (database: string) =>
  inDatabase(database, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    );
    const content: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: sums } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ' ' order by row::text)), '') as sum from ${name} row`,
      );
      content[name] = sums[0]?.sum ?? '';
    }
    return content;
  });

async function filesUnder(from: string): Promise<string[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function filesThatSay(word: string, from: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesUnder(from))
    if (file.includes(word) || (await readFile(file)).includes(word)) found.push(file);
  return found;
}

/** As somebody would who can write into the backups: with the checksums made anew. */
async function withFlippedByte<T>(file: string, from: string, work: () => Promise<T>): Promise<T> {
  const flip = async () => {
    const handle = await open(file, 'r+');
    const { size } = await handle.stat();
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, size - 20);
    await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, size - 20);
    await handle.close();
    await bash(
      `cd ${from} && find . -type f ! -name SHA256SUMS -print0 | sort -z | xargs -0 sha256sum >SHA256SUMS`,
    );
  };
  await flip();
  return work().finally(flip);
}

try {
  await migrate(postgres.ownerUrl);
  await installJobs(postgres.ownerUrl);
  const owner = openDatabase(postgres.ownerUrl, { maxConnections: 2 });
  const tenantId = await createTenant(owner, { name: CANARY });
  await fillEveryTable(owner, tenantId, await createUser(owner, { email: `${CANARY}@investor.example` }));
  await owner.destroy();
  await inDatabase('postgres', async (client) => {
    await client.query('create role portal_backup login bypassrls');
    await client.query('grant pg_read_all_data to portal_backup');
    await client.query('create database restored owner portal_owner');
  });
  await bash(
    `mkdir -p ${place('files')} && age-keygen -o ${place('identity')} && age-keygen -y ${place('identity')} >${place('recipients')} && age-keygen -o ${place('other')}`,
  );
  for (let index = 0; index < FILES; index += 1)
    await writeFile(
      place(`files/${CANARY}-${index}.txt`),
      `${CANARY} ${index} `.repeat(1 + (index % 50) * 100),
    );
  await rclone(`mkdir portal:${buckets[0]}`);
  await rclone(`copy ${place('files')} portal:${buckets[0]}`);

  await assert.rejects(backup({}), /Whose backup is it/);
  assert.deepEqual(await readdir(folder).then((names) => names.includes('backups')), false);
  console.log('without a public key: refused, nothing written');

  const begun = Date.now();
  await backup({ BACKUP_RECIPIENTS: place('recipients') });
  const [moment = ''] = await readdir(place('backups'));
  const made = place(`backups/${moment}`);
  console.log(`backup: ${Date.now() - begun} ms, ${(await filesUnder(made)).length} files`);
  assert.deepEqual(await filesThatSay(CANARY, made), []);
  assert.match(
    await readFile(place('backup.prom'), 'utf8'),
    /^portal_last_backup_timestamp_seconds \d{10}$/m,
  );
  // The search itself would find it: the same files are found where they are not encrypted.
  assert.equal((await filesThatSay(CANARY, place('files'))).length, FILES);
  console.log(`searched for ${CANARY}: in 0 files of the backup, in ${FILES} of the bucket`);

  await assert.rejects(restore(made, { BACKUP_IDENTITY: '' }), /This backup is encrypted/);
  await assert.rejects(restore(made, { BACKUP_IDENTITY: place('other') }), /no identity matched/);
  await withFlippedByte(path.join(made, 'database.age'), made, () =>
    assert.rejects(restore(made), /failed to decrypt|authenticate/),
  );
  assert.deepEqual(await contentOf('restored'), {});
  console.log('no key, another key, a flipped byte of the dump: refused, nothing restored');

  const restoring = Date.now();
  await restore(made);
  console.log(`restore: ${Date.now() - restoring} ms`);
  const content = await contentOf('portal');
  assert.deepEqual(await contentOf('restored'), content);
  await rclone(`check --download portal:${buckets[0]} portal:${buckets[1]}`);
  console.log(`the same: ${Object.keys(content).length} tables, ${FILES} files`);

  await rclone(`purge portal:${buckets[1]}`);
  await inDatabase('postgres', async (client) => {
    await client.query('drop database restored');
    await client.query('create database restored owner portal_owner');
  });
  const [sealed = ''] = await filesUnder(path.join(made, 'files'));
  await withFlippedByte(sealed, made, () => assert.rejects(restore(made), /Failed to cat/));
  assert.deepEqual(await contentOf('restored'), {});
  console.log('a flipped byte of a file: refused, nothing restored');
} finally {
  for (const bucket of buckets) await rclone(`purge portal:${bucket}`).catch(() => undefined);
  await postgres.stop();
  await rm(folder, { recursive: true });
}
