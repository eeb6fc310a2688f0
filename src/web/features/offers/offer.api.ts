import { useQuery } from '@tanstack/react-query';
import type { Endpoint, Output } from '../../../shared/contract/endpoint.ts';
import { offersContract } from '../../../shared/contract/offers.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type CallInput, send } from '../../lib/send.ts';

/** What the address of an offer holds. The token is the right to see and accept it. */
export interface OfferLink {
  offerId: bigint;
  token: string;
}

export type Offer = Output<typeof offersContract.offerForBroker>['data']['offers'][0];
export type FileCategory = Output<typeof offersContract.fileCategories>['categories'][number];
export type ServerFile = Output<typeof offersContract.stagedFiles>['files'][number];

/** A call under the link. */
export const underLink = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { token }: OfferLink,
  headers: Readonly<Record<string, string>> = {},
): Promise<Output<E>> => send(endpoint, input, { ...headers, authorization: `Link ${token}` });

const keyOf = ({ offerId }: OfferLink) => ['offer', String(offerId)] as const;

/** What the broker is offered; asked once, because terms must not change under the thumb. */
export const useOffer = (link: OfferLink) =>
  useQuery({
    queryKey: keyOf(link),
    queryFn: async () => {
      const params = { offerId: link.offerId, linkToken: link.token };
      const { data } = await underLink(offersContract.offerForBroker, { params }, link);
      return { offer: data.offers[0], brokerName: data.brokers[0].name };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => error instanceof ApiError && error.isTemporary && failures < 2,
  });

export const useFileCategories = (link: OfferLink) =>
  useQuery({
    queryKey: [...keyOf(link), 'file categories'],
    queryFn: async () => (await underLink(offersContract.fileCategories, {}, link)).categories,
    staleTime: Number.POSITIVE_INFINITY,
  });

const ASK_AGAIN_MS = 1_000;

/** Asked again for as long as one of them is being checked. */
export const useStagedFiles = (link: OfferLink) =>
  useQuery({
    queryKey: [...keyOf(link), 'staged files'],
    queryFn: async () => (await underLink(offersContract.stagedFiles, {}, link)).files,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'checking') ? ASK_AGAIN_MS : false,
  });
