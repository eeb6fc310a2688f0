import { execFileSync } from 'node:child_process';
import { dropDatabase, onServer, urlOf } from '../../src/server/testing/test-database.ts';

/**
 * Creates a separate database with the demo's book, and its settings. Replaces an existing database of that name. It is migrated and
 * filled by the version whose source is in the folder: this one, unless another is given.
 */
export async function createDemoDatabase(name: string, source = process.cwd()) {
  const ownerUrl = urlOf('DATABASE_OWNER_URL', name);
  const bucket = name.replaceAll('_', '-');
  const settings = {
    DATABASE_URL: urlOf('DATABASE_URL', name),
    S3_BUCKET: bucket,
    S3_UPLOAD_BUCKET: `${bucket}-uploads`,
  };
  const drop = () => dropDatabase(name);
  await drop();
  await onServer(`create database ${name}`);
  for (const command of [
    ['src/server/cli.ts', 'migrate'],
    ['scripts/demo-data.ts', '--size', 'demo'],
  ])
    execFileSync(process.execPath, command, {
      cwd: source,
      env: { ...process.env, ...settings, DATABASE_OWNER_URL: ownerUrl },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return { settings, drop };
}
