import type { deskDealChangesContract } from '../../../shared/contract/desk-deal-changes.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { undone } from '../../platform/db/undone.ts';
import { changeDeals } from './change-deals.ts';

export const dealChangesHandlers = (): Handlers<typeof deskDealChangesContract> => ({
  async previewChange({ body, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    return {
      outcomes: await undone(tx, () => changeDeals(tx, caller.tenantId, { ...body, seen: null }, operator)),
    };
  },

  async change({ body, caller, tx }) {
    return { outcomes: await changeDeals(tx, caller.tenantId, body, await deskOperator(tx, caller)) };
  },
});
