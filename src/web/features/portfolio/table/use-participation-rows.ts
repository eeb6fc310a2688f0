import type { ParticipationRows } from './participation-rows.ts';
import type { TableChoice } from './table-choice.ts';
import { useAllRows } from './use-all-rows.ts';
import { useRowsOfPage } from './use-rows-of-page.ts';

/** One page of the matching rows, or all of them as they become visible. */
export function useParticipationRows(syndicateId: bigint, choice: TableChoice): ParticipationRows {
  const isAll = choice.length === 'all';
  const ofPage = useRowsOfPage(syndicateId, choice, !isAll);
  const all = useAllRows(syndicateId, choice, isAll);
  return isAll ? all : ofPage;
}
