import type { deskInvestorsContract } from '../../../shared/contract/desk-investors.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { areAllApart } from '../../approvals/require-apart.ts';
import { readSourcesOfChange } from '../../payout-accounts/release-change.ts';
import { cancelWaitingChange, requireWaitingChange } from '../../payout-accounts/waiting-changes.ts';
import { Refusal } from '../../platform/errors.ts';
import { closeSyndicate, reopenSyndicate } from './close-syndicate.ts';
import { readInvestors, readOneInvestor } from './investors.queries.ts';
import { addSyndicate, changeSyndicate } from './keep-syndicate.ts';

export const investorsHandlers = (): Handlers<typeof deskInvestorsContract> => ({
  investors: ({ query, caller: { tenantId }, tx }) => readInvestors(tx, tenantId, query),

  investor: ({ params: { syndicateId }, caller: { tenantId }, tx }) =>
    readOneInvestor(tx, tenantId, syndicateId),

  async addInvestor({ body, caller, tx }) {
    return { syndicateId: await addSyndicate(tx, caller.tenantId, body, await deskOperator(tx, caller)) };
  },

  async changeInvestor({ params: { syndicateId }, body, caller, tx }) {
    const { tenantId } = caller;
    await changeSyndicate(tx, { tenantId, syndicateId }, body, await deskOperator(tx, caller));
    return { syndicateId };
  },

  async closeInvestor({ params: { syndicateId }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    await closeSyndicate(tx, { tenantId, syndicateId }, reason, await deskOperator(tx, caller));
    return { syndicateId };
  },

  async reopenInvestor({ params: { syndicateId }, caller, tx }) {
    const { tenantId } = caller;
    await reopenSyndicate(tx, { tenantId, syndicateId }, await deskOperator(tx, caller));
    return { syndicateId };
  },

  async cancelBankChange({ params: { changeId }, caller, tx }) {
    const { tenantId } = caller;
    await cancelWaitingChange(tx, { tenantId, changeId }, await deskOperator(tx, caller));
    return { changeId };
  },

  async askToRelease({ params: { changeId }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    await requireWaitingChange(tx, { tenantId, changeId });
    const asker = await deskOperator(tx, caller);
    const sources = await readSourcesOfChange(tx, { tenantId, changeId });
    if (!(await areAllApart(tx, tenantId, sources, asker.userId))) throw new Refusal('change_of_releaser');
    const asked = { tenantId, kind: 'release bank change', subjectId: changeId, reason } as const;
    return { approvalId: await askApproval(tx, asked, asker) };
  },
});
