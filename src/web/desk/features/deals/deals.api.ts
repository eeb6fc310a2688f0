import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deskDealsContract } from '../../../../shared/contract/desk-deals.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';
import type { DealChoice } from './deal-choice.ts';

/** Everything that these pages show, so that a change is seen wherever it matters. */
export const KEY = 'desk-deals';

export type ListedDeal = Output<typeof deskDealsContract.deals>['deals'][number];
export type Deal = Output<typeof deskDealsContract.deal>;
export type ListedPayment = Output<typeof deskDealsContract.payments>['payments'][number];
export type Payment = Output<typeof deskDealsContract.payment>;

export const useDeals = ({ search, status, standing }: DealChoice) =>
  useInfiniteQuery({
    queryKey: [KEY, 'list', search, status, standing],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam: before }) =>
      call(deskDealsContract.deals, {
        query: { search: search === '' ? undefined : search, status, standing, before },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const useDeal = (dealId: bigint) =>
  useQuery({
    queryKey: [KEY, 'one', dealId.toString()],
    queryFn: () => call(deskDealsContract.deal, { params: { dealId } }),
  });

export const usePayments = (dealId: bigint) =>
  useInfiniteQuery({
    queryKey: [KEY, 'payments', dealId.toString()],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam: before }) =>
      call(deskDealsContract.payments, { params: { dealId }, query: { before } }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const usePayment = (paymentId: bigint) =>
  useQuery({
    queryKey: [KEY, 'payment', paymentId.toString()],
    queryFn: () => call(deskDealsContract.payment, { params: { paymentId } }),
  });
