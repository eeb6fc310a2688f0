import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { UnreadableError } from '../platform/records/problem.ts';
import { readCsv } from '../platform/records/read-csv.ts';
import { amount } from './columns.ts';
import { type ControlTotal, FIGURES } from './control-totals.ts';

/** What the control totals are given as cannot be understood. */
export class TotalsError extends Error {}

const figures = { funded: amount().nullish(), rtr: amount().nullish(), collected: amount().nullish() };

type Figures = z.output<z.ZodObject<typeof figures>>;

const totalsOf = (of: ControlTotal['of'], id: string, row: Figures): ControlTotal[] =>
  FIGURES.flatMap((figure) => {
    const expected = row[figure];
    return expected == null ? [] : [{ of, id, figure, expected }];
  });

/** 'funded=9425000.00,collected=6098318.10': figures of the whole book. */
export function parseTotals(texts: readonly string[]): ControlTotal[] {
  const parts = texts.flatMap((text) => text.split(',')).map((part) => part.split('='));
  const checked = z.strictObject(figures).safeParse(Object.fromEntries(parts));
  if (!checked.success || parts.length === 0)
    throw new TotalsError('--expect takes funded=…, rtr=… and collected=…, such as funded=9425000.00.');
  return totalsOf('book', '', checked.data);
}

/** The figures of a file: CSV with a row for each deal or syndicate, or JSON. */
export async function readTotals(path: string): Promise<ControlTotal[]> {
  try {
    const totals = path.endsWith('.json') ? parseJson(await readFile(path, 'utf8')) : await readRows(path);
    // Whoever gives a file wants the book to be compared with it.
    if (totals.length === 0) throw new SyntaxError('it holds no figure to compare with');
    return totals;
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof SyntaxError || isMissing(error))
      throw new TotalsError(`${path}: ${error.message}`);
    throw error;
  }
}

const isMissing = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const json = z.strictObject({
  ...figures,
  deals: z.record(z.string(), z.strictObject(figures)).optional(),
  syndicates: z.record(z.string(), z.strictObject(figures)).optional(),
});

function parseJson(text: string): ControlTotal[] {
  const checked = json.safeParse(JSON.parse(text));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new SyntaxError(`${issue?.path.join('.') || 'it'} ${issue?.message}`);
  }
  const { deals = {}, syndicates = {}, ...book } = checked.data;
  return [
    ...totalsOf('book', '', book),
    ...Object.entries(deals).flatMap(([id, row]) => totalsOf('deal', id, row)),
    ...Object.entries(syndicates).flatMap(([id, row]) => totalsOf('syndicate', id, row)),
  ];
}

/** A row without a deal and a syndicate is of the whole book. An empty figure is not compared. */
async function readRows(path: string): Promise<ControlTotal[]> {
  const totals: ControlTotal[] = [];
  const columns = { required: [], optional: ['deal', 'syndicate', ...FIGURES] };
  for await (const read of readCsv(createReadStream(path), columns)) {
    if ('problems' in read) throw new UnreadableError(...read.problems);
    const { deal = '', syndicate = '', ...cells } = read.cells;
    const given = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell || null]));
    const checked = z.object(figures).safeParse(given);
    if (!checked.success || (deal && syndicate))
      throw new SyntaxError(
        `line ${read.line}: ${checked.success ? 'names a deal and a syndicate; it is of one of them' : wordsOf(checked.error)}`,
      );
    const of = deal ? 'deal' : syndicate ? 'syndicate' : 'book';
    totals.push(...totalsOf(of, deal || syndicate, checked.data));
  }
  return totals;
}

const wordsOf = ({ issues: [issue] }: z.ZodError) => `${issue?.path.join('.')} ${issue?.message}`;
