import type { KeyboardEvent, ReactNode } from 'react';
import type { DeskPageName } from '../../../shared/desk-pages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DeskTarget } from '../desk-address.ts';
import { DeskLink } from '../desk-link.tsx';
import classes from './desk-table.module.css';

export interface Column<Row> {
  name: string;
  /** Numbers are at the right edge, in figures of one width. What can be pressed lies above the link of the row. */
  kind?: 'number' | 'day' | 'action';
  /** It goes first where the table is not wide. As cards, all columns are there. */
  isSpare?: boolean;
  /** In pixels, in tables below each other whose columns are to be in line. Those without share what is left. */
  width?: number;
  /** Null where there is nothing to show. */
  value: (row: Row) => ReactNode;
}

/** A row below the others, such as their total: values by the names of their columns. */
export interface FootRow {
  name: string;
  values: Readonly<Record<string, ReactNode>>;
  isStrong?: boolean;
}

interface DeskTableProps<Row> {
  label: string;
  /** The first column, whose link opens the row. */
  first: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Absent where names are all there is. */
  below?: (row: Row) => string;
  page: DeskPageName;
  /** Null for a row that leads nowhere. */
  target: (row: Row) => DeskTarget | null;
  /** How many rows are expected while they are loading. */
  skeletonRows?: number;
  foot?: readonly FootRow[] | undefined;
  /** The names of the columns stand above another table already. */
  isContinued?: boolean;
}

/** A table whose rows are opened by the name. As cards where it is narrow. */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { label, first, columns, rows, keyOf, nameOf, below, page, target, skeletonRows = 8 } = props;
  const { foot, isContinued } = props;
  const isFixed = columns.some(({ width }) => width);
  return (
    <div className={classes['scroll']}>
      <table
        className={`${classes['table']} ${isFixed ? classes['fixed'] : ''}`}
        aria-label={label}
        aria-busy={rows === undefined}
      >
        {isFixed && (
          <colgroup>
            <col />
            {columns.map(({ name, width, isSpare }) => (
              <col key={name} width={width} className={isSpare ? classes['spare'] : undefined} />
            ))}
          </colgroup>
        )}
        <thead className={isContinued ? classes['unseen'] : undefined}>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={lookOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        {/* The links are reached by Tab as well. */}
        <tbody onKeyDown={walk}>
          {rows?.map((row) => (
            <tr key={keyOf(row)} className={classes['row']}>
              <td>
                <Name page={page} target={target(row)}>
                  {nameOf(row)}
                </Name>
                {below && <span className={classes['below']}>{below(row)}</span>}
              </td>
              {columns.map((column) => (
                <Cell key={column.name} column={column} value={column.value(row)} />
              ))}
            </tr>
          )) ??
            Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
              <tr key={index}>
                <td>
                  <Skeleton characters={18} />
                  {below && (
                    <span className={classes['below']}>
                      <Skeleton characters={24} />
                    </span>
                  )}
                </td>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} value={<Skeleton characters={9} />} />
                ))}
              </tr>
            ))}
        </tbody>
        {rows && foot && (
          <tfoot>
            {foot.map(({ name, values, isStrong }) => (
              <tr key={name} data-strong={isStrong || undefined}>
                <td>{name}</td>
                {columns.map((column) => {
                  const value = values[column.name];
                  // Empty where nothing is to be said, unlike a value that is missing.
                  return value === undefined ? (
                    <td key={column.name} className={lookOf(column)} />
                  ) : (
                    <Cell key={column.name} column={column} value={value} />
                  );
                })}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface NameProps {
  page: DeskPageName;
  target: DeskTarget | null;
  children: ReactNode;
}

const Name = ({ page, target, children }: NameProps) =>
  target === null ? (
    <span className={classes['plain']}>{children}</span>
  ) : (
    <DeskLink page={page} {...target} className={classes['name']}>
      {children}
    </DeskLink>
  );

/** The arrow keys, Home and End lead from row to row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr > td:first-child > a')];
  const place = links.indexOf(event.target as HTMLElement);
  if (place < 0) return;
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: links.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

const lookOf = <Row,>({ kind, isSpare }: Column<Row>): string =>
  [kind && classes[kind], isSpare && classes['spare']].filter((part) => part).join(' ');

interface CellProps<Row> {
  column: Column<Row>;
  value: ReactNode;
}

const Cell = <Row,>({ column, value }: CellProps<Row>) => (
  <td className={lookOf(column)} data-name={column.name} data-empty={value === null || undefined}>
    {/* Where there is nothing to do, nothing is missing. */}
    {value ?? (column.kind === 'action' ? null : '–')}
  </td>
);
