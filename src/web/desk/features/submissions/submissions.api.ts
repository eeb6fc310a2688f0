import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskFilesContract } from '../../../../shared/contract/desk-files.ts';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import { deskLinksContract } from '../../../../shared/contract/desk-links.ts';
import { deskSearchContract } from '../../../../shared/contract/desk-search.ts';
import { deskSubmissionsContract } from '../../../../shared/contract/desk-submissions.ts';
import type { Input, Output } from '../../../../shared/contract/endpoint.ts';
import type { IssuedLinkKind, LinkState } from '../../../../shared/domain/issued-links.ts';
import type { SubmissionState } from '../../../../shared/domain/submissions.ts';
import { call } from '../../../lib/call.ts';

/** Everything that these pages show, so that a change is seen wherever it matters. */
const KEY = 'desk-submissions';

export type ListedSubmission = Output<typeof deskSubmissionsContract.submissions>['submissions'][number];
export type Submission = Output<typeof deskSubmissionsContract.submission>;
export type Invite = Submission['invites'][number];
export type DeskLink = Output<typeof deskLinksContract.links>['links'][number];
export type BrokerFile = Output<typeof deskFilesContract.filesOfOffer>['files'][number];
export type IssuedLink = Output<typeof deskLinksContract.issueLink>;
type LinkRequest = Input<typeof deskLinksContract.issueLink>['body'];

export const useSubmissions = (state: SubmissionState | undefined) =>
  useInfiniteQuery({
    queryKey: [KEY, 'list', state],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam: before }) =>
      call(deskSubmissionsContract.submissions, { query: { state, before } }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const useSubmission = (offerId: bigint) =>
  useQuery({
    queryKey: [KEY, 'one', offerId.toString()],
    queryFn: () => call(deskSubmissionsContract.submission, { params: { offerId } }),
  });

export const useBrokerFiles = (offerId: bigint) =>
  useQuery({
    queryKey: [KEY, 'files', offerId.toString()],
    queryFn: async () => (await call(deskFilesContract.filesOfOffer, { params: { offerId } })).files,
  });

export interface LinkChoice {
  kind: IssuedLinkKind | undefined;
  state: LinkState | undefined;
}

export const useLinks = ({ kind, state }: LinkChoice) =>
  useInfiniteQuery({
    queryKey: [KEY, 'links', kind, state],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam: before }) => call(deskLinksContract.links, { query: { kind, state, before } }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** The syndicates that a part of the name or the abbreviation finds, to choose one of them. */
export const useSyndicates = (search: string) =>
  useQuery({
    queryKey: [KEY, 'syndicates', search],
    queryFn: () =>
      call(deskInvestorsContract.investors, {
        query: { search: search === '' ? undefined : search, page: 1 },
      }),
    placeholderData: keepPreviousData,
  });

/** The deals that a text finds, to choose the company of one of them. */
export const useDeals = (text: string) =>
  useQuery({
    queryKey: [KEY, 'deals', text],
    queryFn: async () => (await call(deskSearchContract.search, { body: { text } })).deals,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });

/** Sends a link or an invite. With the key of the dialog, so that a repeated press or a lost answer mails nothing twice. */
export function useIssueLink() {
  const queryClient = useQueryClient();
  return async (body: LinkRequest, idempotencyKey: string): Promise<IssuedLink> => {
    const issued = await call(deskLinksContract.issueLink, { body }, { idempotencyKey });
    await queryClient.invalidateQueries({ queryKey: [KEY] });
    return issued;
  };
}

export function useRevokeLink() {
  const queryClient = useQueryClient();
  return async (id: bigint, reason: string): Promise<void> => {
    await call(deskLinksContract.revokeLink, { params: { id }, body: { reason } });
    await queryClient.invalidateQueries({ queryKey: [KEY] });
  };
}
