import { sql } from 'kysely';
import { recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Kind, RowContext } from './kind.ts';

/** Changes a row, and records the old and the new value of each of its columns that is another now. */
export async function recordingChanges<T>(
  work: RowContext,
  { changesOf, name }: Pick<Kind, 'changesOf' | 'name'>,
  id: bigint,
  change: () => Promise<T>,
): Promise<T> {
  if (!changesOf) return change();
  const before = await readRow(work, changesOf, id);
  const done = await change();
  const details = changesBetween(before, await readRow(work, changesOf, id));
  const { tx, operator } = work;
  if (Object.keys(details).length > 0)
    work.afterAllRows(() =>
      recordAudit(tx, {
        actorId: null,
        operator,
        action: 'imported row changed',
        subject: `${name} ${id}`,
        details,
      }),
    );
  return done;
}

/** These follow from the row's being changed and say nothing more. */
const KEPT_BY_TRIGGERS = ['used_at'];

type Column = string | number | boolean | null | string[];

async function readRow({ tx, tenantId }: RowContext, table: string, id: bigint) {
  const { rows } = await sql<{ columns: Record<string, Column> }>`
    select to_jsonb(t) as columns from ${sql.table(table)} t where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  );
  const columns = Object.entries(rows[0]?.columns ?? {}).filter(([name]) => !KEPT_BY_TRIGGERS.includes(name));
  return Object.fromEntries(columns.map(([name, value]) => [inCamelCase(name), value]));
}

/** Keys inside of a JSON value keep the database's spelling. */
const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
