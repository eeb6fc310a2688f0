import type { deskInvestorsContract } from '../../../shared/contract/desk-investors.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { cancelWaitingChange, requireWaitingChange } from '../../payout-accounts/waiting-changes.ts';
import { readInvestors, readOneInvestor } from './investors.queries.ts';

export const investorsHandlers = (): Handlers<typeof deskInvestorsContract> => ({
  investors: ({ query, caller: { tenantId }, tx }) => readInvestors(tx, tenantId, query),

  investor: ({ params: { syndicateId }, caller: { tenantId }, tx }) =>
    readOneInvestor(tx, tenantId, syndicateId),

  async cancelBankChange({ params: { changeId }, caller, tx }) {
    const { tenantId } = caller;
    await cancelWaitingChange(tx, { tenantId, changeId }, await deskOperator(tx, caller));
    return { changeId };
  },

  async askToRelease({ params: { changeId }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    await requireWaitingChange(tx, { tenantId, changeId });
    const asked = { tenantId, kind: 'release bank change', subjectId: changeId, reason } as const;
    return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
  },
});
