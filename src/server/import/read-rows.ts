import type * as z from 'zod';
import { UnreadableError } from '../platform/records/problem.ts';
import type { Findings } from './findings.ts';
import type { KindDescription } from './kind.ts';
import { readRecords, type Source } from './source.ts';

export interface ReadRow<S extends z.ZodObject> {
  line: number;
  row: z.output<S>;
}

/** The valid rows, in batches. Invalid rows are added to the findings. */
export async function* readRows<S extends z.ZodObject>(
  source: Source,
  layout: KindDescription<S>,
  findings: Findings,
  batchSize: number,
): AsyncGenerator<ReadRow<S>[]> {
  let batch: ReadRow<S>[] = [];
  try {
    for await (const read of readRecords(source, layout)) {
      if ('problems' in read) {
        findings.bad(source, ...read.problems);
        continue;
      }
      const { line, cells } = read;
      const checked = layout.schema.safeParse(withoutEmpty(cells));
      if (checked.success) batch.push({ line, row: checked.data });
      else
        findings.bad(
          source,
          ...checked.error.issues.map(({ path, message }) => ({
            line,
            column: path.join('.'),
            reason: message,
          })),
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

function withoutEmpty(cells: Readonly<Record<string, string>>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const column in cells) {
    const cell = cells[column];
    if (cell) filled[column] = cell;
  }
  return filled;
}
