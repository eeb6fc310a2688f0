import { useCallback, useRef } from 'react';
import classes from './data-table.module.css';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRow } from './data-table-row.tsx';
import type { DataTableProps } from './data-table-types.ts';
import { fitColumns } from './fit-columns.ts';
import type { OpenRows } from './use-open-rows.ts';
import { useRowKeyboard } from './use-row-keyboard.ts';
import { useRowWindow } from './use-row-window.ts';
import { useTableEdges } from './use-table-edges.ts';

const ROW_HEIGHT = 45;

interface WideTableProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  open: OpenRows;
}

/** A table that scrolls sideways in its own frame and vertically with the page, with a sticky header. */
export function WideTable<Row, Sort extends string>(props: WideTableProps<Row, Sort>) {
  const { label, columns, rows, total, keyOf, nameOf, detailsOf, sorting, onSort, open } = props;
  const frame = useRef<HTMLDivElement>(null);
  const stuckHead = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLTableSectionElement>(null);
  useTableEdges({ area, stuckHead, frame });
  const { indexes, before, after, measure, bring } = useRowWindow({
    start,
    count: rows.count,
    height: ROW_HEIGHT,
    onRowsInSight: props.onRowsInSight,
  });
  const keyAt = (index: number) => {
    const row = rows.at(index);
    return row === undefined ? `row-${index}` : keyOf(row);
  };
  const walk = useRowKeyboard({
    container: area,
    count: rows.count,
    bring: useCallback((index: number) => bring?.(index), [bring]),
    close: (index) => open.close(keyAt(index)),
  });
  const fitted = fitColumns(columns, rows, props.isDense);
  const width = fitted.reduce((sum, column) => sum + column.width, 0);
  const head = { columns: fitted, sorting, onSort };

  return (
    <div>
      <div ref={frame} className={classes['frame']} data-stale={props.isStale || undefined}>
        <div className={classes['stuck']} aria-hidden="true">
          <div ref={stuckHead} className={classes['stuckHead']}>
            <table className={classes['table']} data-dense={props.isDense} style={{ minWidth: width }}>
              <DataTableHead {...head} isCopy />
            </table>
          </div>
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the rows' own buttons. */}
        <div ref={area} className={classes['area']} onKeyDown={walk.onKeyDown} onFocus={walk.onFocus}>
          <table
            className={classes['table']}
            data-dense={props.isDense}
            style={{ minWidth: width }}
            aria-label={label}
            aria-busy={props.isStale || total === null}
            aria-rowcount={total === null ? -1 : total + 1}
          >
            <DataTableHead {...head} />
            <tbody ref={start} aria-hidden="true">
              {before > 0 && <tr style={{ height: before }} />}
            </tbody>
            {indexes.map((index) => {
              const row = rows.at(index);
              const key = keyAt(index);
              return (
                <DataTableRow
                  key={key}
                  row={row}
                  rowKey={key}
                  name={row === undefined ? '' : nameOf(row)}
                  index={index}
                  place={rows.first + index}
                  columns={columns}
                  isOpen={open.isOpen(key)}
                  onToggle={open.toggle}
                  detailsOf={detailsOf}
                  measure={measure}
                />
              );
            })}
            {after > 0 && (
              <tbody aria-hidden="true">
                <tr style={{ height: after }} />
              </tbody>
            )}
          </table>
        </div>
      </div>
      <div className={classes['foot']}>{props.footer}</div>
    </div>
  );
}
