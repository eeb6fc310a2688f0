import type { deskFundingContract } from '../../../shared/contract/desk-funding.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { fundDeal } from '../../ledger/fund-deal.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { undone } from '../../platform/db/undone.ts';

export const fundingHandlers = (): Handlers<typeof deskFundingContract> => ({
  async previewFunding({ params: { offerId }, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    const wanted = { offerId, seen: null };
    return undone(tx, () => fundDeal(tx, caller.tenantId, wanted, operator));
  },

  async fund({ params: { offerId }, body: { fingerprint }, caller, tx, idempotencyKey }) {
    const { tenantId, userId } = caller;
    const operator = await deskOperator(tx, caller);
    const key = `fund deal ${userId} ${idempotencyKey}`;
    const request = { offerId: String(offerId), fingerprint };
    const { dealId } = await answerOnce(tx, { tenantId, key, request }, async () => {
      const funding = await fundDeal(tx, tenantId, { offerId, seen: fingerprint }, operator);
      return { dealId: funding.dealId.toString() };
    });
    return { dealId: BigInt(dealId) };
  },
});
