import { useQuery } from '@tanstack/react-query';
import type { ParticipationRows } from './participation-rows.ts';
import { participationsQuery } from './participations.api.ts';
import type { TableChoice } from './table-choice.ts';

const FIRST_LENGTH = 25;

export function useRowsOfPage(
  syndicateId: bigint,
  choice: TableChoice,
  isEnabled: boolean,
): ParticipationRows {
  const { page } = choice;
  const length = choice.length === 'all' ? FIRST_LENGTH : choice.length;
  const asked = participationsQuery(syndicateId, choice, { page, length });
  const query = useQuery({
    ...asked,
    enabled: isEnabled,
    // The previous page stays until the next one has loaded, unless it was another syndicate's.
    placeholderData: (last, lastQuery) =>
      lastQuery?.queryKey[2] === syndicateId.toString() ? last : undefined,
  });
  const rows = query.data?.rows;
  return {
    rows: {
      first: (page - 1) * length,
      count: rows?.length ?? Math.min(length, FIRST_LENGTH),
      at: (index) => rows?.[index],
    },
    total: query.data?.total ?? null,
    isStale: query.isPlaceholderData,
    error: query.isError ? query.error : null,
    retry: () => void query.refetch(),
    isRetrying: query.isFetching,
  };
}
