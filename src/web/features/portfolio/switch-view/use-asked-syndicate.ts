import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { readKept } from '../../../lib/kept-in-browser.ts';

const route = getRouteApi('/signed-in/dashboard');

/**
 * The id of the syndicate in the address; null for the user's own. A visit without one starts with the last one viewed; from then
 * on only the address counts, so that going back works.
 */
export function useAskedSyndicate() {
  const { syndicate: inAddress } = route.useSearch();
  const navigate = route.useNavigate();
  const [atArrival, setAtArrival] = useState(() => readKept('switchedSyndicateId'));

  useEffect(() => {
    if (atArrival === null) return;
    if (inAddress !== undefined) setAtArrival(null);
    else void navigate({ search: (now) => ({ ...now, syndicate: atArrival }), replace: true });
  }, [atArrival, inAddress, navigate]);

  /** Another syndicate starts with its first page and without filters; only the view stays. */
  const ask = useCallback(
    (syndicate: string | undefined, { replace = false } = {}) => {
      setAtArrival(null);
      void navigate({ search: ({ view }) => ({ view, syndicate }), replace, resetScroll: false });
    },
    [navigate],
  );

  return { asked: inAddress ?? atArrival, ask };
}
