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
  /** Null where there is nothing to show. */
  value: (row: Row) => ReactNode;
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
  below: (row: Row) => string;
  page: DeskPageName;
  /** Null for a row that leads nowhere. */
  target: (row: Row) => DeskTarget | null;
  /** How many rows are expected while they are loading. */
  skeletonRows?: number;
}

/** A table whose rows are opened by the name. As cards where it is narrow. */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { label, first, columns, rows, keyOf, nameOf, below, page, target, skeletonRows = 8 } = props;
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind && classes[kind]}>
                {name}
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
                <span className={classes['below']}>{below(row)}</span>
              </td>
              {columns.map(({ name, kind, value }) => (
                <Cell key={name} name={name} kind={kind} value={value(row)} />
              ))}
            </tr>
          )) ??
            Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: The rows are all alike.
              <tr key={index}>
                <td>
                  <Skeleton characters={18} />
                  <span className={classes['below']}>
                    <Skeleton characters={24} />
                  </span>
                </td>
                {columns.map(({ name, kind }) => (
                  <Cell key={name} name={name} kind={kind} value={<Skeleton characters={9} />} />
                ))}
              </tr>
            ))}
        </tbody>
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

interface CellProps {
  name: string;
  kind: Column<unknown>['kind'];
  value: ReactNode;
}

const Cell = ({ name, kind, value }: CellProps) => (
  <td className={kind && classes[kind]} data-name={name} data-empty={value === null || undefined}>
    {value ?? '–'}
  </td>
);
