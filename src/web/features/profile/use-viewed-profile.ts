import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useViewedProfile as useViewed } from '../../session/use-viewed-profile.ts';

const route = getRouteApi('/signed-in/profile');

/** The profile that this page shows. */
export function useViewedProfile() {
  const { syndicate } = route.useSearch();
  const navigate = route.useNavigate();
  const showOwn = useCallback(
    (ownId: string) => void navigate({ search: (now) => ({ ...now, syndicate: ownId }), replace: true }),
    [navigate],
  );
  return useViewed(syndicate, showOwn);
}
