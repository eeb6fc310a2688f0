/** Writes the values into a statement so that it can be sent again, all as text, as the driver sends them. */
export const withValues = (text: string, values: readonly unknown[]): string =>
  text.trim().replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${asText(value).replaceAll("'", "''")}'`;
}

function asText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const asElement = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `"${asText(value).replace(/["\\]/g, '\\$&')}"`;

/** A statement that only reads need not be replayed. One that draws a number, sets a claim or adds a job must be. */
export const changesSomething = (text: string): boolean =>
  !/^\s*select\b/i.test(text) || /nextval|set_config|add_job/.test(text);

const INSERT = /\binsert into "?(\w+)"?(?: as \w+)?\s*\(([^)]*)\)/gi;

/** The tables that a statement inserts into, also inside a `with` clause, and the columns that it sets. */
export const insertsOf = (text: string): { table: string; columns: string[] }[] =>
  /^\s*(insert|with)\b/i.test(text)
    ? [...text.matchAll(INSERT)].map(([, table = '', columns = '']) => ({
        table,
        columns: columns.split(',').map((column) => column.trim().replaceAll('"', '')),
      }))
    : [];
