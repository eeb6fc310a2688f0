import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import {
  deskPeopleContract,
  type PeopleGroup,
  type PersonState,
} from '../../../../shared/contract/desk-people.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

/** Everything that these pages show, so that a change is seen wherever it matters. */
const KEY = 'desk-people';

export type Person = Output<typeof deskPeopleContract.person>;
export type ListedPerson = Output<typeof deskPeopleContract.people>['people'][number];
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
