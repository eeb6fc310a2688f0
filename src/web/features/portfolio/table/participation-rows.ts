import type { RowSource } from '../../../ui/table/data-table-types.ts';
import type { Participation } from './participations.api.ts';

export interface ParticipationRows {
  rows: RowSource<Participation>;
  /** The number of all matching rows; null until it has loaded. */
  total: number | null;
  /** The rows shown are about to be replaced. */
  isStale: boolean;
  /** Why there are no rows, or why some are missing. */
  error: unknown;
  retry: () => void;
  isRetrying: boolean;
  /** Only for "All": reports which rows are visible. */
  onRowsInSight?: (first: number, last: number) => void;
}
