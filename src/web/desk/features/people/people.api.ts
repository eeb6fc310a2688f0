import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskApprovalsContract } from '../../../../shared/contract/desk-approvals.ts';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import {
  deskPeopleContract,
  type PeopleGroup,
  type PersonState,
} from '../../../../shared/contract/desk-people.ts';
import type { Endpoint, Input, Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

/** Everything that these pages show, so that a change is seen wherever it matters. */
const KEY = 'desk-people';

export type Person = Output<typeof deskPeopleContract.person>;
export type ListedPerson = Output<typeof deskPeopleContract.people>['people'][number];
export type Approval = Output<typeof deskApprovalsContract.approvals>['approvals'][number];
export type Investor = Output<typeof deskInvestorsContract.investor>;
export type ListedInvestor = Output<typeof deskInvestorsContract.investors>['investors'][number];

export interface PeopleChoice {
  search?: string;
  group?: PeopleGroup;
  state?: PersonState | undefined;
  syndicateId?: bigint;
  page?: number;
}

export const usePeople = (choice: PeopleChoice) =>
  useQuery({
    queryKey: [KEY, 'people', { ...choice, syndicateId: choice.syndicateId?.toString() }],
    queryFn: () => call(deskPeopleContract.people, { body: { ...NO_CHOICE, ...choice } }),
    placeholderData: keepPreviousData,
  });

const NO_CHOICE = {
  search: undefined,
  group: undefined,
  state: undefined,
  syndicateId: undefined,
  page: undefined,
};

export const usePerson = (userId: bigint) =>
  useQuery({
    queryKey: [KEY, 'person', userId.toString()],
    queryFn: () => call(deskPeopleContract.person, { params: { userId } }),
  });

const approvalsQuery = queryOptions({
  queryKey: [KEY, 'approvals'],
  queryFn: () => call(deskApprovalsContract.approvals, {}),
});

export const useApprovals = () => useQuery(approvalsQuery);

export const useInvestors = ({ search, page }: { search: string; page: number }) =>
  useQuery({
    queryKey: [KEY, 'investors', { search, page }],
    queryFn: () =>
      call(deskInvestorsContract.investors, { query: { search: search === '' ? undefined : search, page } }),
    placeholderData: keepPreviousData,
  });

export const useInvestor = (syndicateId: bigint) =>
  useQuery({
    queryKey: [KEY, 'investor', syndicateId.toString()],
    queryFn: () => call(deskInvestorsContract.investor, { params: { syndicateId } }),
  });

/** Sends a change and waits until everything that it may have changed is read again. */
export function useChange() {
  const queryClient = useQueryClient();
  return async <E extends Endpoint>(endpoint: E, input: Partial<Input<E>>): Promise<Output<E>> => {
    const answer = await call(endpoint, input as Parameters<typeof call<E>>[1]);
    await queryClient.invalidateQueries({ queryKey: [KEY] });
    return answer;
  };
}
