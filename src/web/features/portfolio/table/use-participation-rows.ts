import type { RowSource } from '../../../ui/table/data-table-types.ts';
import type { Participation } from './participations.api.ts';
import type { TableChoice } from './table-choice.ts';
import { useAllRows } from './use-all-rows.ts';
import { useRowsOfPage } from './use-rows-of-page.ts';

export interface ParticipationRows {
  rows: RowSource<Participation>;
  /** Of all rows chosen; null until the server has said. */
  total: number | null;
  /** What is shown is about to be replaced. */
  isStale: boolean;
  /** Why there is nothing to show, or why some rows are missing. */
  error: unknown;
  retry: () => void;
  isRetrying: boolean;
  /** Only for All: tells which rows are wanted. */
  onRowsInSight?: (first: number, last: number) => void;
}

/** A page of the rows chosen, or all of them as they come into sight. */
export function useParticipationRows(syndicateId: bigint, choice: TableChoice): ParticipationRows {
  const isAll = choice.length === 'all';
  const ofPage = useRowsOfPage(syndicateId, choice, !isAll);
  const all = useAllRows(syndicateId, choice, isAll);
  return isAll ? all : ofPage;
}
