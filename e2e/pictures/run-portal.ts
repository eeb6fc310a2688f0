import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { databaseUrl } from '../setup/environment.ts';
import { expect } from '../setup/test.ts';

/** Runs one of the operator's commands on the database of the pictures. */
export function runPortal(...command: string[]): void {
  const { status } = spawnSync('node', ['src/server/cli.ts', ...command], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: databaseUrl('DATABASE_URL') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(status).toBe(0);
}
