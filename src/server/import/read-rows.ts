import type * as z from 'zod';
import { UnreadableError } from '../platform/records/problem.ts';
import type { Findings } from './findings.ts';
import { type KindDescription, optionalColumns } from './kind.ts';
import { encodingOf, readRecords, type Source } from './source.ts';

export interface ReadRow<S extends z.ZodObject> {
  line: number;
  row: z.output<S>;
  /** As they stand in the file, for messages. */
  cells: Readonly<Record<string, string>>;
}

/** The valid rows, in batches. Invalid rows are added to the findings. */
export async function* readRows<S extends z.ZodObject>(
  source: Source,
  layout: KindDescription<S>,
  findings: Findings,
  batchSize: number,
): AsyncGenerator<ReadRow<S>[]> {
  let batch: ReadRow<S>[] = [];
  const optional = optionalColumns(layout);
  try {
    const { encoding, line: otherLine } = await encodingOf(source);
    if (otherLine !== undefined)
      findings.warned(source, {
        line: otherLine,
        column: '',
        reason: 'is not UTF-8; the file was read as Windows-1252',
      });
    for await (const read of readRecords(source, layout, encoding)) {
      if ('problems' in read) {
        findings.bad(source, ...read.problems);
        continue;
      }
      const { line, cells } = read;
      const checked = layout.schema.safeParse(toValues(cells, optional));
      if (checked.success) batch.push({ line, row: checked.data, cells });
      else
        findings.bad(
          source,
          ...checked.error.issues.map(({ path, message: reason }) => {
            const column = path.join('.');
            return { line, column, reason, value: cells[column] || undefined };
          }),
        );
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    findings.unreadable(source, ...error.problems);
  }
  if (batch.length > 0) yield batch;
}

/**
 * An empty cell is null: it says that there is nothing. A column that the file leaves out says nothing, and is absent. A column that
 * must have a value is absent in both cases, so that it is missing.
 */
function toValues(
  cells: Readonly<Record<string, string>>,
  optional: ReadonlySet<string>,
): Record<string, string | null> {
  const values: Record<string, string | null> = {};
  for (const column in cells) {
    const cell = cells[column];
    if (cell) values[column] = cell;
    else if (optional.has(column)) values[column] = null;
  }
  return values;
}
