import { queryOptions, useQuery } from '@tanstack/react-query';
import { deskApprovalsContract } from '../../../shared/contract/desk-approvals.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { call } from '../../lib/call.ts';

export type Approval = Output<typeof deskApprovalsContract.approvals>['approvals'][number];

const approvalsQuery = queryOptions({
  queryKey: ['desk-approvals'],
  queryFn: () => call(deskApprovalsContract.approvals, {}),
});

/** What waits for a second person. */
export const useApprovals = () => useQuery(approvalsQuery);
