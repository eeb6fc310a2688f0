import type { PercentUnit } from './cell-values.ts';

/** A field of the rows that a kind of spreadsheet is read for. */
export interface SheetField {
  /** As the mapping and whoever reads the rows call it. */
  name: string;
  label: string;
  rule: 'text' | 'money' | 'date' | 'percent' | 'word';
  isRequired: boolean;
  /** Of a word: what it may mean, each with words that are commonly used for it. */
  meanings?: Readonly<Record<string, readonly string[]>>;
  /** What columns that hold it are commonly called, in small letters. */
  guesses: readonly string[];
  /** What every value of a column looks like that holds it, whatever the column is called. */
  looksLike?: RegExp;
  /** Whether it may be made from other fields where the file has no such column. */
  madeFrom?: readonly string[];
  maxLength?: number;
}

/** Where a field comes from. */
export type FieldSource =
  | {
      from: 'column';
      column: string;
      /** What the words of the column mean. */
      words?: Record<string, string> | undefined;
      /** What a percentage without its sign means. */
      unit?: PercentUnit | undefined;
    }
  /** The same in every row. */
  | { from: 'fixed'; value: string }
  /** Made from other fields of the row, and from how many rows before it have the same: the same file gives the same again. */
  | { from: 'made'; of: string[] };

/** By the name of the field. A field that is not there is left alone. */
export type SheetMapping = Record<string, FieldSource>;

/** The header as a set: whatever the order, the capitals and the blanks. */
export const headerKeyText = (columns: readonly string[]): string =>
  columns
    .map((column) => column.trim().replace(/\s+/g, ' ').toLowerCase())
    .toSorted()
    .join('\n');

/** A first mapping of a file that nobody has mapped yet, by what its columns are commonly called, or by what stands in them. */
export function guessMapping(
  columns: readonly string[],
  fields: readonly SheetField[],
  samples: Readonly<Record<string, readonly string[]>> = {},
): SheetMapping {
  const mapping: SheetMapping = {};
  const taken = new Set<string>();
  for (const field of fields) {
    const free = columns.filter((name) => !taken.has(name));
    const column =
      field.guesses
        .map((guess) => free.find((name) => plainName(name) === plainName(guess)))
        .find((found) => found !== undefined) ??
      free.find((name) => holdsOnly(samples[name] ?? [], field.looksLike));
    if (column !== undefined) {
      taken.add(column);
      mapping[field.name] = { from: 'column', column, ...(field.meanings && { words: wordsOf(field) }) };
    } else if (field.madeFrom) {
      mapping[field.name] = { from: 'made', of: [...field.madeFrom] };
    }
  }
  return mapping;
}

const holdsOnly = (values: readonly string[], looksLike: RegExp | undefined): boolean =>
  looksLike !== undefined && values.length > 0 && values.every((value) => looksLike.test(value.trim()));

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9#%]/g, '');

/** The common words of a field, each with what it means. */
export const wordsOf = ({ meanings = {} }: SheetField): Record<string, string> =>
  Object.fromEntries(
    Object.entries(meanings).flatMap(([meaning, words]) => words.map((word) => [word, meaning])),
  );

/** What is wrong with a mapping, in words; null when the rows can be read by it. */
export function faultOfMapping(
  mapping: SheetMapping,
  fields: readonly SheetField[],
  columns: readonly string[],
): string | null {
  const names = new Map(fields.map((field) => [field.name, field]));
  for (const field of fields)
    if (field.isRequired && !mapping[field.name]) return `Say which column holds the ${field.label}.`;
  for (const [name, source] of Object.entries(mapping)) {
    const field = names.get(name);
    if (!field) return `There is no field called ${name}.`;
    if (source.from === 'column' && !columns.includes(source.column))
      return `The file has no column ${source.column}.`;
    if (source.from === 'made' && !canBeMade(field, source.of, mapping))
      return `The ${field.label} cannot be made from these columns.`;
    const meanings = Object.keys(field.meanings ?? {});
    const said =
      source.from === 'column'
        ? Object.values(source.words ?? {})
        : source.from === 'fixed'
          ? [source.value]
          : [];
    if (field.rule === 'word' && said.some((meaning) => !meanings.includes(meaning)))
      return `The ${field.label} can only be ${meanings.join(' or ')}.`;
    const known = wordsOf(field);
    // Whoever reads a file by this mapping later would take a debit that came back for one that cleared.
    for (const [word, meaning] of source.from === 'column' ? Object.entries(source.words ?? {}) : [])
      if ((known[word.trim().toLowerCase()] ?? meaning) !== meaning)
        return `“${word}” means ${known[word.trim().toLowerCase()]}, so it can’t count as ${meaning}.`;
  }
  return null;
}

/** Made from fewer fields, two rows that are not the same would count as one. */
const canBeMade = ({ madeFrom }: SheetField, parts: readonly string[], mapping: SheetMapping): boolean =>
  madeFrom
    ? madeFrom.every((part) => parts.includes(part)) && parts.every((part) => mapping[part] !== undefined)
    : false;
