import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../shared/contract/endpoint.ts';
import { guestsContract } from '../../shared/contract/guests.ts';
import type { GuestPart } from '../../shared/domain/guest-parts.ts';
import { call } from '../lib/call.ts';
import { useIsGuest } from './use-is-guest.ts';
import { useSession } from './use-session.ts';

export type GuestBook = Output<typeof guestsContract.guestAccess>['books'][number];

const guestAccessQuery = (userId: bigint) =>
  queryOptions({
    queryKey: ['guest-access', userId.toString()],
    queryFn: () => call(guestsContract.guestAccess, {}),
  });

/** Asked for guests only. */
export const useGuestAccess = () => {
  const isGuest = useIsGuest();
  return useQuery({ ...guestAccessQuery(useSession().userId), enabled: isGuest });
};

/** Whether a part of a syndicate's book is shown: to guests what was opened to them, to investors all of it. */
export function useShows(part: GuestPart, syndicateId: bigint): boolean {
  const isGuest = useIsGuest();
  const books = useGuestAccess().data?.books ?? [];
  return !isGuest || books.some((book) => book.syndicateId === syndicateId && book.parts.includes(part));
}
