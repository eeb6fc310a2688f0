import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { returnsContract } from '../../../shared/contract/returns.ts';
import { mergedBasis } from '../../../shared/domain/merged-returns.ts';
import type { ReturnedDeals } from '../../../shared/domain/returned-deals.ts';
import { toldReturns } from '../../../shared/domain/told-returns.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';
import type { DealFilter, Funder } from './measured-deals.ts';

type Answer = Output<typeof returnsContract.filteredReturns>;
export type CashDrag = NonNullable<Output<typeof returnsContract.returns>['cashDrag']>;
export interface Returns extends NonNullable<Answer['returns']> {
  /** What idle cash costs, where there is a cash account. */
  readonly cashDrag?: CashDrag | null;
}
export interface ReturnsAnswer extends Answer {
  readonly returns: Returns | null;
}
export type ScenarioReturns = Returns['scenarios'][number];

/** Which deals: a part of the book, what the table shows, or those with all of these funders. */
export type Asked = ReturnedDeals | DealFilter | readonly Funder[];

const returnsQuery = (syndicateId: bigint, asked: Asked) =>
  queryOptions({
    queryKey: ['returns', syndicateId.toString(), isFunders(asked) ? asked.map(({ id }) => id) : asked],
    queryFn: (): Promise<ReturnsAnswer> => {
      if (typeof asked === 'string') return readPart(syndicateId, asked);
      return isFunders(asked) ? readMerged(asked) : readFiltered(syndicateId, asked);
    },
    ...beginningWith(() => {
      const answer =
        typeof asked === 'string' && answerInPage(returnsContract.returns, inputOf(syndicateId, asked));
      return answer ? partOf(answer) : undefined;
    }),
  });

const isFunders = (asked: Asked): asked is readonly Funder[] => Array.isArray(asked);

const inputOf = (syndicateId: bigint, deals: ReturnedDeals) => ({
  params: { syndicateId },
  query: { deals: deals === 'all' ? undefined : deals },
});

const readPart = async (syndicateId: bigint, deals: ReturnedDeals): Promise<ReturnsAnswer> =>
  partOf(await call(returnsContract.returns, inputOf(syndicateId, deals)));

const partOf = ({ returns, cashDrag, ...answer }: Output<typeof returnsContract.returns>): ReturnsAnswer => ({
  ...answer,
  returns: returns && { ...returns, cashDrag },
  mostDeals: null,
});

async function readFiltered(syndicateId: bigint, deals: DealFilter): Promise<ReturnsAnswer> {
  const { search, payoutsFrom, payoutsTo, ...filter } = deals;
  const body = { syndicateId, search: search.trim(), filter, payoutsFrom, payoutsTo };
  return call(returnsContract.filteredReturns, { body });
}

/** Each funder answers for itself, to somebody it lets in; only this browser sees the flows of all of them. */
async function readMerged(funders: readonly Funder[]): Promise<ReturnsAnswer> {
  const answers = await Promise.all(
    funders.map(({ id, syndicateId }) =>
      call(returnsContract.returnFlows, { params: { syndicateId } }, { tenantId: id }),
    ),
  );
  const [first] = answers;
  if (!first) throw new Error('There are several funders.');
  return {
    isCurrent: answers.every(({ isCurrent }) => isCurrent),
    dealCount: answers.reduce((sum, { dealCount }) => sum + dealCount, 0),
    returns: toldReturns(mergedBasis(answers, first.today)),
    mostDeals: null,
  };
}

export const useReturns = (syndicateId: bigint, asked: Asked) => useQuery(returnsQuery(syndicateId, asked));
