import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Enough for the title, the header and some rows. */
const LOOKED_AT = 64 * 1024;
const MAX_ROWS = 50;

/**
 * The delimiter under which most of the first rows have one and the same number of cells, more than one. A title above the header has
 * fewer, and an amount such as $1,234.50 has its comma in some rows and not in others.
 */
export async function findDelimiter(text: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of text) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= LOOKED_AT) break;
  }
  const start = Buffer.concat(chunks).subarray(0, LOOKED_AT).toString('utf8');
  // The last line may have been cut.
  const whole = size >= LOOKED_AT ? start.slice(0, start.lastIndexOf('\n') + 1) : start;
  const [best = ','] = DELIMITERS.toSorted((one, other) => score(whole, other) - score(whole, one));
  return best;
}

function score(text: string, delimiter: string): number {
  const widths = new Map<number, number>();
  for (const { length } of firstRows(text, delimiter)) widths.set(length, (widths.get(length) ?? 0) + 1);
  const cells = [...widths].filter(([width]) => width > 1).map(([width, rows]) => rows * 1000 + width);
  return Math.max(0, ...cells);
}

function firstRows(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: MAX_ROWS,
    });
  } catch {
    return [];
  }
}
