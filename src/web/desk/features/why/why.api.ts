import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import { deskWhyContract } from '../../../../shared/contract/desk-why.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import type { DealFigure, WhyFigure } from '../../../../shared/domain/why-figures.ts';
import { call } from '../../../lib/call.ts';

const KEY = 'desk-why';

export type Breakdown = Output<typeof deskWhyContract.breakdown>;
export type Part = NonNullable<Breakdown['parts']>['rows'][number];
export type Check = Breakdown['checks'][number];
export type Term = Breakdown['terms'][number];
export type Share = Output<typeof deskWhyContract.share>;
export type Line = Share['lines'][number];
export type Comparison = Output<typeof deskWhyContract.compare>;
export type Difference = Comparison['differences'][number];

export interface Asked {
  syndicateId: bigint;
  payDate: CalendarDate | undefined;
  page: number;
}

const keyOf = ({ syndicateId, payDate, page }: Asked) => [syndicateId.toString(), payDate, page];

export const useInvestorNames = (search: string) =>
  useQuery({
    queryKey: [KEY, 'investors', search],
    queryFn: () =>
      call(deskInvestorsContract.investors, {
        query: { search: search === '' ? undefined : search, page: undefined },
      }),
    placeholderData: keepPreviousData,
  });

export const useFigures = (asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'figures', ...keyOf({ ...asked, page: 1 })],
    queryFn: () =>
      call(deskWhyContract.figures, {
        params: { syndicateId: asked.syndicateId },
        query: { payDate: asked.payDate },
      }),
    placeholderData: keepPreviousData,
  });

export const useBreakdown = (figure: WhyFigure, asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'breakdown', figure, ...keyOf(asked)],
    queryFn: () =>
      call(deskWhyContract.breakdown, {
        params: { syndicateId: asked.syndicateId, figure },
        query: { payDate: asked.payDate, page: asked.page },
      }),
  });

export const useShare = (mid: string, asked: Asked) =>
  useQuery({
    queryKey: [KEY, 'share', mid, ...keyOf(asked)],
    queryFn: () =>
      call(deskWhyContract.share, {
        params: { syndicateId: asked.syndicateId, mid },
        query: { payDate: asked.payDate, page: asked.page },
      }),
  });

export const comparePasted = (
  { syndicateId, payDate }: Asked,
  figure: DealFigure,
  pasted: string,
): Promise<Comparison> =>
  call(deskWhyContract.compare, { params: { syndicateId }, body: { figure, payDate, pasted } });
