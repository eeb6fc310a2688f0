import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { dashboardSearch } from '../../../addresses/dashboard-search.ts';
import { readChoice, type TableChoice, type TableControls, writeChoice } from './table-choice.ts';

const route = getRouteApi('/signed-in/dashboard');

interface HowToChange {
  /** Replaces the history entry, for text that is still being typed. */
  replace?: boolean;
}

export type ChangeChoice = (changes: Partial<TableChoice>, how?: HowToChange) => void;

/** The open table's filters, order and page, kept in the address, so that they survive a reload, going back and sharing the link. */
export function useTableChoice(controls: TableControls): [TableChoice, ChangeChoice] {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const choice = useMemo(() => readChoice(address, controls), [address, controls]);
  const change = useCallback<ChangeChoice>(
    (changes, { replace = false } = {}) => {
      void navigate({
        search: (now) =>
          // Other filters start at the first page.
          dashboardSearch({
            ...now,
            ...writeChoice({ ...readChoice(now, controls), page: 1, ...changes }),
          }),
        replace,
        resetScroll: false,
      });
    },
    [navigate, controls],
  );
  return [choice, change];
}
