import type { ReactNode } from 'react';
import type { Cents } from '../../../shared/domain/money.ts';

export type SortDirection = 'asc' | 'desc';

export interface Sorting<Sort extends string> {
  column: Sort;
  direction: SortDirection;
}

export interface Column<Row, Sort extends string> {
  header: string;
  /** In pixels. Extra width is distributed over all columns. */
  width: number;
  align?: 'end';
  /** For text, which may take two lines. Numbers never wrap. */
  wraps?: true;
  /** What it sorts by, and the order at the first press. */
  sort?: { by: Sort; first: SortDirection };
  /** For money: the column is as wide as the longest amount. */
  amountOf?: (row: Row) => Cents;
  /** Stays visible while the others scroll: at the start what identifies the row, at the end its actions. */
  pinned?: 'start' | 'end';
  /** The header's tooltip, also for screen readers. */
  about?: string;
  /** Its place on a card in narrow windows. `more` is shown when the card is open. */
  onCard: 'title' | 'mark' | 'line' | 'figure' | 'more' | 'link';
  /** The width of its skeleton in characters. */
  skeletonCharacters: number;
  cell: (row: Row) => ReactNode;
}

/** The rows to show, some of which may still be loading. */
export interface RowSource<Row> {
  /** The index of the first row in the whole list, from 0. */
  first: number;
  count: number;
  /** The row at an index among those to show, from 0. */
  at: (index: number) => Row | undefined;
}

export interface DataTableProps<Row, Sort extends string> {
  /** The table's label for screen readers. */
  label: string;
  /** Smaller text and gaps, for many columns. */
  isDense?: boolean;
  columns: readonly Column<Row, Sort>[];
  rows: RowSource<Row>;
  /** The number of rows in the whole list. */
  total: number | null;
  keyOf: (row: Row) => string;
  /** The name of a row, for the label of its button. */
  nameOf: (row: Row) => string;
  /** The panel under an open row. */
  detailsOf: (row: Row) => ReactNode;
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
  /** The rows shown are about to be replaced. */
  isStale: boolean;
  footer: ReactNode;
  /** Renders only the visible rows, and reports which these are. */
  onRowsInSight?: ((first: number, last: number) => void) | undefined;
}
