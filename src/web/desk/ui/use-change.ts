import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, Input, Output } from '../../../shared/contract/endpoint.ts';
import { call } from '../../lib/call.ts';

/** Has everything of the desk read again, once a job has changed it. */
export function useReadAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => isOfDesk(first) });
}

/** Sends a change and waits until everything of the desk that it may have changed is read again. */
export function useChange() {
  const readAgain = useReadAgain();
  return async <E extends Endpoint>(endpoint: E, input: Partial<Input<E>>): Promise<Output<E>> => {
    const answer = await call(endpoint, input as Parameters<typeof call<E>>[1]);
    await readAgain();
    return answer;
  };
}

const isOfDesk = (key: unknown): boolean =>
  typeof key === 'string' && key.startsWith('desk-') && key !== 'desk-user';
