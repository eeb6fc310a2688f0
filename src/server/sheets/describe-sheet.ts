import { openSheet } from './read-sheet.ts';
import type { SheetFormat } from './sheet-limits.ts';

/** What a person needs to see of a file to say what its columns hold. */
export interface DescribedSheet {
  columns: string[];
  rowCount: number;
  /** The lines of rows that add others up, which are none of the file's own. */
  totalsLines: number[];
  about: Record<string, DescribedColumn>;
}

export interface DescribedColumn {
  /** Values of different forms, those of the rarest form first: they are the ones that are read wrongly. */
  samples: string[];
  /**
   * What the column's percentages mean that have no sign. Where none is over 1 they can be percents as well as fractions, a hundred times
   * as much; only a person knows which. Null where all have their sign, or are nothing.
   */
  plainPercents: 'percents' | 'not said' | null;
}

/** Reads a file once, to its end. */
export async function describeSheet(path: string, format: SheetFormat): Promise<DescribedSheet> {
  const { columns, rows } = await openSheet(path, format);
  const seen = columns.map((name) => ({
    name,
    samples: createSamples(),
    plainPercents: createPlainPercents(),
  }));
  const totalsLines: number[] = [];
  let rowCount = 0;
  for await (const { line, cells, isTotals } of rows) {
    if (isTotals) {
      totalsLines.push(line);
      continue;
    }
    rowCount += 1;
    for (const { name, samples, plainPercents } of seen) {
      const cell = cells[name];
      if (!cell) continue;
      samples.add(cell);
      plainPercents.add(cell);
    }
  }
  const about = Object.fromEntries(
    seen.map(({ name, samples, plainPercents }) => [
      name,
      { samples: samples.chosen(), plainPercents: plainPercents.found() },
    ]),
  );
  return { columns, rowCount, totalsLines, about };
}

const SAMPLES = 3;
const LONGEST_SAMPLE = 60;
/** A column of free text has a form in each row; the first ones are enough to choose from. */
const MAX_FORMS = 200;

function createSamples() {
  const forms = new Map<string, { count: number; first: string }>();
  const firsts = new Set<string>();
  return {
    add(cell: string): void {
      const first = cell.slice(0, LONGEST_SAMPLE);
      const form = first
        .replaceAll(/\d/g, '9')
        .replaceAll(/9+/g, '9')
        .replaceAll(/\p{L}+/gu, 'a');
      const known = forms.get(form);
      if (known) known.count += 1;
      else if (forms.size < MAX_FORMS) forms.set(form, { count: 1, first });
      if (firsts.size < 2 * SAMPLES) firsts.add(first);
    },
    chosen(): string[] {
      const rarest = [...forms.values()].toSorted((one, other) => one.count - other.count).slice(0, SAMPLES);
      return [...new Set([...rarest.map(({ first }) => first), ...firsts])].slice(0, SAMPLES);
    },
  };
}

function createPlainPercents() {
  let found: DescribedColumn['plainPercents'] = null;
  return {
    add(cell: string): void {
      if (found === 'percents') return;
      const value = Number(cell);
      if (Math.abs(value) > 1) found = 'percents';
      else if (value !== 0 && !Number.isNaN(value)) found = 'not said';
    },
    found: () => found,
  };
}
