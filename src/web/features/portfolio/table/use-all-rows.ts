import { useDebouncedCallback } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ParticipationRows } from './participation-rows.ts';
import { participationsQuery } from './participations.api.ts';
import type { TableChoice } from './table-choice.ts';

const CHUNK = 200;
const SKELETON_ROWS = 25;
/** While the scroll bar is dragged, only the rows where it stops are requested. */
const SETTLED_MS = 90;

/** All matching rows, fetched in chunks as they become visible. */
export function useAllRows(syndicateId: bigint, choice: TableChoice, isEnabled: boolean): ParticipationRows {
  const [wanted, setWanted] = useState<readonly number[]>([]);
  // The first chunk says how many rows there are.
  const chunks = [...new Set([0, ...wanted])];
  const results = useQueries({
    queries: isEnabled
      ? chunks.map((chunk) => participationsQuery(syndicateId, choice, { page: chunk + 1, length: CHUNK }))
      : [],
  });
  const onRowsInSight = useDebouncedCallback((first: number, last: number) => {
    const inSight: number[] = [];
    for (let chunk = Math.floor(first / CHUNK); chunk <= Math.floor(last / CHUNK); chunk += 1)
      inSight.push(chunk);
    setWanted(inSight);
  }, SETTLED_MS);

  const total = results[0]?.data?.total ?? null;
  // Another order has the same number of rows, so the page keeps its height while they load.
  const [lastTotal, setLastTotal] = useState(SKELETON_ROWS);
  if (total !== null && total !== lastTotal) setLastTotal(total);

  const failed = results.filter((result) => result.isError);
  return {
    rows: {
      first: 0,
      count: total ?? lastTotal,
      at: (index) => results[chunks.indexOf(Math.floor(index / CHUNK))]?.data?.rows[index % CHUNK],
    },
    total,
    isStale: false,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const result of failed) void result.refetch();
    },
    isRetrying: failed.some((result) => result.isFetching),
    onRowsInSight,
  };
}
