import { memo, type ReactNode } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './data-table.module.css';
import type { Column } from './data-table-types.ts';
import { pinnedAt } from './fit-columns.ts';
import { isPressOnRow, RowToggle } from './row-toggle.tsx';

interface DataTableRowProps<Row, Sort extends string> {
  /** Undefined while it is loading. */
  row: Row | undefined;
  rowKey: string;
  name: string;
  /** The row's index among the rows shown, and in the whole list. */
  index: number;
  place: number;
  columns: readonly Column<Row, Sort>[];
  isOpen: boolean;
  onToggle: (key: string) => void;
  detailsOf: (row: Row) => ReactNode;
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

function Row<Row, Sort extends string>({
  row,
  rowKey,
  name,
  index,
  place,
  columns,
  isOpen,
  onToggle,
  detailsOf,
  measure,
}: DataTableRowProps<Row, Sort>) {
  if (row === undefined) return <SkeletonRow index={index} columns={columns} measure={measure} />;
  return (
    <tbody ref={measure} data-index={index}>
      <tr
        className={classes['row']}
        aria-rowindex={place + 2}
        data-open={isOpen || undefined}
        onClick={(event) => isPressOnRow(event) && onToggle(rowKey)}
      >
        {columns.map((column, columnIndex) => (
          <td
            key={column.header}
            className={classes['cell']}
            data-align={column.align}
            data-pinned={column.pinned}
            style={pinnedAt(columns, columnIndex)}
            data-wraps={column.wraps}
          >
            {columnIndex === 0 ? (
              <span className={classes['first']}>
                <RowToggle name={name} isOpen={isOpen} onToggle={() => onToggle(rowKey)} />
                {column.cell(row)}
              </span>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr data-panel="">
          <td className={classes['panelCell']} colSpan={columns.length}>
            <div className={classes['panel']}>{detailsOf(row)}</div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

export const DataTableRow = memo(Row) as typeof Row;

type SkeletonRowProps<Row, Sort extends string> = Pick<
  DataTableRowProps<Row, Sort>,
  'index' | 'columns' | 'measure'
>;

function SkeletonRow<Row, Sort extends string>({ index, columns, measure }: SkeletonRowProps<Row, Sort>) {
  return (
    <tbody ref={measure} data-index={index} aria-hidden="true">
      <tr className={classes['row']}>
        {columns.map(({ header, align, pinned, skeletonCharacters }, columnIndex) => (
          <td
            key={header}
            className={classes['cell']}
            data-align={align}
            data-pinned={pinned}
            style={pinnedAt(columns, columnIndex)}
          >
            <span className={columnIndex === 0 ? classes['afterToggle'] : undefined}>
              <Skeleton characters={skeletonCharacters} />
            </span>
          </td>
        ))}
      </tr>
    </tbody>
  );
}
