import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestDatabase } from './test-database.ts';

const CLI = join(import.meta.dirname, '../cli.ts');

export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the operator's commands as separate processes on that database. */
export const commandLineOn =
  (database: Pick<TestDatabase, 'url'>, settings: Record<string, string> = {}) =>
  async (...args: string[]): Promise<Said> => {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      PUBLIC_ORIGIN: 'https://portal.example/somewhere',
      ...settings,
    };
    try {
      const said = await promisify(execFile)(process.execPath, [CLI, ...args], { env });
      return { code: 0, ...said };
    } catch (error) {
      const { code, stdout, stderr } = error as Said;
      return { code, stdout, stderr };
    }
  };
