import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { invitesContract } from '../../../shared/contract/invites.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';

export type Invite = Output<typeof invitesContract.invite>;
export type InvitedDeal = Output<typeof invitesContract.invitedDeal>;

/** An address without an id is treated like one with a wrong id. */
export const useInvite = (publicId: string | undefined) =>
  useQuery(
    queryOptions({
      queryKey: ['invites', publicId],
      queryFn: async () => {
        if (publicId === undefined) throw ApiError.of('not_found');
        return call(invitesContract.invite, { params: { publicId } });
      },
    }),
  );

export const invitedDealKey = (dealId: bigint) => ['invites', 'deal', String(dealId)] as const;

/** Always refetched, because what is left of a deal changes while others take shares. */
export const useInvitedDeal = (dealId: bigint | undefined) =>
  useQuery(
    queryOptions({
      queryKey: invitedDealKey(dealId ?? 0n),
      queryFn:
        dealId === undefined ? skipToken : () => call(invitesContract.invitedDeal, { params: { dealId } }),
      staleTime: 0,
    }),
  );
