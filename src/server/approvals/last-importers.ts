import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { APART_HOURS, areApart } from './require-apart.ts';

interface ImportedRow {
  tenantId: string;
  kind: 'brokers' | 'offers';
  rowId: bigint;
  /** Only imports that changed this column, or added the row. */
  column?: string;
}

/** Whether somebody, or whoever stands behind them, has lately brought a row in or changed it, by an import at the desk that stands. */
export async function hasImportedLately(
  tx: Tx,
  { tenantId, kind, rowId, column }: ImportedRow,
  userId: bigint,
): Promise<boolean> {
  const { rows } = await sql<{ importer: bigint }>`
    select distinct importer
    from import_journal imported
    join import_runs run on run.tenant_id = imported.tenant_id and run.id = imported.run_id
    cross join lateral jsonb_array_elements(imported.after) with ordinality as now (image, place)
    cross join unnest(array[run.started_by, run.confirmed_by]) as importer
    where imported.tenant_id = ${tenantId}::uuid and imported.table_name = ${kind} and now.image ->> 'id' = ${String(rowId)}
      and (imported.before is null or ${column === undefined}
        or now.image -> ${column ?? ''} is distinct from imported.before -> (now.place - 1)::integer -> ${column ?? ''})
      and run.state <> 'undone' and importer is not null
      and coalesce(run.finished_at, run.confirmed_at, run.started_at) > now() - make_interval(hours => ${APART_HOURS})`.execute(
    tx,
  );
  for (const { importer } of rows) if (!(await areApart(tx, tenantId, importer, userId))) return true;
  return false;
}
