import type { operatorDealStatusContract } from '../../../shared/contract/operator-deal-status.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { setDealStatus } from '../../ledger/set-deal-status.ts';

export const dealStatusHandlers = (): Handlers<typeof operatorDealStatusContract> => ({
  setDealStatus: ({ body, operator, tenantId, tx }) => setDealStatus(tx, tenantId, body, operator),
});
