import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { notificationsContract } from '../../../shared/contract/notifications.ts';
import { call } from '../../lib/call.ts';

type Choices = Output<typeof notificationsContract.notificationChoices>;
export type ChosenKind = Choices['choices'][number];
export type Choice = Pick<ChosenKind, 'kind' | 'choice' | 'isWithFiles'>;

const choicesQuery = queryOptions({
  queryKey: ['notification choices'],
  queryFn: () => call(notificationsContract.notificationChoices, {}),
  // A link in a mail may have switched something off meanwhile.
  staleTime: 0,
});

export const useChoices = () => useQuery(choicesQuery);

export function useChoose() {
  const queryClient = useQueryClient();
  return async (chosen: Choice): Promise<void> => {
    try {
      await call(notificationsContract.chooseNotification, { body: chosen });
    } finally {
      await queryClient.invalidateQueries({ queryKey: choicesQuery.queryKey });
    }
  };
}
