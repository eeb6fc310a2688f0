import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, Output } from '../../../shared/contract/endpoint.ts';
import { guestsContract } from '../../../shared/contract/guests.ts';
import { call } from '../../lib/call.ts';

export type ListedGuests = Output<typeof guestsContract.guests>;
export type ListedGuest = ListedGuests['guests'][number];

const guestsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['guests', syndicateId.toString()],
    queryFn: () => call(guestsContract.guests, { params: { syndicateId } }),
    // Others of the syndicate change the list too, and who was there last.
    staleTime: 0,
  });

export const useGuests = (syndicateId: bigint) => useQuery(guestsQuery(syndicateId));

/** Sends a change of the syndicate's guests and reads the list again, also after a failure. */
export function useGuestChange(syndicateId: bigint) {
  const queryClient = useQueryClient();
  return async <E extends Endpoint>(
    endpoint: E,
    input: Parameters<typeof call<E>>[1],
    idempotencyKey?: string,
  ): Promise<void> => {
    try {
      await call(endpoint, input, idempotencyKey === undefined ? {} : { idempotencyKey });
    } finally {
      await queryClient.invalidateQueries({ queryKey: guestsQuery(syndicateId).queryKey });
    }
  };
}
