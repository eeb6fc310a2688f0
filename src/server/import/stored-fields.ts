import type { Kind } from './kind.ts';

type Naming = Pick<Kind, 'storedAs'>;

/** The field among these that holds a column: of the same name, with `Cents` for an amount, or with `Id` for a reference. */
export function storedField(
  { storedAs }: Naming,
  column: string,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const name = inCamelCase(column);
  const names = [
    (storedAs as Record<string, string> | undefined)?.[column],
    name,
    `${name}Cents`,
    `${name}Id`,
  ];
  return names.find((candidate) => candidate !== undefined && Object.hasOwn(fields, candidate));
}

/** The columns that one field holds together, for each field that holds several. */
export function columnsOfOneField({ storedAs = {} }: Naming): string[][] {
  const byField = Map.groupBy(Object.entries(storedAs), ([, field]) => field);
  return [...byField.values()]
    .filter((entries) => entries.length > 1)
    .map((entries) => entries.map(([column]) => column));
}

/** Of a row's values, those that hold the given columns. */
export function fieldsOfColumns<T extends object>(
  kind: Naming,
  values: T,
  columns: ReadonlySet<string>,
): Partial<T> {
  const wanted = new Set(
    [...columns].map((column) => storedField(kind, column, values as Record<string, unknown>)),
  );
  return Object.fromEntries(Object.entries(values).filter(([field]) => wanted.has(field))) as Partial<T>;
}

/** Keys inside of a JSON value keep the database's spelling. */
export const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
