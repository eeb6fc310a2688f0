import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { SelectField } from '../form/select-field.tsx';
import type { Column, Sorting } from './data-table-types.ts';
import classes from './sort-by.module.css';

interface SortByProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
}

/** A control for the order, for cards without headers and for users who do not think of the headers. */
export function SortBy<Row, Sort extends string>({ columns, sorting, onSort }: SortByProps<Row, Sort>) {
  const sortable = columns.flatMap(({ header, sort }) => (sort ? [{ ...sort, label: header }] : []));
  const isAscending = sorting.direction === 'asc';
  const Icon = isAscending ? IconSortAscending : IconSortDescending;
  return (
    <div className={classes['order']}>
      <SelectField
        label="Sort by"
        value={sorting.column}
        options={sortable.map(({ by, label }) => ({ value: by, label }))}
        onPick={(picked) => {
          const column = sortable.find(({ by }) => by === picked);
          if (column) onSort({ column: column.by, direction: column.first });
        }}
      />
      <button
        type="button"
        className={classes['direction']}
        aria-label={isAscending ? 'Ascending: turn round' : 'Descending: turn round'}
        onClick={() => onSort({ ...sorting, direction: isAscending ? 'desc' : 'asc' })}
      >
        <Icon size={17} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
