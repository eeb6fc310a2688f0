import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Column, Sorting } from './data-table-types.ts';
import { pinnedAt } from './fit-columns.ts';

interface HeadProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
  /** A copy of the header, hidden from screen readers and the keyboard. */
  isCopy?: boolean;
}

/** Column widths and headers. Pressing a sortable header sorts by it or reverses the order. */
export function DataTableHead<Row, Sort extends string>({ columns, isCopy, ...rest }: HeadProps<Row, Sort>) {
  return (
    <>
      <colgroup>
        {columns.map(({ header, width }) => (
          <col key={header} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column, place) => (
            <th
              key={column.header}
              scope="col"
              className={classes['header']}
              data-align={column.align}
              data-pinned={column.pinned}
              style={pinnedAt(columns, place)}
              aria-sort={isCopy ? undefined : ariaSort(column, rest.sorting)}
            >
              <Header column={column} isCopy={isCopy} {...rest} />
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface HeaderProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sorting: Sorting<Sort>;
  onSort: (sorting: Sorting<Sort>) => void;
  isCopy: boolean | undefined;
}

function Header<Row, Sort extends string>({ column, sorting, onSort, isCopy }: HeaderProps<Row, Sort>) {
  const { header, sort } = column;
  if (!sort) return header;
  const isSorted = sorting.column === sort.by;
  const Arrow = (isSorted ? sorting.direction : sort.first) === 'asc' ? IconArrowUp : IconArrowDown;
  const turned = sorting.direction === 'asc' ? 'desc' : 'asc';
  const arrow = <Arrow className={classes['arrow']} size={13} stroke={2} aria-hidden="true" />;
  const words = header.split(' ');
  const [firstWord = '', lastWord = ''] = [words[0], words.at(-1)];
  return (
    <button
      type="button"
      className={classes['sort']}
      data-sorted={isSorted || undefined}
      tabIndex={isCopy ? -1 : undefined}
      title={column.about}
      onClick={() => onSort({ column: sort.by, direction: isSorted ? turned : sort.first })}
    >
      {/* On the side away from the alignment, and never on a line of its own. */}
      {column.align === 'end' ? (
        <>
          <span className={classes['together']}>
            {arrow}
            {firstWord}
          </span>
          {header.slice(firstWord.length)}
        </>
      ) : (
        <>
          {header.slice(0, -lastWord.length)}
          <span className={classes['together']}>
            {lastWord}
            {arrow}
          </span>
        </>
      )}
    </button>
  );
}

function ariaSort<Row, Sort extends string>({ sort }: Column<Row, Sort>, sorting: Sorting<Sort>) {
  if (!sort) return undefined;
  if (sort.by !== sorting.column) return 'none';
  return sorting.direction === 'asc' ? 'ascending' : 'descending';
}
