import { readAsInFile } from '../../import/changed-rows.ts';
import { ROW_KINDS } from '../../import/kinds/all.ts';
import type { Source } from '../../import/source.ts';
import type { Tx } from '../../platform/db/database.ts';

interface WhichRun {
  tenantId: string;
  runId: bigint;
}

interface FormerRows {
  sources: Source[];
  /** What stays as it is because somebody has changed it since, in words. */
  changedSince: string[];
}

type Cells = Readonly<Record<string, string>>;

/** The rows that a run has changed, with what the changed columns held before. */
export async function readFormerRows(tx: Tx, { tenantId, runId }: WhichRun): Promise<FormerRows> {
  const rows = await tx
    .selectFrom('importRunRows')
    .select(['kind', 'rowId', 'externalId', 'before', 'after', 'told'])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('isNew', '=', false)
    .orderBy('rowId')
    .execute();
  const sources: Source[] = [];
  const kept = new Map<string, number>();
  for (const kind of ROW_KINDS) {
    const records: { line: number; cells: Cells }[] = [];
    for (const row of rows.filter(({ kind: name }) => name === kind.name)) {
      const [before, after] = [row.before as Cells, row.after as Cells | null];
      const now = after === null ? null : await readAsInFile({ tx, tenantId }, kind, row.rowId);
      const given = Object.entries(before).filter(([column, held]) => {
        if (!(column in kind.schema.shape)) return false;
        const value = now?.get(column);
        // A run that goes on after a worker was killed finds what it held before.
        if (value === undefined || value === after?.[column] || value === held) return true;
        const what = `${kind.name}: ${column} was changed since`;
        kept.set(what, (kept.get(what) ?? 0) + 1);
        return false;
      });
      const cells = { ...(row.told as Cells), ...Object.fromEntries(given), external_id: row.externalId };
      records.push({ line: records.length + 1, cells });
    }
    if (records.length > 0)
      sources.push({
        ...{ kind: kind.name, format: 'ndjson', name: `import ${runId} undone`, folder: null },
        ...{ open: nothing, records: () => all(records) },
      });
  }
  return { sources, changedSince: [...kept].map(([what, count]) => `${count} of ${what}`) };
}

async function* all<T>(records: readonly T[]): AsyncGenerator<T> {
  yield* records;
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(0);
}
