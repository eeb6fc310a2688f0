import { useQuery } from '@tanstack/react-query';
import { statementsContract } from '../../../shared/contract/statements.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';

export const useStatements = (syndicateId: bigint) =>
  useQuery({
    queryKey: ['statements', syndicateId.toString()],
    queryFn: () => call(statementsContract.statements, { params: { syndicateId } }),
    ...beginningWith(() => answerInPage(statementsContract.statements, { params: { syndicateId } })),
  });
