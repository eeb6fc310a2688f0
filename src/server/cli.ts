import { type Command, UsageError } from './operator/command.ts';
import { importCommand } from './operator/import.ts';
import { linkCommand } from './operator/link.ts';
import { migrateCommand } from './operator/migrate.ts';
import { postCommand } from './operator/post.ts';
import { reconcileCommand } from './operator/reconcile.ts';
import { reportCommand } from './operator/report.ts';
import { rotateKeysCommand } from './operator/rotate-keys.ts';

const commands: Readonly<Record<string, Command>> = {
  import: importCommand,
  link: linkCommand,
  migrate: migrateCommand,
  post: postCommand,
  reconcile: reconcileCommand,
  report: reportCommand,
  'rotate-keys': rotateKeysCommand,
};

const usage = () =>
  ['Usage:', ...Object.values(commands).map(({ usage }) => `  node src/server/cli.ts ${usage}`)].join('\n');

/** Also what the platform's own reader of arguments says. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
try {
  if (!command) throw new UsageError(name === '' ? 'Which command?' : `There is no command ${name}.`);
  await command.run(args);
} catch (error) {
  if (!isUsageError(error)) throw error;
  process.stderr.write(`${error.message}\n${usage()}\n`);
  process.exitCode = 2;
}
