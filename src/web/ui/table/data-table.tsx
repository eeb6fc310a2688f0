import { useMediaQuery } from '@mantine/hooks';
import { DataCards } from './data-cards.tsx';
import type { DataTableProps } from './data-table-types.ts';
import { useOpenRows } from './use-open-rows.ts';
import { WideTable } from './wide-table.tsx';

const TOO_NARROW_FOR_A_TABLE = '(max-width: 639.98px)';

/** Rows that sort, open and can be walked through with the arrow keys; a list of cards where the window is narrow. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const open = useOpenRows();
  const isNarrow = useMediaQuery(TOO_NARROW_FOR_A_TABLE, undefined, { getInitialValueInEffect: false });
  return isNarrow ? <DataCards {...props} open={open} /> : <WideTable {...props} open={open} />;
}
