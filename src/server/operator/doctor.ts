import { parseArgs } from 'node:util';
import { openDatabase } from '../platform/db/database.ts';
import { isOutage } from '../platform/db/outages.ts';
import { type Env, readEnv, SettingsError } from '../platform/settings/env.ts';
import { type Command, print } from './command.ts';
import { backupChecks } from './doctor/backup-check.ts';
import { cellChecks } from './doctor/cell-check.ts';
import { certificateChecks } from './doctor/certificate-check.ts';
import { databaseChecks } from './doctor/database-checks.ts';
import { domainCheck } from './doctor/domain-check.ts';
import { type Check, type Finding, failed, ok, warning } from './doctor/finding.ts';
import { hostChecks } from './doctor/host-check.ts';
import { innerCertificateChecks } from './doctor/inner-certificates.ts';
import { poolerChecks } from './doctor/pooler-check.ts';
import { serviceChecks } from './doctor/service-checks.ts';
import { tenantChecks } from './doctor/tenant-checks.ts';

/**
 * Checks everything that the portal needs to run. Prints one line for each check and what to do about a problem, and
 * exits with 1 if a check failed.
 */
export const doctorCommand: Command = {
  about: 'checks everything that the portal needs, and says what to do about problems',
  usage: 'doctor',
  isOfPlatform: true,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const findings = await examine();
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
    print(`${count('ok')} ok, ${count('warning')} warnings, ${count('failed')} failed`);
    if (count('failed') > 0) process.exitCode = 1;
  },
};

async function examine(): Promise<Finding[]> {
  const env = readSettings();
  if (Array.isArray(env)) return tell(env);
  const db = openDatabase(env.DATABASE_URL, { maxConnections: 2, statementTimeout: 30_000 });
  try {
    const findings = tell([settingsFinding(env)]);
    const checks = [
      ...databaseChecks(db, env),
      ...backupChecks(db),
      ...poolerChecks(env),
      ...cellChecks(db, env),
      ...serviceChecks(env),
      ...certificateChecks(db, env),
      ...innerCertificateChecks(env),
      ...hostChecks(db, env),
      ...tenantChecks(db, env),
      domainCheck(db),
    ];
    for (const check of checks) findings.push(...tell(await findingsOf(check)));
    return findings;
  } finally {
    await db.destroy();
  }
}

const settingsFinding = ({ PRIVATE_NETWORK_HOSTS: hosts }: Env): Finding =>
  hosts.length > 0
    ? warning(
        'settings',
        `complete, but plain text is allowed to ${hosts.join(', ')}. Encrypt it (docs/operations.md, Inner certificates).`,
      )
    : ok('settings', 'complete');

function readSettings(): Env | Finding[] {
  try {
    return readEnv();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems.map((problem) => failed('settings', problem));
  }
}

async function findingsOf({ subject, advice, look }: Check): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    // What else needs the database has no advice of its own while that is away.
    if (isOutage(error) && subject !== 'database')
      return [failed(subject, 'Not checked, because the database does not answer.')];
    return [failed(subject, `${reasonOf(error)}. ${advice}`)];
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something went wrong';
  const code = 'code' in error ? String(error.code) : error.name;
  // The S3 client's message when the storage returned a code without text.
  const hasWords = error.message !== '' && error.message !== 'UnknownError';
  return hasWords ? (error.message.split('\n')[0] ?? code) : code;
}

function tell(findings: Finding[]): Finding[] {
  for (const { state, subject, text } of findings) print(`${state.padEnd(8)}${subject.padEnd(17)}${text}`);
  return findings;
}
