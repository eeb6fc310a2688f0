import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { AUDIT_ACTIONS, type AuditAction } from '../../shared/contract/audit-actions.ts';
import { type AuditFilter, listEvents } from '../features/audit-trail/audit-events.queries.ts';
import { checkTrail, recordExport, trailHead } from '../features/audit-trail/check-trails.ts';
import { EXPORT_FORMATS, type ExportFormat, exportEvents } from '../features/audit-trail/export-events.ts';
import type { ChainLink } from '../platform/audit/audit-chain.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  type Command,
  commandLineOperator,
  formatCount,
  print,
  requireNumber,
  requireTenant,
  selectedTenants,
  UsageError,
  withDatabase,
} from './command.ts';

const options = {
  tenant: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  action: { type: 'string' },
  user: { type: 'string' },
  subject: { type: 'string' },
  limit: { type: 'string' },
  format: { type: 'string' },
} as const;

type Values = { [K in keyof typeof options]?: string };

const WORDS: Readonly<Record<string, (db: Database, values: Values) => Promise<void>>> = {
  verify,
  head: printHeads,
  list,
  export: exportAll,
};

export const auditCommand: Command = {
  about: 'lists, exports and verifies the audit trail: who saw or changed what',
  usage: [
    'audit verify [--tenant <name> [--since <sequence:hash>]]',
    'audit head [--tenant <name>]',
    'audit list --tenant <name> [--since <time>] [--until <time>] [--action <words>] [--user <email>] [--subject <words>] [--limit <number>]',
    'audit export --tenant <name> [--format csv|ndjson] [--since …] [--until …] [--action …] [--user …] [--subject …]',
  ],
  async run(args) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const work = WORDS[positionals.join()];
    if (!work) throw new UsageError(`audit expects one of ${Object.keys(WORDS).join(', ')}.`);
    await withDatabase((db) => work(db, values));
  },
};

async function verify(db: Database, { tenant, since }: Values): Promise<void> {
  if (since !== undefined && tenant === undefined)
    throw new UsageError('--since applies to one tenant, so --tenant is required.');
  const from = since === undefined ? undefined : readLink(since);
  for (const { id, slug } of await selectedTenants(db, tenant)) {
    const started = performance.now();
    const { holding, firstBroken } = await checkTrail(db, id, from);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const held = holding === 1n ? '1 event holds' : `${formatCount(Number(holding))} events hold`;
    if (firstBroken === null) print(`${slug}: ${held}, ${seconds} s`);
    else {
      print(`${slug}: broken at event ${firstBroken}; ${held} before it, ${seconds} s`);
      process.exitCode = 1;
    }
  }
}

async function printHeads(db: Database, { tenant }: Values): Promise<void> {
  for (const { id, slug } of await selectedTenants(db, tenant)) print(`${slug}\t${await trailHead(db, id)}`);
}

async function list(db: Database, values: Values): Promise<void> {
  const { id } = await requireTenant(db, values.tenant);
  const limit = Number(requireNumber('--limit', values.limit ?? '100', { from: 1, to: 100_000 }));
  const events = await withTenant(db, id, (tx) => listEvents(tx, id, filterOf(values), { limit }), {
    readOnly: true,
  });
  for (const { sequence, at, user, userId, action, subject, details, address } of events) {
    const who = user ?? (userId === null ? '-' : `user ${userId}`);
    const cells = [
      sequence,
      at.toISOString(),
      who,
      action,
      subject ?? '-',
      JSON.stringify(details),
      address ?? '-',
    ];
    print(cells.join('\t'));
  }
}

async function exportAll(db: Database, values: Values): Promise<void> {
  const { id } = await requireTenant(db, values.tenant);
  const format = requireFormat(values.format ?? 'csv');
  const filter = filterOf(values);
  await withTenant(db, id, (tx) => recordExport(tx, commandLineOperator(), format));
  await withTenant(
    db,
    id,
    async (tx) => {
      for await (const text of exportEvents(tx, id, { ...filter, format }))
        if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    { readOnly: true, isSnapshot: true },
  );
}

function filterOf({ since, until, action, user, subject }: Values): AuditFilter {
  return {
    since: readMoment('--since', since),
    until: readMoment('--until', until),
    action: action === undefined ? undefined : requireAction(action),
    user,
    subject,
  };
}

function readMoment(option: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  const isWritten = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  if (isWritten && !Number.isNaN(moment.getTime())) return moment;
  throw new UsageError(`${option} expects a day or a time, such as 2026-11-15 or 2026-11-15T08:30:00Z.`);
}

function requireAction(text: string): AuditAction {
  const action = AUDIT_ACTIONS.find((known) => known === text);
  if (action) return action;
  throw new UsageError(`--action expects one of: ${AUDIT_ACTIONS.join('; ')}.`);
}

function requireFormat(text: string): ExportFormat {
  if (Object.hasOwn(EXPORT_FORMATS, text)) return text as ExportFormat;
  throw new UsageError(`--format expects one of ${Object.keys(EXPORT_FORMATS).join(', ')}.`);
}

function readLink(text: string): ChainLink {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined)
    throw new UsageError('--since expects what audit head printed: <sequence>:<hash>.');
  return { sequence: BigInt(sequence), hash: Buffer.from(hash, 'hex') };
}
