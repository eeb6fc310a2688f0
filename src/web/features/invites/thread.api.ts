import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { inviteThreadsContract } from '../../../shared/contract/invite-threads.ts';
import { call } from '../../lib/call.ts';
import { shownEntries } from '../../ui/thread/shown-entries.ts';

export const threadKey = (publicId: string) => ['invites', publicId, 'thread'] as const;

/** What both sides have written about the invite. */
export const useThread = (publicId: string | undefined) =>
  useQuery(
    queryOptions({
      queryKey: threadKey(publicId ?? ''),
      queryFn:
        publicId === undefined
          ? skipToken
          : async () => {
              const { state, entries } = await call(inviteThreadsContract.thread, { params: { publicId } });
              return { state, entries: await shownEntries(entries) };
            },
      staleTime: 0,
    }),
  );
