import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { portfolioContract } from '../../../../shared/contract/portfolio.ts';
import { call } from '../../../lib/call.ts';
import { loadSanitizer } from '../../../ui/rich-text/rich-text.tsx';

export type DealPayout = Output<typeof portfolioContract.dealPayouts>[number];
export type DealNote = Awaited<ReturnType<typeof readDealNotes>>[number];

export interface DealOfSyndicate {
  syndicateId: bigint;
  mid: string;
}

const dealPayoutsQuery = ({ syndicateId, mid }: DealOfSyndicate) =>
  queryOptions({
    queryKey: ['portfolio', 'deal payouts', syndicateId.toString(), mid],
    queryFn: () => call(portfolioContract.dealPayouts, { body: { syndicateId, mid } }),
  });

export const useDealPayouts = (deal: DealOfSyndicate) => useQuery(dealPayoutsQuery(deal));

async function readDealNotes(mid: string) {
  const [notes, sanitize] = await Promise.all([
    call(portfolioContract.dealNotes, { query: { mid, kind: 'Collection' } }),
    loadSanitizer(),
  ]);
  return notes.map(({ bodyHtml, ...note }) => ({ ...note, body: sanitize(bodyHtml) }));
}

const dealNotesQuery = (mid: string) =>
  queryOptions({
    queryKey: ['portfolio', 'deal notes', mid],
    queryFn: () => readDealNotes(mid),
  });

export const useDealNotes = (mid: string) => useQuery(dealNotesQuery(mid));
