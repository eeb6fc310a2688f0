import type { ReactNode } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './data-cards.module.css';
import type { Column } from './data-table-types.ts';
import { isPressOnRow, RowToggle } from './row-toggle.tsx';

interface DataCardProps<Row, Sort extends string> {
  row: Row | undefined;
  name: string;
  index: number;
  columns: readonly Column<Row, Sort>[];
  isOpen: boolean;
  onToggle: () => void;
  detailsOf: (row: Row) => ReactNode;
  measure?: ((element: HTMLElement | null) => void) | undefined;
}

export function DataCard<Row, Sort extends string>(props: DataCardProps<Row, Sort>) {
  const { row, name, index, columns, isOpen, onToggle, detailsOf, measure } = props;
  const at = (place: Column<Row, Sort>['onCard']) => columns.filter(({ onCard }) => onCard === place);
  const content = (column: Column<Row, Sort>) =>
    row === undefined ? <Skeleton characters={column.skeletonCharacters} /> : column.cell(row);
  return (
    <li ref={measure} data-index={index} className={classes['item']} aria-hidden={row === undefined}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the toggle on the card is the keyboard's way. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div
        className={classes['card']}
        data-open={isOpen || undefined}
        onClick={(event) => row !== undefined && isPressOnRow(event) && onToggle()}
      >
        <div className={classes['head']}>
          {at('title').map((column) => (
            <div key={column.header} className={classes['title']}>
              {content(column)}
            </div>
          ))}
          {at('mark').map((column) => (
            <div key={column.header} className={classes['mark']}>
              {content(column)}
            </div>
          ))}
          {row !== undefined && <RowToggle name={name} isOpen={isOpen} onToggle={onToggle} />}
        </div>
        <Facts kind="lines" columns={at('line')} content={content} />
        <Facts kind="figures" columns={at('figure')} content={content} />
        {isOpen && <Facts kind="figures" columns={at('more')} content={content} />}
        {at('link').map((column) => (
          <div key={column.header} className={classes['link']}>
            {content(column)}
          </div>
        ))}
      </div>
      {isOpen && row !== undefined && (
        <div data-panel="" className={classes['panel']}>
          {detailsOf(row)}
        </div>
      )}
    </li>
  );
}

interface FactsProps<Row, Sort extends string> {
  kind: 'lines' | 'figures';
  columns: readonly Column<Row, Sort>[];
  content: (column: Column<Row, Sort>) => ReactNode;
}

function Facts<Row, Sort extends string>({ kind, columns, content }: FactsProps<Row, Sort>) {
  if (columns.length === 0) return null;
  return (
    <dl className={classes[kind]}>
      {columns.map((column) => (
        <div key={column.header}>
          <dt>{column.header}</dt>
          <dd>{content(column)}</dd>
        </div>
      ))}
    </dl>
  );
}
