import { sql } from 'kysely';
import { toDecimalString } from '../../shared/domain/money.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import { writtenMonth, writtenPayDays } from './columns.ts';
import type { FieldChange, Kind, RowContext } from './kind.ts';
import { inCamelCase, storedField } from './stored-fields.ts';

/** Where in the import a row is. */
export interface RowPlace {
  file: string;
  line: number;
  externalId: string;
}

interface ChangedRow {
  kind: Kind;
  id: bigint;
  place: RowPlace;
}

/** Changes a row, records the old and the new value of each of its columns that is another now, and returns them. */
export async function recordingChanges(
  work: RowContext,
  changed: ChangedRow,
  change: () => Promise<readonly FieldChange[] | undefined>,
): Promise<readonly FieldChange[]> {
  const { kind, id } = changed;
  if (!kind.changesOf) return recordChanges(work, changed, (await change()) ?? []);
  const before = await readStoredRow(work, kind.changesOf, id);
  // What it changes outside of the row.
  const told = (await change()) ?? [];
  const after = await readStoredRow(work, kind.changesOf, id);
  const details = { ...changesBetween(before, after), ...detailsOf(told) };
  if (Object.keys(details).length === 0) return [];
  recordEvent(work, changed, details);
  return [...(await describeChanges(work, kind, before, after)), ...told];
}

function detailsOf(changes: readonly FieldChange[]) {
  const written = (which: 'before' | 'after') =>
    Object.fromEntries(changes.map((change) => [inCamelCase(change.field), change[which]]));
  return changesBetween(written('before'), written('after'));
}

/** For changes that a kind describes itself. */
export function recordChanges(
  work: RowContext,
  changed: ChangedRow,
  changes: readonly FieldChange[],
): readonly FieldChange[] {
  if (changes.length > 0) recordEvent(work, changed, detailsOf(changes));
  return changes;
}

function recordEvent(
  { tx, operator, afterAllRows }: RowContext,
  { kind, id, place }: ChangedRow,
  details: NonNullable<AuditEvent['details']>,
): void {
  const { file, line, externalId } = place;
  afterAllRows(() =>
    recordAudit(tx, {
      actorId: null,
      operator,
      action: 'imported row changed',
      subject: `${kind.name} ${id}`,
      details: { file, line, externalId, ...details },
    }),
  );
}

/** These follow from the row's being changed and say nothing more. */
const KEPT_BY_TRIGGERS = ['used_at', 'version'];

type Stored = string | number | boolean | null | string[];

export type StoredRow = Readonly<Record<string, Stored>>;

type Book = Pick<RowContext, 'tx' | 'tenantId'>;

export async function readStoredRow({ tx, tenantId }: Book, table: string, id: bigint): Promise<StoredRow> {
  const { rows } = await sql<{ columns: StoredRow }>`
    select to_jsonb(t) as columns from ${sql.table(table)} t where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  return rows[0] ? named(rows[0].columns) : {};
}

const named = (columns: StoredRow): StoredRow =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => !KEPT_BY_TRIGGERS.includes(name))
      .map(([name, value]) => [inCamelCase(name), value]),
  );

export const isSameRow = (one: StoredRow, other: StoredRow): boolean =>
  Object.keys(changesBetween(one, other)).length === 0;

/** By the names of the file's columns where there are any, and with amounts and ids as files have them. */
async function describeChanges(
  work: RowContext,
  kind: Kind,
  before: StoredRow,
  after: StoredRow,
): Promise<FieldChange[]> {
  const columnOf = columnsOf(kind, after);
  const changes: FieldChange[] = [];
  for (const field of Object.keys(after)) {
    if (isSameRow({ [field]: before[field] ?? null }, { [field]: after[field] ?? null })) continue;
    changes.push({
      field: columnOf.get(field) ?? field,
      before: await asInFile(work, field, before[field] ?? null),
      after: await asInFile(work, field, after[field] ?? null),
    });
  }
  return changes;
}

const columnsOf = (kind: Kind, stored: StoredRow) =>
  new Map(Object.keys(kind.schema.shape).map((column) => [storedField(kind, column, stored), column]));

/** The kinds of the rows that a stored row refers to. */
const REFERRED_KINDS: Readonly<Record<string, string>> = {
  bankAccountId: 'bank_accounts',
  brokerId: 'brokers',
  companyId: 'companies',
  dealId: 'deals',
  renewalOfDealId: 'deals',
  syndicateId: 'syndicates',
};

async function asInFile(work: Book, field: string, value: Stored): Promise<string> {
  if (value === null) return '';
  const kind = REFERRED_KINDS[field];
  if (kind) return externalIdOf(work, kind, BigInt(String(value)));
  if (typeof value === 'number' && field.endsWith('Cents')) return toDecimalString(BigInt(value));
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  // Of a long text, such as a note, the beginning.
  return (WRITTEN[field]?.(text) ?? text).slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 500;

/** The fields that files have in another form than the database. */
const WRITTEN: Readonly<Record<string, (stored: string) => string>> = {
  month: writtenMonth,
  payDays: writtenPayDays,
  startedMonth: writtenMonth,
};

/** The funder's own id of a row, or the portal's where it came in without one. */
export async function externalIdOf({ tx, tenantId }: Book, kind: string, id: bigint): Promise<string> {
  const known = await tx
    .selectFrom('externalIds')
    .select('externalId')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return known?.externalId ?? `number ${id} of the portal`;
}
