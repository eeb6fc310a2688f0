import type { deskFundingContract } from '../../../shared/contract/desk-funding.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { namesOfOthers } from '../../approvals/approvers.ts';
import { askToFund, fundAlone, previewFunding } from '../../approvals/fund-alone.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';

export const fundingHandlers = (): Handlers<typeof deskFundingContract> => ({
  async previewFunding({ params: { offerId }, caller, tx }) {
    const { tenantId, userId } = caller;
    const preview = await previewFunding(tx, tenantId, offerId, await deskOperator(tx, caller));
    return { ...preview, deciders: await namesOfOthers(tx, tenantId, 'approve-money', userId) };
  },

  async fund({ params: { offerId }, body: { fingerprint, proofFileId }, caller, tx, idempotencyKey }) {
    const { tenantId, userId } = caller;
    const operator = await deskOperator(tx, caller);
    const key = `fund deal ${userId} ${idempotencyKey}`;
    const request = { offerId: String(offerId), fingerprint, ...(proofFileId && { proofFileId }) };
    const { dealId } = await answerOnce(tx, { tenantId, key, request }, async () => {
      const asked = { offerId, seen: fingerprint, proofFileId: proofFileId ?? null };
      const funding = await fundAlone(tx, tenantId, asked, operator);
      return { dealId: funding.dealId.toString() };
    });
    return { dealId: BigInt(dealId) };
  },

  async askToFund({ params: { offerId }, body: { fingerprint, proofFileId, reason }, caller, tx }) {
    const asked = { offerId, seen: fingerprint, proofFileId: proofFileId ?? null, reason };
    return { approvalId: await askToFund(tx, caller.tenantId, asked, await deskOperator(tx, caller)) };
  },
});
