import { beginningOf } from '../../shared/domain/beginning-of.ts';
import { openSheet } from './read-sheet.ts';
import type { SheetFormat } from './sheet-limits.ts';

export interface LookedAt {
  headerLine: number;
  columns: string[];
  /** Some values of each column, those first that are written unlike the others. */
  samples: Record<string, string[]>;
  lineCount: number;
}

const MAX_SAMPLES = 4;
const LONGEST_SAMPLE = 200;

/** Reads a file once for what a person needs to say what its columns hold. */
export async function lookAtSheet(path: string, format: SheetFormat): Promise<LookedAt> {
  const { columns, headerLine, rows } = await openSheet(path, format);
  const samples = new Map(columns.map((column) => [column, new Map<string, string>()]));
  let lineCount = 0;
  for await (const { cells, isTotals } of rows) {
    if (isTotals) continue;
    lineCount += 1;
    for (const [column, found] of samples) {
      if (found.size === MAX_SAMPLES) continue;
      const cell = beginningOf(cells[column] ?? '', LONGEST_SAMPLE);
      const shape = shapeOf(cell);
      if (cell !== '' && !found.has(shape)) found.set(shape, cell);
    }
  }
  return {
    ...{ headerLine, columns, lineCount },
    samples: Object.fromEntries([...samples].map(([column, found]) => [column, [...found.values()]])),
  };
}

/** Values that are written alike have one shape: $1,234.50 and $9,876.10 do, (12.00) and n/a have others. */
const shapeOf = (cell: string): string =>
  cell
    .replace(/\d+/g, '0')
    .replace(/[A-Za-z][a-z]+/g, (word) => (cell.length > 12 ? 'w' : word))
    .slice(0, 20);
