import type { ReactNode } from 'react';
import classes from './sheet-table.module.css';

export interface SheetColumn {
  header: ReactNode;
  /** In pixels; where there is more room, every column gets its part of it. */
  width?: number;
  /** Numbers, and what goes with them. */
  align?: 'end';
  /** Words, which may take several lines. */
  wraps?: true;
  /** Nothing to do with it on paper. */
  isScreenOnly?: true;
}

interface SheetTableProps {
  label: string;
  columns: readonly (SheetColumn & { key: string })[];
  /** By the keyboard, which has to reach what may scroll. */
  isReachable?: boolean;
  children: ReactNode;
}

/** Figures in columns. Where there is too little room for them they scroll sideways, and the first column stays. */
export function SheetTable({ label, columns, isReachable = true, children }: SheetTableProps) {
  return (
    <section className={classes['box']} aria-label={label} tabIndex={isReachable ? 0 : undefined}>
      <table className={classes['table']} style={{ minWidth: widthOf(columns) }}>
        <colgroup>
          {columns.map(({ key, width, isScreenOnly }) => (
            <col key={key} style={{ width }} data-screen-only={isScreenOnly} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, header, align, isScreenOnly }) => (
              <th key={key} scope="col" data-align={align} data-screen-only={isScreenOnly}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

const widthOf = (columns: readonly SheetColumn[]): number =>
  columns.reduce((sum, { width = 0 }) => sum + width, 0);

interface CellProps {
  column: SheetColumn | undefined;
  children: ReactNode;
}

export function SheetCell({ column, children }: CellProps) {
  return (
    <td data-align={column?.align} data-wraps={column?.wraps} data-screen-only={column?.isScreenOnly}>
      {children}
    </td>
  );
}
