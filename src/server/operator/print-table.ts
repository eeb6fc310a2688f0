import { print } from './command.ts';

type Cell = string | number | bigint;

/**
 * Under a header, with tabs between the columns, so that programs can read it too. A cell never breaks its line, nor moves the cursor of whoever reads it. The next
 * page of a table has an empty header.
 */
export function printTable(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  for (const row of header.length > 0 ? [header, ...rows] : rows)
    print(row.map((cell) => String(cell).replace(/\p{Cc}+/gu, ' ')).join('\t'));
}
