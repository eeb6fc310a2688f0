import type { operatorDealStatusContract } from '../../../shared/contract/operator-deal-status.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { whatBecame } from '../../approvals/ask-once.ts';
import { changeByToken } from '../../approvals/change-deals-alone.ts';

export const dealStatusHandlers = (): Handlers<typeof operatorDealStatusContract> => ({
  async setDealStatus({ body, operator, tenantId, tx }) {
    const { approvalId, ...changed } = await changeByToken(tx, tenantId, body, operator);
    return { ...changed, ...whatBecame(approvalId) };
  },
});
