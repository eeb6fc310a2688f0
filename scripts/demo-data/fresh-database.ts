import { execFileSync } from 'node:child_process';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { installJobs } from '../../src/server/platform/jobs/install.ts';
import { onServer, urlOf } from '../../src/server/testing/test-database.ts';

/** Creates a separate database with the demo's book, and its settings. Replaces an existing database of that name. */
export async function createDemoDatabase(name: string) {
  const ownerUrl = urlOf('DATABASE_OWNER_URL', name);
  const bucket = name.replaceAll('_', '-');
  const settings = {
    DATABASE_URL: urlOf('DATABASE_URL', name),
    S3_BUCKET: bucket,
    S3_UPLOAD_BUCKET: `${bucket}-uploads`,
  };
  const drop = () => onServer(`drop database if exists ${name} with (force)`);
  await drop();
  await onServer(`create database ${name}`);
  await migrate(ownerUrl);
  await installJobs(ownerUrl);
  execFileSync(process.execPath, ['scripts/demo-data.ts', '--size', 'demo'], {
    env: { ...process.env, ...settings, DATABASE_OWNER_URL: ownerUrl },
    stdio: 'ignore',
  });
  return { settings, drop };
}
