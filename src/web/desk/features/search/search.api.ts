import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskSearchContract } from '../../../../shared/contract/desk-search.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { call } from '../../../lib/call.ts';

export type Found = Output<typeof deskSearchContract.search>;

/** What a text finds. While more is typed, what the shorter text found stays. */
export const useFound = (text: string) =>
  useQuery({
    queryKey: ['desk-search', text],
    queryFn: () => call(deskSearchContract.search, { body: { text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
