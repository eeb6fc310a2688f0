import type { ReactNode } from 'react';
import classes from './sheet-table.module.css';

export interface SheetColumn {
  header: ReactNode;
  /** In pixels. Extra width is distributed over all columns. */
  width?: number;
  /** Aligned to the right, for numbers. */
  align?: 'end';
  /** Text that may wrap. */
  wraps?: true;
  /** Left out in print, where it cannot be used. */
  isScreenOnly?: true;
}

interface SheetTableProps {
  label: string;
  columns: readonly (SheetColumn & { key: string })[];
  /** Focusable, because the keyboard has to reach whatever scrolls. */
  isReachable?: boolean;
  children: ReactNode;
}

/** A table of figures. In narrow windows it scrolls sideways, and the first column stays in place. */
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
