import { useInfiniteQuery } from '@tanstack/react-query';
import { deskAuditContract } from '../../../../shared/contract/desk-audit.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { type AuditChoice, filterOf } from './audit-choice.ts';

export type AuditedEvent = Output<typeof deskAuditContract.trail>['events'][number];

const LENGTH = 50;

/** The events of the choice, a page after the other. */
export const useTrail = (choice: AuditChoice) =>
  useInfiniteQuery({
    queryKey: ['desk-audit', choice],
    initialPageParam: undefined as bigint | undefined,
    queryFn: async ({ pageParam: before }) => {
      const query = { ...filterOf(choice), before, limit: LENGTH };
      return (await call(deskAuditContract.trail, { query })).events;
    },
    getNextPageParam: (events) => (events.length < LENGTH ? undefined : events.at(-1)?.sequence),
  });
