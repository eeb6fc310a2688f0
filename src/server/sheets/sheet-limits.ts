export interface SheetLimits {
  rows: number;
  columns: number;
  /** Characters of one cell. */
  cell: number;
  /** Cells of an xlsx file, those included that hold nothing: a few bytes can name the last of 16,384 columns in every row. */
  cells: number;
}

/** What a spreadsheet may have at most. Larger ones are refused in words, before they are read further. */
export const SHEET_LIMITS: SheetLimits = {
  rows: 250_000,
  columns: 200,
  cell: 4000,
  cells: 50_000_000,
};

/** Spreadsheets that the desk takes. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** The characters that the worker takes of a file's rows, and sixteen more for each cell. This is what half a million payments take. */
export const MOST_TEXT = 75_000_000;
