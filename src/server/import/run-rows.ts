import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Outcome } from './row-tasks.ts';

interface RunRow {
  id: bigint;
  externalId: string;
  before: string | null;
  after: string | null;
  told: string | null;
}

function rowOf(outcome: Outcome): RunRow[] {
  if (outcome.done === 'new' && outcome.imported) {
    const { id, externalId } = outcome.imported;
    return [{ id, externalId, before: null, after: null, told: null }];
  }
  if (outcome.done !== 'changed') return [];
  const { imported, changes, told } = outcome;
  const held = (when: 'before' | 'after') =>
    JSON.stringify(Object.fromEntries(changes.map((change) => [change.field, change[when]])));
  const { id, externalId } = imported;
  return [{ id, externalId, before: held('before'), after: held('after'), told: JSON.stringify(told) }];
}

interface Run {
  tenantId: string;
  runId: bigint;
}

/** Keeps which rows a run has added, and what the columns that it changed held before and after. A run that is resumed finds them as they are. */
export async function recordRunRows(
  tx: Tx,
  { tenantId, runId }: Run,
  kind: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.flatMap(rowOf);
  if (rows.length === 0) return;
  await sql`
    insert into import_run_rows (tenant_id, run_id, kind, row_id, external_id, is_new, before, after, told)
    select ${tenantId}::uuid, ${runId}::bigint, ${kind}, row.id, row.external_id, row.before is null, row.before, row.after, row.told
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ externalId }) => externalId)}::text[],
      ${rows.map(({ before }) => before)}::jsonb[], ${rows.map(({ after }) => after)}::jsonb[],
      ${rows.map(({ told }) => told)}::jsonb[])
      as row (id, external_id, before, after, told)
    on conflict do nothing`.execute(tx);
}
