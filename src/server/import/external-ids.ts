import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { Reference } from './columns.ts';

/** A hash of what an imported row said last in each of its columns. */
export type ColumnHashes = Readonly<Record<string, string>>;

export interface KnownRow {
  id: bigint;
  contentHash: Buffer;
  /** Null for kinds whose rows are compared as a whole, and for rows that were imported before these were kept. */
  columnHashes: ColumnHashes | null;
}

/** Kind and external id as one map key. A kind never contains a line break. */
export const keyOf = ({ kind, externalId }: Pick<Reference, 'kind' | 'externalId'>): string =>
  `${kind}\n${externalId}`;

export async function readExternalIds(
  tx: Tx,
  tenantId: string,
  references: readonly Pick<Reference, 'kind' | 'externalId'>[],
): Promise<Map<string, KnownRow>> {
  const { rows } = await sql<{ kind: string; externalId: string } & KnownRow>`
    select known.kind, known.external_id, known.id, known.content_hash,
      -- A release that does not know of them has written the hash of another row since.
      case when known.column_hashes->>'of' = encode(known.content_hash, 'hex') then known.column_hashes->'columns' end
        as column_hashes
    from unnest(${references.map(({ kind }) => kind)}::text[], ${references.map(({ externalId }) => externalId)}::text[])
      as wanted (kind, external_id)
    join external_ids known on known.tenant_id = ${tenantId} and known.kind = wanted.kind
      and known.external_id = wanted.external_id`.execute(tx);
  return new Map(
    rows.map(({ id, contentHash, columnHashes, ...key }) => [keyOf(key), { id, contentHash, columnHashes }]),
  );
}

export interface ImportedRow extends KnownRow {
  externalId: string;
}

export async function saveExternalIds(
  tx: Tx,
  tenantId: string,
  kind: string,
  rows: readonly ImportedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof ImportedRow>(name: K) => rows.map((row) => row[name]);
  await sql`
    insert into external_ids (tenant_id, kind, external_id, id, content_hash, column_hashes)
    select ${tenantId}::uuid, ${kind}, external_id, id, content_hash,
      case when columns is not null then jsonb_build_object('of', encode(content_hash, 'hex'), 'columns', columns) end
    from unnest(${column('externalId')}::text[], ${column('id')}::bigint[], ${column('contentHash')}::bytea[],
      ${rows.map(({ columnHashes }) => columnHashes && JSON.stringify(columnHashes))}::jsonb[])
      as imported (external_id, id, content_hash, columns)
    on conflict (tenant_id, kind, external_id) do update
      set content_hash = excluded.content_hash, column_hashes = excluded.column_hashes`.execute(tx);
}

/**
 * The same hash for the same values, however the file formats them, and whether it leaves a column empty or out.
 */
export const contentHash = (row: Readonly<Record<string, unknown>>): Buffer =>
  createHash('sha256').update(JSON.stringify(row, plainly)).digest();

/** References by the external id, and nothing for what is empty. */
export const plainly = (_key: string, value: unknown) => {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Reference) return value.externalId;
  return value ?? undefined;
};

/** A row that was added otherwise than by an import, and the external id that it gets. */
export interface NamedRow {
  kind: string;
  externalId: string;
  id: bigint;
}

const OWN_NAME = 'portal ';

/** The external id of a row that has none of the funder's. No other row may take it. */
export const ownNameOf = (id: bigint): string => `${OWN_NAME}${id}`;

export const isOwnName = (externalId: string): boolean => /^portal \d+$/i.test(externalId);

/** Nothing is known of what a file says about them, so the next row about one is compared with what is stored. */
export async function nameRows(tx: Tx, tenantId: string, rows: readonly NamedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into external_ids (tenant_id, kind, external_id, id, content_hash)
    select ${tenantId}::uuid, named.*, sha256('')
    from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ externalId }) => externalId)}::text[],
      ${rows.map(({ id }) => id)}::bigint[]) as named
    on conflict (tenant_id, kind, external_id) do update set id = excluded.id, content_hash = excluded.content_hash
      where external_ids.id <> excluded.id`.execute(tx);
}
