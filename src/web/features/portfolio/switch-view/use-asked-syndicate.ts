import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { readKept } from '../../../lib/kept-in-browser.ts';

const route = getRouteApi('/signed-in/dashboard');

/**
 * The id of the syndicate that the address asks for; null for the own. Whoever arrives without one is taken to the one
 * looked at last; from then on the address alone says, so that going back leads back.
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

  /** Another book starts with its first page and without filters; only the view stays. */
  const ask = useCallback(
    (syndicate: string | undefined, { replace = false } = {}) => {
      setAtArrival(null);
      void navigate({ search: ({ view }) => ({ view, syndicate }), replace, resetScroll: false });
    },
    [navigate],
  );

  return { asked: inAddress ?? atArrival, ask };
}
