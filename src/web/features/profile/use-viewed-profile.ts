import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { refusals } from '../../../shared/contract/errors.ts';
import { isApiError } from '../../lib/api-error.ts';
import { isIdText } from '../../lib/id-text.ts';
import { forget, readKept } from '../../lib/kept-in-browser.ts';
import { usePortalUser, useSwitchedProfile } from '../../session/portal-user.ts';
import { flash } from '../../ui/message/flash.ts';

const route = getRouteApi('/signed-in/profile');

/** The profile of the syndicate in the address, or else of the one that a manager has switched to, or else the user's own. */
export function useViewedProfile() {
  const own = usePortalUser();
  const { syndicate: inAddress } = route.useSearch();
  const navigate = route.useNavigate();
  const [switchedTo] = useState(() => readKept('switchedSyndicateId'));
  const asked = inAddress ?? switchedTo;
  const ownId = own.data?.syndicate.id.toString();
  const other = ownId !== undefined && isIdText(asked) && asked !== ownId ? BigInt(asked) : null;
  const switched = useSwitchedProfile(other);

  const isRefused =
    isApiError(switched.error, 'switch_not_allowed') || isApiError(switched.error, 'not_found');
  useEffect(() => {
    if (!isRefused) return;
    forget('switchedSyndicateId');
    flash(refusals.switch_not_allowed.message, { tone: 'bad', seconds: 4 });
    void navigate({ search: (now) => ({ ...now, syndicate: ownId }), replace: true });
  }, [isRefused, navigate, ownId]);

  return { profile: other === null ? own : switched, isOwn: other === null, ownId };
}
