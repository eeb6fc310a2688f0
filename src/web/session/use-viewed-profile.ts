import { useEffect, useState } from 'react';
import { pageRefusals } from '../../shared/contract/page-refusals.ts';
import { isApiError } from '../lib/api-error.ts';
import { isIdText } from '../lib/id-text.ts';
import { forget, readKept } from '../lib/kept-in-browser.ts';
import { flash } from '../ui/message/flash.ts';
import { usePortalUser, useSwitchedProfile } from './portal-user.ts';

/**
 * The profile of the syndicate in the address, or else of the one that a manager has switched to, or else the user's own.
 *
 * @param showOwn leads back to the user's own, where they may not see the other.
 */
export function useViewedProfile(inAddress: string | undefined, showOwn: (ownId: string) => void) {
  const own = usePortalUser();
  const [switchedTo] = useState(() => readKept('switchedSyndicateId'));
  const asked = inAddress ?? switchedTo;
  const ownId = own.data?.syndicate.id.toString();
  const other = ownId !== undefined && isIdText(asked) && asked !== ownId ? BigInt(asked) : null;
  const switched = useSwitchedProfile(other);

  const isRefused =
    isApiError(switched.error, 'switch_not_allowed') || isApiError(switched.error, 'not_found');
  useEffect(() => {
    if (!isRefused || ownId === undefined) return;
    forget('switchedSyndicateId');
    flash(pageRefusals.switch_not_allowed.message, { tone: 'bad', seconds: 4 });
    showOwn(ownId);
  }, [isRefused, showOwn, ownId]);

  return { profile: other === null ? own : switched, isOwn: other === null, ownId };
}
