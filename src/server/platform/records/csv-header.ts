import { type Problem, UnreadableError } from './problem.ts';

export interface Columns {
  required: readonly string[];
  optional: readonly string[];
  /** Ignores unknown columns instead of refusing the file. */
  allowsOthers?: boolean;
}

const DELIMITERS = [',', ';', '\t', '|'];

/** A header is far shorter; whatever is longer is judged by its beginning. */
const MAX_HEADER_LENGTH = 64 * 1024;

/** Reads as much as holds the first line, and passes everything on, with the delimiter under which that line names the most columns. */
export async function withDelimiter(bytes: AsyncIterable<Buffer>, columns: Columns) {
  const iterator = bytes[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (!hasLine(start.toString('latin1')) && start.length < MAX_HEADER_LENGTH) {
    const { done, value } = await iterator.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* rest() {
    try {
      if (start.length > 0) yield start;
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { delimiter: delimiterOf(start.toString('utf8'), columns), bytes: rest() };
}

/** Whether there is a line with something in it. A pattern for both would look for the end of the line from each of its characters. */
const hasLine = (text: string): boolean => /[\r\n]/.test(text.trimStart());

function delimiterOf(start: string, columns: Columns): string {
  const [header = ''] = start
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/);
  const known = new Set([...columns.required, ...columns.optional]);
  const named = (delimiter: string) =>
    header.split(delimiter).filter((name) => known.has(name.replaceAll('"', '').trim())).length;
  const fields = (delimiter: string) => header.split(delimiter).length;
  const [best = ','] = DELIMITERS.toSorted(
    (one, other) => named(other) - named(one) || fields(other) - fields(one),
  );
  return best;
}

/** Refuses a header that the rows cannot be read by, with one sentence about everything that is missing and one about what is unknown. */
export function requireColumns(header: readonly string[], columns: Columns, line: number): void {
  const known = [...columns.required, ...columns.optional];
  const columnNames = `the columns are ${known.join(', ')}`;
  const say = (names: readonly string[], sentence: (list: string) => string): Problem[] =>
    names.length === 0 ? [] : [{ line, column: '', reason: sentence(shown(names)) }];
  const missing = columns.required.filter((name) => !header.includes(name));
  const seen = new Set<string>();
  const twice = header.filter((name) => seen.size === seen.add(name).size);
  const unknown = columns.allowsOthers ? [] : header.filter((name) => !known.includes(name));
  const problems = header.some((name) => known.includes(name))
    ? [
        ...say(missing, (list) => `the header has no ${list}`),
        ...say(twice, (list) => `the header has ${list} twice`),
        ...say(unknown, (list) => `the header has unknown columns, ${list}; ${columnNames}`),
      ]
    : say(header, (list) => `the first line names no column of the file: it has ${list}; ${columnNames}`);
  if (problems.length > 0) throw new UnreadableError(...problems);
}

const MAX_NAMES = 10;

const shown = (names: readonly string[]): string =>
  [
    ...names.slice(0, MAX_NAMES).map((name) => nameOf(name)),
    ...(names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []),
  ].join(', ');

/** What is no column's name may be anything, such as a line of secrets in a file that was named by mistake. */
function nameOf(text: string): string {
  if (text === '') return 'a column without a name';
  return /^[\p{L}\p{N} _.%#()/-]{1,40}$/u.test(text) ? text : 'something that is no name';
}
