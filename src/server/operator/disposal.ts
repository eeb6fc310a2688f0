import { parseArgs } from 'node:util';
import { dispose, findDue } from '../features/disposal/dispose.ts';
import {
  type HeldSubject,
  liftHold,
  listHolds,
  placeHold,
  subjectOf,
} from '../features/disposal/legal-holds.ts';
import { countForgottenFiles } from '../features/offers/forgotten-files.ts';
import type { Database } from '../platform/db/database.ts';
import type { Tenant } from '../platform/db/tenants.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  inTenant,
  print,
  refuseOtherOptions,
  requireNumber,
  requireText,
  selectedTenants,
  UsageError,
  withDatabase,
} from './command.ts';

const options = {
  tenant: { type: 'string' },
  'dry-run': { type: 'boolean' },
  user: { type: 'string' },
  syndicate: { type: 'string' },
  company: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** Removes personal data that is past its retention, and keeps what a legal hold covers. */
export const disposalCommand: Command = {
  about:
    'removes personal data that is past its retention (docs/retention.md), and places and lifts legal holds',
  usage: [
    'disposal --dry-run [--tenant <name>]',
    'disposal run [--tenant <name>]',
    'disposal hold --tenant <name> [--user <id> | --syndicate <id> | --company <id>] --reason <text>',
    'disposal holds --tenant <name>',
    'disposal lift <hold> --tenant <name> --reason <text>',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [word, argument, ...more] = positionals;
    if (more.length > 0 || (argument !== undefined && word !== 'lift'))
      throw new UsageError('disposal expects one of --dry-run, run, hold, holds, lift <hold>.');
    if (word === undefined && values['dry-run']) {
      refuseOtherOptions('disposal --dry-run', values, ['dry-run']);
      await inEach(values.tenant, preview);
    } else if (word === 'run') {
      refuseOtherOptions('disposal run', values, []);
      await inEach(values.tenant, runNow);
    } else if (word === 'holds') {
      refuseOtherOptions('disposal holds', values, []);
      await list(values.tenant);
    } else if (word === 'hold') {
      refuseOtherOptions('disposal hold', values, ['user', 'syndicate', 'company', 'reason']);
      const reason = requireText('--reason', values.reason);
      const id = await inTenant(values.tenant, (tx, tenantId) =>
        placeHold(tx, tenantId, heldSubject(values), reason, commandLineOperator()),
      );
      print(String(id));
    } else if (word === 'lift') {
      refuseOtherOptions('disposal lift', values, ['reason']);
      const holdId = requireNumber('disposal lift <hold>', argument);
      const reason = requireText('--reason', values.reason);
      await inTenant(values.tenant, (tx, tenantId) =>
        liftHold(tx, tenantId, holdId, reason, commandLineOperator()),
      );
    } else throw new UsageError('disposal expects one of --dry-run, run, hold, holds, lift <hold>.');
  },
};

function heldSubject(values: Partial<Record<'user' | 'syndicate' | 'company', string>>): HeldSubject {
  const kinds = (['user', 'syndicate', 'company'] as const).filter((kind) => values[kind] !== undefined);
  const [kind, ...others] = kinds;
  if (others.length > 0) throw new UsageError('A legal hold is on one subject, or on the whole tenant.');
  return kind === undefined
    ? { kind: 'tenant', id: null }
    : { kind, id: requireNumber(`--${kind}`, values[kind]) };
}

const inEach = (slug: string | undefined, work: (db: Database, tenant: Tenant) => Promise<void>) =>
  withDatabase(async (db) => {
    for (const tenant of await selectedTenants(db, slug)) await work(db, tenant);
  });

/** Ids and counts only: what is to be removed must not end up in a terminal's history instead. */
async function preview(db: Database, { id: tenantId, slug }: Tenant): Promise<void> {
  for (const { kind, reason, subjects } of await findDue(db, tenantId)) {
    const files = subjects.reduce((sum, { fileCount }) => sum + fileCount, 0);
    print(`${slug}\t${kind}\t${formatCount(subjects.length)}\t${formatCount(files)} files\t${reason}`);
    if (subjects.length > 0) print(`${slug}\t\tids ${subjects.map(({ id }) => id).join(' ')}`);
  }
  const forgotten = await countForgottenFiles(db, tenantId);
  print(
    `${slug}\tunused uploads\t${formatCount(forgotten)}\t${formatCount(forgotten)} files\tthe link ended two days ago`,
  );
}

async function runNow(db: Database, { id: tenantId, slug }: Tenant): Promise<void> {
  const { removed, failedCount } = await dispose(db, tenantId, { operator: commandLineOperator() });
  const counts = Object.entries(removed).map(([kind, count]) => `${formatCount(count)} ${kind}`);
  print(`${slug}: removed ${counts.join(', ') || 'nothing'}; ${formatCount(failedCount)} failed`);
  if (failedCount > 0) process.exitCode = 1;
}

async function list(slug: string | undefined): Promise<void> {
  for (const { id, kind, subjectId, placedAt, reason } of await inTenant(slug, listHolds))
    print(`${id}\t${subjectOf({ kind, id: subjectId })}\t${placedAt.toISOString()}\t${reason}`);
}
