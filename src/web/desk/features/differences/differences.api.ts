import { useQuery } from '@tanstack/react-query';
import { deskDifferencesContract } from '../../../../shared/contract/desk-differences.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

export type Differences = Output<typeof deskDifferencesContract.differences>;
export type Difference = Differences['differences'][number];

/** While they are being checked, the answer is soon another one. */
const SOON_MS = 1_000;

export const useDifferences = () =>
  useQuery({
    queryKey: ['desk-differences'],
    queryFn: () => call(deskDifferencesContract.differences, {}),
    refetchInterval: ({ state }) => (state.data?.isChecking ? SOON_MS : false),
  });
