import { setNamed } from './operator/acting-person.ts';
import { type Command, UsageError } from './operator/command.ts';
import { outageInWords } from './operator/outage-in-words.ts';
import { Refusal } from './platform/errors.ts';
import { readActingPerson, SettingsError } from './platform/settings/env.ts';

/** Each command is loaded only when it is asked for, so that it does not wait for the libraries of the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  audit: async () => (await import('./operator/audit.ts')).auditCommand,
  cash: async () => (await import('./operator/cash.ts')).cashCommand,
  disposal: async () => (await import('./operator/disposal.ts')).disposalCommand,
  doctor: async () => (await import('./operator/doctor.ts')).doctorCommand,
  documents: async () => (await import('./operator/documents.ts')).documentsCommand,
  import: async () => (await import('./operator/import.ts')).importCommand,
  jobs: async () => (await import('./operator/jobs.ts')).jobsCommand,
  migrate: async () => (await inOwnFolder(() => import('./operator/migrate.ts'))).migrateCommand,
  reconcile: async () => (await import('./operator/reconcile.ts')).reconcileCommand,
  report: async () => (await import('./operator/report.ts')).reportCommand,
  'rotate-keys': async () => (await import('./operator/rotate-keys.ts')).rotateKeysCommand,
  statements: async () => (await import('./operator/statements.ts')).statementsCommand,
  tenant: async () => (await import('./operator/tenant.ts')).tenantCommand,
  token: async () => (await import('./operator/token.ts')).tokenCommand,
  user: async () => (await import('./operator/user.ts')).userCommand,
  version: async () => (await import('./operator/version.ts')).versionCommand,
};

/**
 * The library of the job queue looks for settings in the current folder and those above it, and runs what it finds there: that may
 * be anybody's folder, or one that our user may not read (root's, where releases are installed from).
 */
async function inOwnFolder<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  const folder = process.cwd();
  process.chdir(import.meta.dirname);
  const loaded = await load();
  try {
    process.chdir(folder);
  } catch {
    // It is closed to us, so there is nothing in it that we could be asked to read.
  }
  return loaded;
}

async function usageOf(names: readonly string[]): Promise<string> {
  const parts = await Promise.all(
    names.map(async (name) => {
      const command = await commands[name]?.();
      const lines = [command?.usage ?? []].flat().map((line) => `  portal ${line}`);
      return [`${name}: ${command?.about}`, ...lines].join('\n');
    }),
  );
  return parts.join('\n\n');
}

/** Includes the errors of Node's own argument parser. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

// A reader such as `head` may close the pipe before everything is printed. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** The options before the command's own name: whom it is run for. */
function takePerson(words: readonly string[]): { email: string | undefined; rest: readonly string[] } {
  const [first = '', second, ...rest] = words;
  if (first === '--as') return { email: second, rest };
  if (first.startsWith('--as=')) return { email: first.slice('--as='.length), rest: words.slice(1) };
  return { email: undefined, rest: words };
}

async function run(command: Command): Promise<void> {
  const isNamed = rest.length < words.length;
  if (isNamed && !email) throw new UsageError('--as expects the e-mail address of somebody of the staff.');
  if (isNamed && command.isOfPlatform)
    throw new UsageError(`${name} is about the whole installation, so it takes no --as.`);
  if (!command.isOfPlatform) {
    const settings = readActingPerson();
    setNamed({ ...settings, email: email ?? settings.email });
  }
  await command.run(args);
}

const words = process.argv.slice(2);
const { email, rest } = takePerson(words);
const [first = '', ...args] = rest;
const name = first === '--version' ? 'version' : first;
const load = commands[name];
const isHelp = name === 'help' || [name, ...args].some((word) => word === '--help' || word === '-h');
const OF_ALL =
  'Of every command about a tenant: portal --as <e-mail> <command> … names the person of the staff whom it is run for.';
const about = name === 'help' && args[0] !== undefined && commands[args[0]] ? args[0] : name;
const usage = async () =>
  commands[about] ? usageOf([about]) : `${await usageOf(Object.keys(commands))}\n\n${OF_ALL}`;
try {
  if (isHelp) process.stdout.write(`${await usage()}\n`);
  else if (!load && name !== '') {
    // In a few lines: after the usage of all commands it would have scrolled away.
    const known = Object.keys(commands).join(', ');
    process.stderr.write(
      `There is no command ${name}. There are: ${known}.\nportal help says what each does.\n`,
    );
    process.exitCode = 2;
  } else if (!load) throw new UsageError('Which command?');
  else await run(await load());
} catch (error) {
  if (error instanceof Refusal) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else if (error instanceof SettingsError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else if (isUsageError(error)) {
    process.stderr.write(`${error.message}\n\n${await usage()}\n`);
    process.exitCode = 2;
  } else {
    const outage = outageInWords(error);
    if (!outage) throw error;
    process.stderr.write(`${outage.words}\n`);
    process.exitCode = outage.exitCode;
  }
}
