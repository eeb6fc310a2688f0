import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskRequestsContract } from '../../../../shared/contract/desk-requests.ts';
import type { Endpoint, Input, Output } from '../../../../shared/contract/endpoint.ts';
import type { CaseFilter } from '../../../../shared/domain/request-cases.ts';
import { call } from '../../../lib/call.ts';
import { shownEntries } from '../../../ui/thread/shown-entries.ts';

const KEY = 'desk-requests';
/** Investors write at any time, and others at the desk deal with the same requests. */
const AGAIN_MS = 60_000;

export type ListedRequest = Output<typeof deskRequestsContract.requests>['requests'][number];

export const useRequests = (choice: { filter: CaseFilter; page: number }) =>
  useQuery({
    queryKey: [KEY, 'list', choice],
    queryFn: () => call(deskRequestsContract.requests, { query: choice }),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  });

async function readRequest(caseId: bigint) {
  const request = await call(deskRequestsContract.request, { params: { caseId } });
  return { ...request, entries: await shownEntries(request.entries) };
}

export type OpenedRequest = Awaited<ReturnType<typeof readRequest>>;

export const useRequest = (caseId: bigint) =>
  useQuery({
    queryKey: [KEY, 'one', caseId.toString()],
    queryFn: () => readRequest(caseId),
    refetchInterval: AGAIN_MS,
  });

/** Sends a change, and reads again what it may have changed, also when it was refused: somebody else has changed something then. */
export function useRequestChange() {
  const client = useQueryClient();
  return async <E extends Endpoint>(endpoint: E, input: Partial<Input<E>>): Promise<void> => {
    try {
      await call(endpoint, input as Parameters<typeof call<E>>[1]);
    } finally {
      await client.invalidateQueries({ queryKey: [KEY] });
    }
  };
}
