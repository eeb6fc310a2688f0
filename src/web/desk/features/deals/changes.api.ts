import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskDealChangesContract } from '../../../../shared/contract/desk-deal-changes.ts';
import type { Input, Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { KEY } from './deals.api.ts';

export type WantedChange = Input<typeof deskDealChangesContract.previewChange>['body'];
export type ChangePreview = Output<typeof deskDealChangesContract.previewChange>;
export type Outcome = Output<typeof deskDealChangesContract.change>['outcomes'][number];

/** What a change would do to each deal; nothing is asked while it is not known which one. */
export const useChangePreview = (wanted: Omit<WantedChange, 'reason'> | null) =>
  useQuery({
    queryKey: [KEY, 'change', wanted && JSON.stringify(wanted, (_, value) => plain(value))],
    queryFn: async () => {
      const body = { dealIds: [], status: undefined, terms: undefined, ...wanted, reason: 'A trial' };
      return call(deskDealChangesContract.previewChange, { body });
    },
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
