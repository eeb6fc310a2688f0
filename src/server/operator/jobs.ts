import { parseArgs } from 'node:util';
import type { Database } from '../platform/db/database.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { inTransaction, withTenant } from '../platform/db/transactions.ts';
import { changeJobsOfTenant, idsOf, JOB_CHANGES } from '../platform/jobs/change-kept-jobs.ts';
import { errorInOneLine, type JobChoice, type KeptJob, listKeptJobs } from '../platform/jobs/kept-jobs.ts';
import { isPersonNamed, requireActingPerson } from './acting-person.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  machineOperator,
  print,
  refuseOtherOptions,
  requireNumber,
  requireTenant,
  UsageError,
  withDatabase,
} from './command.ts';
import { printTable } from './print-table.ts';

const options = {
  tenant: { type: 'string' },
  task: { type: 'string' },
  state: { type: 'string' },
  limit: { type: 'string' },
  'all-given-up': { type: 'boolean' },
} as const;

const WORDS = { retry: 'will be done at once', drop: 'dropped' } as const;

/** More than this at once is done by saying the command again. */
const MOST = 10_000;

export const jobsCommand: Command = {
  about: 'lists the jobs that were given up and those that wait, has them done again, or drops them',
  usage: [
    'jobs list [--tenant <name>] [--task <name>] [--state given-up|waiting] [--limit <number>]',
    'jobs retry|drop <id>… [--tenant <name>]',
    'jobs retry|drop --task <name>|--all-given-up [--tenant <name>]',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [word = '', ...written] = positionals;
    await withDatabase(async (db) => {
      const tenant = values.tenant === undefined ? null : await requireTenant(db, values.tenant);
      if (tenant === null && isPersonNamed()) throw new UsageError('With --as, jobs expects --tenant.');
      const ofTenant = { tenantId: tenant?.id };
      if (word === 'list') {
        refuseOtherOptions('jobs list', values, ['task', 'state', 'limit']);
        const state = requireState(values.state);
        const limit = Number(requireNumber('--limit', values.limit ?? '100', { from: 1, to: MOST }));
        return list(db, { ...ofTenant, task: values.task, state }, limit);
      }
      if (word !== 'retry' && word !== 'drop') throw new UsageError('jobs expects one of list, retry, drop.');
      refuseOtherOptions(`jobs ${word}`, values, ['task', 'all-given-up']);
      const chosen = [written.length > 0, values.task !== undefined, values['all-given-up'] === true];
      if (chosen.filter(Boolean).length !== 1)
        throw new UsageError(`jobs ${word} expects ids, --task or --all-given-up.`);
      const choice: JobChoice =
        written.length > 0
          ? { ...ofTenant, ids: written.map((id) => requireNumber(`jobs ${word} <id>`, id)) }
          : { ...ofTenant, task: values.task, state: 'given up' };
      return change(db, choice, word);
    });
  },
};

function requireState(text: string | undefined): KeptJob['state'] | undefined {
  if (text === undefined || text === 'waiting') return text;
  if (text === 'given-up') return 'given up';
  throw new UsageError('--state expects given-up or waiting.');
}

const read = (db: Database, choice: JobChoice, limit: number): Promise<KeptJob[]> =>
  inTransaction(db, (tx) => listKeptJobs(tx, choice, limit), { readOnly: true });

const tenantsById = async (db: Database) =>
  new Map((await listTenants(db)).map((tenant) => [tenant.id, tenant]));

async function list(db: Database, choice: JobChoice, limit: number): Promise<void> {
  const jobs = await read(db, choice, limit);
  const tenants = await tenantsById(db);
  printTable(
    ['id', 'task', 'tenant', 'state', 'tries', 'when', 'last error'],
    jobs.map((job) => [
      job.id,
      job.task,
      job.tenantId === null ? '-' : (tenants.get(job.tenantId)?.slug ?? job.tenantId),
      job.state,
      `${job.attempts} of ${job.maxAttempts}`,
      job.at.toISOString(),
      errorInOneLine(job.lastError) || '-',
    ]),
  );
}

/** The jobs of each tenant are one transaction, with the tenant's audit event. */
async function change(db: Database, choice: JobChoice, word: keyof typeof WORDS): Promise<void> {
  const asked = JOB_CHANGES[word];
  const jobs = (await read(db, choice, MOST)).filter(asked.takes);
  // Where one tenant is named, the person was looked for there.
  const unasked = choice.tenantId === undefined ? await tenantsById(db) : null;
  const operator = unasked ? machineOperator() : commandLineOperator();
  let count = 0;
  for (const [tenantId, ofTenant] of Map.groupBy(jobs, (job) => job.tenantId)) {
    if (tenantId === null) {
      count += (await inTransaction(db, (tx) => asked.work(tx, idsOf(ofTenant)))).length;
      continue;
    }
    const tenant = unasked?.get(tenantId);
    if (tenant) await requireActingPerson(db, tenant);
    count += await withTenant(db, tenantId, (tx) => changeJobsOfTenant(tx, ofTenant, asked, operator));
  }
  print(`${formatCount(count)} ${count === 1 ? 'job' : 'jobs'} ${WORDS[word]}.`);
  // A job that was named and is not there, is just being done or is left alone must not look as if it had been dealt with.
  if (choice.ids && count < choice.ids.length) process.exitCode = 1;
}
