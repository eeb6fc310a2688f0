import { group, type PdfDocument, type PdfElement, rule, tagged } from './pdf-document.ts';
import { INK, type Look, putText, QUIET, widthOf } from './text.ts';

const SIZE = 8;
const SMALLEST = 5;
const GAP = 9;
/** What a column of names keeps at least, however wide the amounts beside it are. */
const LEAST_NAME = 60;
const LINE = '#d9dde1';
const STRONG_LINE = '#8b949d';

export interface PdfColumn {
  head: string;
  align: 'left' | 'right';
  /** Takes the room that the others leave; its texts are cut where they are longer. */
  isFlexible?: boolean;
}

export interface PdfTable {
  columns: readonly PdfColumn[];
  rows: readonly (readonly string[])[];
  /** The last row. A cell reaches over the empty ones that follow it. */
  total?: readonly string[];
  /** A list of names and amounts needs no heads. */
  hasNoHead?: boolean;
}

interface TableFit {
  size: number;
  widths: readonly number[];
}

/** The widths of the columns by what is in them, with smaller letters where the amounts would not fit. */
export function fitTable(document: PdfDocument, table: PdfTable, width: number): TableFit {
  const flexible = table.columns.findIndex(({ isFlexible }) => isFlexible);
  const natural = table.columns.map((column, index) => naturalWidth(document, table, column, index));
  const gaps = GAP * (table.columns.length - 1);
  const fixed = natural.reduce((sum, each, index) => (index === flexible ? sum : sum + each), 0);
  const scale = Math.max(
    SMALLEST / SIZE,
    Math.min(1, scaleToFit(document, table, { flexible, fixed, room: width - gaps })),
  );
  const left = width - gaps - fixed * scale;
  const widths = natural.map((each, index) => {
    if (index === flexible) return left;
    return each * scale + (flexible < 0 ? left / natural.length : 0);
  });
  return { size: SIZE * scale, widths };
}

interface Room {
  flexible: number;
  fixed: number;
  room: number;
}

function scaleToFit(
  document: PdfDocument,
  { rows, hasNoHead }: PdfTable,
  { flexible, fixed, room }: Room,
): number {
  if (flexible < 0) return room / fixed;
  if (!hasNoHead) return (room - LEAST_NAME) / fixed;
  // The names of a list are the statement's own words, which are not cut.
  const names = Math.max(...rows.map((cells) => widthOf(document, cells[flexible] ?? '', { size: SIZE })));
  return room / (fixed + names);
}

function naturalWidth(
  document: PdfDocument,
  { rows, total, hasNoHead }: PdfTable,
  { head, isFlexible }: PdfColumn,
  index: number,
): number {
  if (isFlexible) return 0;
  const longest = rows.reduce((most, cells) => longerOf(most, cells[index] ?? ''), '');
  const widths = [
    hasNoHead ? 0 : widthOf(document, head, { size: SIZE }),
    // Digits are of one width, so the longest text is the widest but for its letters.
    widthOf(document, longest, { size: SIZE }) * 1.02,
    total && total[index + 1] !== ''
      ? widthOf(document, total[index] ?? '', { size: SIZE, weight: 'semibold' })
      : 0,
  ];
  return Math.max(...widths);
}

const longerOf = (one: string, other: string): string => (other.length > one.length ? other : one);

interface TablePlace {
  x: number;
  y: number;
  rowHeight: number;
  from: number;
  to: number;
  hasTotal: boolean;
}

export const heightOfTable = (
  { hasNoHead }: PdfTable,
  { rowHeight, from, to, hasTotal }: Omit<TablePlace, 'x' | 'y'>,
): number => (Number(!hasNoHead) + to - from + Number(hasTotal)) * rowHeight;

/** Draws some rows of a table with its heads, and answers where it ends. */
export function drawTable(
  document: PdfDocument,
  parent: PdfElement,
  table: PdfTable,
  fit: TableFit,
  place: TablePlace,
): number {
  const { columns, rows, total, hasNoHead } = table;
  const { x, rowHeight, from, to, hasTotal } = place;
  const width = fit.widths.reduce((sum, each) => sum + each, 0) + GAP * (columns.length - 1);
  const last = Math.max(from, to) - 1;
  let { y } = place;
  const line = (color: string, thickness: number) => rule(document, { x, y, width, color, thickness });
  const row =
    (cells: readonly string[], look: Look, kindOf: (index: number) => 'TH' | 'TD') => (body: PdfElement) => {
      group(document, body, 'TR', (element) => {
        drawCells(document, element, {
          columns,
          cells,
          fit,
          x,
          y: y + (rowHeight - fit.size * 1.2) / 2,
          look,
          kindOf,
        });
      });
      y += rowHeight;
    };
  group(document, parent, 'Table', (body) => {
    if (!hasNoHead) {
      row(
        columns.map(({ head }) => head),
        { color: QUIET },
        () => 'TH',
      )(body);
      line(STRONG_LINE, 0.75);
    }
    for (let index = from; index < to; index += 1) {
      row(rows[index] ?? [], {}, (column) => (column === 0 ? 'TH' : 'TD'))(body);
      if (index < last) line(LINE, 0.5);
    }
    if (hasTotal && total) {
      line(hasNoHead ? LINE : STRONG_LINE, hasNoHead ? 0.5 : 0.75);
      row(total, { weight: 'semibold' }, (column) => (column === 0 ? 'TH' : 'TD'))(body);
    }
  });
  return y;
}

interface Cells {
  columns: readonly PdfColumn[];
  cells: readonly string[];
  fit: TableFit;
  x: number;
  y: number;
  look: Look;
  kindOf: (index: number) => 'TH' | 'TD';
}

function drawCells(
  document: PdfDocument,
  row: PdfElement,
  { columns, cells, fit, look, kindOf, ...at }: Cells,
): void {
  let { x } = at;
  for (const [index, { align }] of columns.entries()) {
    const text = cells[index] ?? '';
    let width = fit.widths[index] ?? 0;
    for (let next = index + 1; text !== '' && align === 'left' && cells[next] === ''; next += 1)
      width += GAP + (fit.widths[next] ?? 0);
    const place = { x, y: at.y, width };
    tagged(document, row, kindOf(index), () => {
      if (text !== '') putText(document, text, place, { color: INK, ...look, size: fit.size, align });
    });
    x += (fit.widths[index] ?? 0) + GAP;
  }
}
