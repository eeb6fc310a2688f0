import type { operatorBankChangesContract } from '../../../shared/contract/operator-bank-changes.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { cancelWaitingChange, listWaitingChanges } from '../../payout-accounts/waiting-changes.ts';

export const operatorBankChangesHandlers = (): Handlers<typeof operatorBankChangesContract> => ({
  async bankChanges({ tenantId, tx }) {
    return { changes: await listWaitingChanges(tx, tenantId) };
  },

  async cancelBankChange({ params: { changeId }, operator, tenantId, tx }) {
    await cancelWaitingChange(tx, { tenantId, changeId }, operator);
    return { changeId };
  },
});
