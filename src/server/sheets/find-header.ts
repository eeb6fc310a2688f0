import { dateOfCell, moneyOfCell } from '../../shared/domain/cell-values.ts';
import type { RawRow } from './raw-rows.ts';

export interface FoundHeader {
  /** Its place among the given rows. */
  index: number;
  /** The cells as they stand. */
  named: string[];
  columns: string[];
}

/** A title may have a name and a date beside it; a header names most of the columns that the rows below fill. */
const MOST = 0.6;

/** The first row that names the columns: only words, no two alike, and about as many as the rows below it have cells. */
export function findHeader(rows: readonly RawRow[]): FoundHeader | null {
  for (const [index, { cells }] of rows.entries()) {
    const filled = cells.filter((cell) => cell !== '');
    const below = widestBelow(rows.slice(index + 1));
    if (filled.length < 2 || filled.length < MOST * below || !filled.every(isName)) continue;
    const width = Math.max(below, cells.findLastIndex((cell) => cell !== '') + 1);
    const named = Array.from({ length: width }, (_, place) => (cells[place] ?? '').trim());
    return { index, named, columns: namesOf(named) };
  }
  return null;
}

const widestBelow = (rows: readonly RawRow[]) =>
  Math.max(0, ...rows.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1));

const isName = (cell: string) =>
  cell.length <= 100 && 'reason' in moneyOfCell(cell) && 'reason' in dateOfCell(cell);

function namesOf(named: readonly string[]): string[] {
  const taken = new Set<string>();
  return named.map((cell, place) => {
    const plain = cell.replace(/\s+/g, ' ').trim() || `Column ${letterOf(place)}`;
    let name = plain;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${plain} (${nth})`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** As spreadsheets letter them: A to Z, then AA. */
function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}
