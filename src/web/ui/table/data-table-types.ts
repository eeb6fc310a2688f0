import type { ReactNode } from 'react';
import type { Cents } from '../../../shared/domain/money.ts';

export type SortDirection = 'asc' | 'desc';

export interface Sorting<Sort extends string> {
  column: Sort;
  direction: SortDirection;
}

export interface Column<Row, Sort extends string> {
  header: string;
  /** In pixels; where there is more room, every column gets its part of it. */
  width: number;
  align?: 'end';
  /** Words, which may take two lines. A number never does. */
  wraps?: true;
  /** What it sorts by, and which end comes first at the first press. */
  sort?: { by: Sort; first: SortDirection };
  /** For money: the column is as wide as the longest amount needs. */
  amountOf?: (row: Row) => Cents;
  /** Stays in sight while the others scroll by: at the start what tells the rows apart, at the end what is done with them. */
  pinned?: 'start' | 'end';
  /** What its header says of it when it is pointed at, and to those who hear it. */
  about?: string;
  /** Its place on a card, where the window is too narrow for a table. A `more` shows when the card is open. */
  onCard: 'title' | 'mark' | 'line' | 'figure' | 'more' | 'link';
  /** How long its text is, in characters, for the time that it is on its way. */
  bone: number;
  cell: (row: Row) => ReactNode;
}

/** The rows to show, some of which may still be on their way. */
export interface RowSource<Row> {
  /** The place of the first one in the whole list, from 0. */
  first: number;
  count: number;
  /** By place among those to show, from 0. */
  at: (index: number) => Row | undefined;
}

export interface DataTableProps<Row, Sort extends string> {
  /** What is listed, for those who don't see it. */
  label: string;
  /** Smaller text and narrower gaps, for many columns. */
  isDense?: boolean;
  columns: readonly Column<Row, Sort>[];
  rows: RowSource<Row>;
  /** In the whole list. */
  total: number | null;
  keyOf: (row: Row) => string;
  /** What a row is called, for those who hear its button. */
  nameOf: (row: Row) => string;
  /** What opens under a row. */
  detailsOf: (row: Row) => ReactNode;
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
  /** What is shown is about to be replaced. */
  isStale: boolean;
  footer: ReactNode;
  /** Only the rows in sight are in the page; which ones is told. */
  onRowsInSight?: ((first: number, last: number) => void) | undefined;
}
