import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { Reference } from './columns.ts';

export interface KnownRow {
  id: bigint;
  contentHash: Buffer;
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
    select known.kind, known.external_id, known.id, known.content_hash
    from unnest(${references.map(({ kind }) => kind)}::text[], ${references.map(({ externalId }) => externalId)}::text[])
      as wanted (kind, external_id)
    join external_ids known on known.tenant_id = ${tenantId} and known.kind = wanted.kind
      and known.external_id = wanted.external_id`.execute(tx);
  return new Map(rows.map(({ id, contentHash, ...key }) => [keyOf(key), { id, contentHash }]));
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
    insert into external_ids (tenant_id, kind, external_id, id, content_hash)
    select ${tenantId}::uuid, ${kind}, external_id, id, content_hash
    from unnest(${column('externalId')}::text[], ${column('id')}::bigint[], ${column('contentHash')}::bytea[])
      as imported (external_id, id, content_hash)
    on conflict (tenant_id, kind, external_id) do update set content_hash = excluded.content_hash`.execute(
    tx,
  );
}

/** The same hash for the same values, however the file formats them. */
export const contentHash = (row: Readonly<Record<string, unknown>>): Buffer =>
  createHash('sha256').update(JSON.stringify(row, plainly)).digest();

const plainly = (_key: string, value: unknown) => {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Reference ? value.externalId : value;
};
