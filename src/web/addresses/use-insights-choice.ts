import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { dashboardSearch, type InsightsParameter, type InsightsSearch } from './dashboard-search.ts';

const route = getRouteApi('/signed-in/dashboard');

/** What is chosen on the tab Insights, kept in the address. Choosing replaces the entry in the history: going back leaves the tab. */
export function useInsightsSearch(): [InsightsSearch, (changes: InsightsSearch) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: InsightsSearch) =>
      void navigate({
        search: (now) => dashboardSearch({ ...now, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}

/** One choice of the tab, so that a reload or a link shows the same. The usual choice is not written, and an unknown one counts as it. */
export function useInsightsChoice<V extends string>(
  parameter: InsightsParameter,
  values: readonly V[],
  usual: V,
): [V, (value: V) => void] {
  const [search, change] = useInsightsSearch();
  return [
    values.find((value) => value === search[parameter]) ?? usual,
    (value) => change({ [parameter]: value === usual ? undefined : value }),
  ];
}
