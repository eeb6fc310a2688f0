import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { headerKeyText, type SheetMapping } from '../../shared/domain/sheet-mapping.ts';
import type { Tx } from '../platform/db/database.ts';

export interface SheetSource {
  id: bigint;
  name: string;
  mapping: SheetMapping;
  changedAt: Date;
}

const keyOf = (columns: readonly string[]) => createHash('sha256').update(headerKeyText(columns)).digest();

/**
 * The source whose spreadsheets have these columns, if the tenant has mapped one. What somebody else has said of its columns counts once a file was
 * posted that way: otherwise a mapping could be left behind for a colleague's next file.
 */
export async function findSource(
  tx: Tx,
  tenantId: string,
  { kind, columns, userId }: { kind: string; columns: readonly string[]; userId: bigint },
): Promise<SheetSource | null> {
  const found = await tx
    .selectFrom('sheetSources')
    .select(['id', 'name', 'mapping', 'changedAt'])
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .where('headerKey', '=', keyOf(columns))
    .where(
      sql<boolean>`(changed_by = ${userId} or exists (
        select from day_sheets posted where posted.tenant_id = sheet_sources.tenant_id and posted.source_id = sheet_sources.id
          and posted.posted_at >= sheet_sources.changed_at and posted.mapping = sheet_sources.mapping))`,
    )
    .executeTakeFirst();
  return found ? { ...found, mapping: found.mapping as unknown as SheetMapping } : null;
}

interface NewSource {
  kind: string;
  name: string;
  columns: readonly string[];
  mapping: SheetMapping;
  userId: bigint;
}

/** Remembers how the columns of a source are read. Who maps the same columns again replaces what was said of them. */
export async function rememberSource(
  tx: Tx,
  tenantId: string,
  { kind, name, columns, mapping, userId }: NewSource,
): Promise<bigint> {
  const said = {
    name,
    columns: [...columns],
    mapping: JSON.stringify(mapping),
    changedBy: userId,
    changedAt: sql<Date>`now()`,
  };
  const { id } = await tx
    .insertInto('sheetSources')
    .values({ tenantId, kind, headerKey: keyOf(columns), ...said })
    .onConflict((conflict) => conflict.columns(['tenantId', 'kind', 'headerKey']).doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
