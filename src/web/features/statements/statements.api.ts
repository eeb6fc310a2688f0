import { useQuery } from '@tanstack/react-query';
import { statementsContract } from '../../../shared/contract/statements.ts';
import { call } from '../../lib/call.ts';

export const useStatements = (syndicateId: bigint) =>
  useQuery({
    queryKey: ['statements', syndicateId.toString()],
    queryFn: () => call(statementsContract.statements, { params: { syndicateId } }),
  });
