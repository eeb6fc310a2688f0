import type { RowSource } from '../../../ui/table/data-table-types.ts';
import type { Participation } from './participations.api.ts';

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
