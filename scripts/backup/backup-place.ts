import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { installJobs } from '../../src/server/platform/jobs/install.ts';
import { startPrivatePostgres } from '../../src/server/testing/private-postgres.ts';
import { contentOf } from './database-content.ts';

const run = promisify(execFile);
type Settings = Readonly<Record<string, string>>;

/** A migrated database on a server of its own, names for buckets, a pair of keys, and deploy/backup and deploy/restore on all of them. */
export async function createBackupPlace() {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-place-'));
  const postgres = await startPrivatePostgres();
  const place = (name: string) => path.join(folder, name);
  const urlOf = (role: string, database: string) => {
    const url = new URL(postgres.superuserUrl);
    url.username = role;
    url.pathname = `/${database}`;
    return url.href;
  };
  const buckets: string[] = [];
  const newBucket = () => {
    const name = `backup-${process.pid}-${Date.now()}-${buckets.length}`;
    buckets.push(name);
    return name;
  };
  const bucket = newBucket();
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    // Debian's rclone does not start where this variable names certificates, which is not needed here.
    AWS_CA_BUNDLE: undefined,
    // pg_dump must not be older than the server.
    PATH: `${process.env['POSTGRES_BIN'] ?? ''}:${process.env['PATH']}`,
    S3_BUCKET: bucket,
    BACKUP_RECIPIENTS: undefined,
    BACKUP_KEEP: undefined,
  };

  const bash = (script: string, settings: Settings = {}) =>
    run('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...environment, ...settings },
      maxBuffer: 1 << 28,
    });

  async function inDatabase<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf('postgres', database) });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  await migrate(postgres.ownerUrl);
  await installJobs(postgres.ownerUrl);
  await inDatabase('postgres', async (client) => {
    await client.query('create role portal_backup login bypassrls');
    await client.query('grant pg_read_all_data to portal_backup');
  });
  await bash(
    `age-keygen -o ${place('identity')} && age-keygen -y ${place('identity')} >${place('recipients')}`,
  );

  return {
    place,
    postgres,
    urlOf,
    bash,
    inDatabase,
    contentOf: (database: string) => contentOf(urlOf('postgres', database)),
    /** That of the portal. It does not exist yet. */
    bucket,
    newBucket,
    recipients: { BACKUP_RECIPIENTS: place('recipients') },
    rclone: (command: string) => bash(`. deploy/rclone.sh; rclone ${command}`),

    /** The names of the backups that are there, also of those that were broken off. */
    backups: async () => (await readdir(place('backups'))).filter((name) => name !== '.lock').toSorted(),
    backup: (settings: Settings) =>
      bash(`deploy/backup ${place('backups')}`, {
        DATABASE_BACKUP_URL: urlOf('portal_backup', 'portal'),
        ...settings,
      }),
    createDatabase: (name: string) =>
      inDatabase('postgres', async (client) => {
        await client.query(`drop database if exists ${name}`);
        await client.query(`create database ${name} owner portal_owner`);
      }),
    restore: (from: string, database: string, settings: Settings) =>
      bash(`deploy/restore ${from}`, {
        DATABASE_RESTORE_URL: urlOf('postgres', database),
        BACKUP_IDENTITY: place('identity'),
        ...settings,
      }),

    async remove(): Promise<void> {
      for (const name of buckets)
        await bash(`. deploy/rclone.sh; rclone purge portal:${name}`).catch(() => undefined);
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
