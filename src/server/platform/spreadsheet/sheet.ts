import { cellXml, escapeXml, textXml } from './cells.ts';
import { HEADER_STYLE, type Look } from './styles.ts';
import type { Cell, Kind } from './values.ts';

export interface Column {
  header: string;
  kind: Kind;
  /** The width in characters. */
  width: number;
}

export interface Row {
  cells: readonly Cell[];
  /** The columns whose cells are struck through in this row. */
  struck?: ReadonlySet<number>;
}

export interface Sheet {
  name: string;
  columns: readonly Column[];
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Called after the last row. */
  total?: () => readonly Cell[];
}

/** The row limit of spreadsheet programs, header included. */
export const MAX_ROWS = 1_048_576;

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The name of a column: 'A', 'B', … 'AA'. */
export const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** A worksheet's XML up to its first row. The header row is frozen. */
export function openingXml(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const headers = columns.map(({ header }, index) => textXml(`${columnName(index)}1`, HEADER_STYLE, header));
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headers.join('')}</row>`;
}

/** Prepares what all rows of a sheet have in common. */
export function rowWriter(columns: readonly Column[]) {
  const places = columns.map(({ kind }, index) => ({ kind, name: columnName(index) }));
  const write = (number: number, cells: readonly Cell[], lookOf: (index: number) => Look, label = '') => {
    let xml = `<row r="${number}">${label}`;
    for (const [index, { kind, name }] of places.entries()) {
      xml += cellXml(`${name}${number}`, kind, lookOf(index), cells[index] ?? null);
    }
    return `${xml}</row>`;
  };
  return {
    row: (number: number, { cells, struck }: Row) =>
      write(number, cells, (index) => (struck?.has(index) ? 'struck' : 'plain')),
    /** The first cell of the total row is its label. */
    total: (number: number, cells: readonly Cell[]) =>
      write(number, cells, () => 'total', textXml(`A${number}`, HEADER_STYLE, 'Total')),
  };
}

export const closingXml = (columns: readonly Column[], lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${lastRow}"/></worksheet>`;

export const sheetEntry = (name: string, number: number): string =>
  `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`;
