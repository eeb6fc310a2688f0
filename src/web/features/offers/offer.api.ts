import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { offersContract, TOKEN_IN_HEADER } from '../../../shared/contract/offers.ts';
import { ApiError, isTemporaryFailure } from '../../lib/api-error.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';
import { callUnderLink } from '../../lib/under-link.ts';

/** The parameters of an offer's address. Whoever has the token may see and accept the offer. */
export interface OfferLink {
  offerId: bigint;
  token: string;
}

export type Offer = Output<typeof offersContract.offerForBroker>['data']['offers'][0];
export type FileCategory = Output<typeof offersContract.fileCategories>['categories'][number];
export type ServerFile = Output<typeof offersContract.stagedFiles>['files'][number];

const keyOf = ({ offerId }: OfferLink) => ['offer', String(offerId)] as const;

const asked = ({ offerId }: OfferLink) => ({ params: { offerId, linkToken: TOKEN_IN_HEADER } });

const openOffer = ({ data }: Output<typeof offersContract.offerForBroker>) => ({
  offer: data.offers[0],
  brokerName: data.brokers[0].name,
});

/** The offer. Fetched once, because its terms must not change while the broker reads them. */
export const useOffer = (link: OfferLink) =>
  useQuery({
    queryKey: keyOf(link),
    queryFn: async () =>
      openOffer(await callUnderLink(offersContract.offerForBroker, asked(link), link.token)),
    ...beginningWith(() => {
      const answer = answerInPage(offersContract.offerForBroker, asked(link));
      return answer && openOffer(answer);
    }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && isTemporaryFailure(error),
  });

export const useFileCategories = (link: OfferLink) =>
  useQuery({
    queryKey: [...keyOf(link), 'file categories'],
    queryFn: async () => (await callUnderLink(offersContract.fileCategories, {}, link.token)).categories,
    ...beginningWith(() => answerInPage(offersContract.fileCategories, {})?.categories),
    staleTime: Number.POSITIVE_INFINITY,
  });

const ASK_AGAIN_MS = 1_000;

const isDecided = ({ state }: ServerFile) => state === 'clean' || state === 'refused';

/** Polled until the server has decided on every uploaded file, also after a failed request. */
export const useStagedFiles = (link: OfferLink, uploadedIds: readonly string[]) =>
  useQuery({
    queryKey: [...keyOf(link), 'staged files'],
    queryFn: async () => (await callUnderLink(offersContract.stagedFiles, {}, link.token)).files,
    ...beginningWith(() => answerInPage(offersContract.stagedFiles, {})?.files),
    refetchInterval: ({ state: { data = [], error } }) => {
      if (error instanceof ApiError && !error.isTemporary) return false;
      const decided = new Set(data.filter(isDecided).map(({ id }) => id));
      const isOpen =
        data.some(({ state }) => state === 'checking') || uploadedIds.some((id) => !decided.has(id));
      return isOpen ? ASK_AGAIN_MS : false;
    },
  });
