import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { assignCell } from '../../src/server/platform/cells/assign-cell.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { createFileStorage } from '../../src/server/platform/integrations/file-storage.ts';
import { installJobs } from '../../src/server/platform/jobs/install.ts';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { requiredVariable } from '../../src/server/testing/required-variable.ts';
import { dropDatabase, onServer, urlOf } from '../../src/server/testing/test-database.ts';
import { startApi } from '../shutdown/api.ts';

export interface RunningCell {
  number: number;
  owner: Database;
  ownerUrl: string;
  port: number;
  storage: { endpoint: string; accessKey: string; secretKey: string; bucket: string; uploadBucket: string };
  stop(): Promise<void>;
}

/** A whole portal: an empty database with its number, two buckets, api and worker. */
export async function startCell(
  number: number,
  settings: Record<string, string>,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<RunningCell> {
  const name = `portal_prove_move_${number}`;
  const ownerUrl = urlOf('DATABASE_OWNER_URL', name);
  await dropDatabase(name);
  await onServer(`create database ${name}`);
  await migrate(ownerUrl);
  await installJobs(ownerUrl);
  await assignCell(ownerUrl, number);
  await fill(ownerUrl);
  const bucket = name.replaceAll('_', '-');
  const storage = {
    endpoint: requiredVariable('S3_ENDPOINT'),
    accessKey: requiredVariable('S3_ACCESS_KEY'),
    secretKey: requiredVariable('S3_SECRET_KEY'),
    bucket,
    uploadBucket: `${bucket}-uploads`,
  };
  for (const one of [bucket, storage.uploadBucket])
    await createFileStorage({ ...storage, bucket: one }).ensureBucket();
  const env = {
    ...settings,
    CELL: String(number),
    DATABASE_URL: urlOf('DATABASE_URL', name),
    S3_BUCKET: storage.bucket,
    S3_UPLOAD_BUCKET: storage.uploadBucket,
    LOG_LEVEL: 'fatal',
    SHUTDOWN_DRAIN_SECONDS: '0',
  };
  const port = await freePort();
  const api = await startApi(port, env);
  const worker = spawn(process.execPath, ['src/server/worker.ts'], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const owner = openDatabase(ownerUrl, { maxConnections: 3, statementTimeout: 120_000 });
  return {
    number,
    owner,
    ownerUrl,
    port,
    storage,
    async stop() {
      await owner.destroy();
      await endOf(worker);
      await api.stop();
      await dropDatabase(name);
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
