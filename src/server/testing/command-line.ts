import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestDatabase } from './test-database.ts';

const CLI = join(import.meta.dirname, '../cli.ts');
const KEPT = join(import.meta.dirname, 'kept-command-line.ts');

export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Asked {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

export type CommandLine = (...args: string[]) => Promise<Said>;
type Settings = Readonly<Record<string, string>>;

const settingsOf = ({ url }: Pick<TestDatabase, 'url'>, settings: Settings) => ({
  ...process.env,
  DATABASE_URL: url,
  PUBLIC_ORIGIN: 'https://portal.example/somewhere',
  ...settings,
});

/** Runs the operator's commands on that database, one after the other in a process that is kept for all tests of this worker. */
export const commandLineOn =
  (database: Pick<TestDatabase, 'url'>, settings: Settings = {}): CommandLine =>
  (...args) => {
    const asked: Asked = { args, env: settingsOf(database, settings) };
    const answer = last.then(() => ask(asked));
    last = answer.catch(() => undefined);
    return answer;
  };

/** Runs each command as a process of its own, as an operator does: for what a process does, and for several at once. */
export const commandProcessOn =
  (database: Pick<TestDatabase, 'url'>, settings: Settings = {}): CommandLine =>
  async (...args) => {
    const env = settingsOf(database, settings);
    try {
      return { code: 0, ...(await promisify(execFile)(process.execPath, [CLI, ...args], { env })) };
    } catch (error) {
      const { code, stdout, stderr } = error as Said;
      return { code, stdout, stderr };
    }
  };

let kept: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

async function ask(asked: Asked): Promise<Said> {
  if (!kept?.connected) {
    kept = fork(KEPT, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // It does not keep the tests from ending, and ends with them.
    kept.unref();
    kept.channel?.unref();
  }
  const process = kept;
  process.send(asked);
  const answered = new AbortController();
  try {
    const [said] = await Promise.race([
      once(process, 'message', answered),
      once(process, 'exit', answered).then(() =>
        Promise.reject(new Error('The process of the commands has ended.')),
      ),
    ]);
    return said as Said;
  } finally {
    // Whatever did not happen is no longer waited for.
    answered.abort();
  }
}
