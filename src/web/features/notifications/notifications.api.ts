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
  const { queryKey } = choicesQuery;
  return async (chosen: Choice): Promise<void> => {
    // What is being read may be from before, and would be shown instead of what is chosen now.
    await queryClient.cancelQueries({ queryKey });
    try {
      await call(notificationsContract.chooseNotification, { body: chosen });
      queryClient.setQueryData(queryKey, (known) => known && withChoice(known, chosen));
    } finally {
      // When nobody answered it may have been saved all the same. This is not waited for: the next choice need not wait.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

const withChoice = ({ choices }: Choices, chosen: Choice): Choices => ({
  choices: choices.map((each) =>
    each.kind === chosen.kind ? { ...each, ...chosen, isByLink: false } : each,
  ),
});
