import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { deskCorrectionsContract } from '../../../../shared/contract/desk-corrections.ts';
import type { Input, Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';
import { KEY } from './deals.api.ts';

export type Instead = Input<typeof deskCorrectionsContract.previewCorrection>['body'];
export type Preview = Output<typeof deskCorrectionsContract.previewCorrection>;
type Correction = Input<typeof deskCorrectionsContract.correct>['body'];

/** What a correction would do; nothing is asked while it is not known what the payment should have been. */
export const usePreview = (paymentId: bigint, instead: Instead | null) =>
  useQuery({
    queryKey: [KEY, 'correction', paymentId.toString(), String(instead?.amount), instead?.date],
    queryFn: () =>
      call(deskCorrectionsContract.previewCorrection, {
        params: { paymentId },
        body: instead ?? { amount: undefined, date: undefined },
      }),
    enabled: instead !== null,
    placeholderData: keepPreviousData,
    // What the server refuses is refused again.
    retry: false,
    staleTime: 0,
  });

/** Corrects it with the key of the panel, so that a repeated press or a lost answer corrects nothing twice. */
export function useCorrect(paymentId: bigint) {
  const queryClient = useQueryClient();
  const params = { paymentId };
  const readAgain = () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, what] }) =>
        (first === KEY && what !== 'correction') || first === 'desk-approvals',
    });
  return {
    correct: async (body: Correction, idempotencyKey: string) => {
      await call(deskCorrectionsContract.correct, { params, body }, { idempotencyKey });
      await readAgain();
    },
    ask: async (body: Correction) => {
      await call(deskCorrectionsContract.askToCorrect, { params, body });
      await readAgain();
    },
  };
}
