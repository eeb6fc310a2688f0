import type { ReactNode } from 'react';
import type { DeskPageName } from '../../../shared/desk-pages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DeskTarget } from '../desk-address.ts';
import { DeskLink } from '../desk-link.tsx';
import classes from './desk-table.module.css';

export interface Column<Row> {
  name: string;
  /** Numbers are at the right edge, in figures of one width. */
  kind?: 'number' | 'day';
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
  target: (row: Row) => DeskTarget;
}

const SKELETON_ROWS = 8;

/** A table whose rows are opened by the name. As cards where it is narrow. */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { label, first, columns, rows, keyOf, nameOf, below, page, target } = props;
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
        <tbody>
          {rows?.map((row) => (
            <tr key={keyOf(row)} className={classes['row']}>
              <td>
                <DeskLink page={page} {...target(row)} className={classes['name']}>
                  {nameOf(row)}
                </DeskLink>
                <span className={classes['below']}>{below(row)}</span>
              </td>
              {columns.map(({ name, kind, value }) => (
                <Cell key={name} name={name} kind={kind} value={value(row)} />
              ))}
            </tr>
          )) ??
            Array.from({ length: SKELETON_ROWS }, (_, index) => (
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

interface CellProps {
  name: string;
  kind: 'number' | 'day' | undefined;
  value: ReactNode;
}

const Cell = ({ name, kind, value }: CellProps) => (
  <td className={kind && classes[kind]} data-name={name} data-empty={value === null || undefined}>
    {value ?? '–'}
  </td>
);
