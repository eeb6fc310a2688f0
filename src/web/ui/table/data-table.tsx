import { DataCards } from './data-cards.tsx';
import type { DataTableProps } from './data-table-types.ts';
import { useOpenRows } from './use-open-rows.ts';
import { useTooNarrow } from './use-too-narrow.ts';
import { WideTable } from './wide-table.tsx';

/** A table that sorts, opens rows and is used with the arrow keys; a list of cards in narrow windows. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const open = useOpenRows();
  return useTooNarrow() ? <DataCards {...props} open={open} /> : <WideTable {...props} open={open} />;
}
