import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { notificationsContract } from '../../../shared/contract/notifications.ts';
import { call } from '../../lib/call.ts';

type Choices = Output<typeof notificationsContract.notificationChoices>;
export type ChosenKind = Choices['choices'][number];
type Choice = Pick<ChosenKind, 'kind' | 'choice' | 'isWithFiles'>;

const choicesQuery = queryOptions({
  queryKey: ['notification choices'],
  queryFn: () => call(notificationsContract.notificationChoices, {}),
  // A link in a mail may have switched something off meanwhile.
  staleTime: 0,
});

export const useChoices = () => useQuery(choicesQuery);

/** The choice is shown at once, and taken back if it could not be saved. */
export function useChoose() {
  const queryClient = useQueryClient();
  const { queryKey } = choicesQuery;
  return async (chosen: Choice): Promise<void> => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => known && { choices: withChoice(known, chosen) });
    try {
      await call(notificationsContract.chooseNotification, { body: chosen });
    } finally {
      await queryClient.invalidateQueries({ queryKey });
    }
  };
}

const withChoice = ({ choices }: Choices, chosen: Choice): ChosenKind[] =>
  choices.map((known) => (known.kind === chosen.kind ? { ...known, ...chosen, isByLink: false } : known));
