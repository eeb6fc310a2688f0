import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskBoardContract } from '../../../../shared/contract/desk-board.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import type { QueueName } from '../../../../shared/domain/desk-queues.ts';
import { call } from '../../../lib/call.ts';
import { answerInPage, beginningWith } from '../../../lib/first-answers.ts';

export type Board = Output<typeof deskBoardContract.board>;
export type Queue = Board['queues'][number];
export type Happened = NonNullable<Board['happened']>[number];
export type Health = Output<typeof deskBoardContract.health>;
export type QueueItem = Output<typeof deskBoardContract.queue>['items'][number];

/** A board that stays open in the morning is read again by itself. */
const AGAIN_MS = 60_000;

const KEY = 'board';

const boardQuery = queryOptions({
  queryKey: [KEY],
  queryFn: () => call(deskBoardContract.board, {}),
  ...beginningWith(() => answerInPage(deskBoardContract.board, {})),
  refetchInterval: AGAIN_MS,
});

export const useBoard = () => useQuery(boardQuery);

const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => call(deskBoardContract.health, {}),
  refetchInterval: AGAIN_MS,
});

export const useHealth = () => useQuery(healthQuery);

const queueQuery = (name: QueueName) =>
  queryOptions({
    queryKey: [KEY, 'queue', name],
    queryFn: () => call(deskBoardContract.queue, { params: { name } }),
  });

export const useQueueItems = (name: QueueName) => useQuery(queueQuery(name));

/** Has a job done again, or drops it. The board is read again in either case. Says whether it was still there. */
export function useJobChange() {
  const client = useQueryClient();
  return async (how: 'retryJob' | 'dropJob', jobId: bigint): Promise<boolean> => {
    const { isDone } = await call(deskBoardContract[how], { params: { jobId } });
    await client.invalidateQueries({ queryKey: [KEY] });
    return isDone;
  };
}
