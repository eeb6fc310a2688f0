import { useCallback, useRef } from 'react';
import { DataCard } from './data-card.tsx';
import classes from './data-cards.module.css';
import type { DataTableProps } from './data-table-types.ts';
import type { OpenRows } from './use-open-rows.ts';
import { useRowKeyboard } from './use-row-keyboard.ts';
import { useRowWindow } from './use-row-window.ts';

const CARD_HEIGHT = 196;

interface DataCardsProps<Row, Sort extends string> extends DataTableProps<Row, Sort> {
  open: OpenRows;
}

/** The rows of a table as a list of cards, for narrow windows. */
export function DataCards<Row, Sort extends string>(props: DataCardsProps<Row, Sort>) {
  const { label, columns, rows, total, keyOf, nameOf, detailsOf, open } = props;
  const list = useRef<HTMLUListElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const { indexes, before, after, measure, bring } = useRowWindow({
    start,
    count: rows.count,
    height: CARD_HEIGHT,
    onRowsInSight: props.onRowsInSight,
  });
  const keyAt = (index: number) => {
    const row = rows.at(index);
    return row === undefined ? `row-${index}` : keyOf(row);
  };
  const walk = useRowKeyboard({
    container: list,
    count: rows.count,
    bring: useCallback((index: number) => bring?.(index), [bring]),
    close: (index) => open.close(keyAt(index)),
  });
  return (
    <div
      className={classes['frame']}
      data-stale={props.isStale || undefined}
      aria-busy={props.isStale || total === null}
    >
      <div ref={start} />
      <ul
        ref={list}
        className={classes['list']}
        style={{ paddingBlock: `${before}px ${after}px` }}
        aria-label={label}
        onKeyDown={walk.onKeyDown}
        onFocus={walk.onFocus}
      >
        {indexes.map((index) => {
          const row = rows.at(index);
          const key = keyAt(index);
          return (
            <DataCard
              key={key}
              row={row}
              name={row === undefined ? '' : nameOf(row)}
              index={index}
              columns={columns}
              isOpen={open.isOpen(key)}
              onToggle={() => open.toggle(key)}
              detailsOf={detailsOf}
              measure={measure}
            />
          );
        })}
      </ul>
      {props.footer}
    </div>
  );
}
