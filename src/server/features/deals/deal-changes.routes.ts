import type { deskDealChangesContract } from '../../../shared/contract/desk-deal-changes.ts';
import { isEnded } from '../../../shared/domain/deal-status.ts';
import { isReopened } from '../../../shared/domain/status-moves.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireFreshFactor } from '../../access/fresh-factor.ts';
import { namesOfOthers } from '../../approvals/approvers.ts';
import { askToChange, changeAlone, previewChange } from '../../approvals/change-deals-alone.ts';

export const dealChangesHandlers = (): Handlers<typeof deskDealChangesContract> => ({
  async previewChange({ body, caller, tx }) {
    const { tenantId, userId } = caller;
    const wanted = { ...body, seen: null };
    const preview = await previewChange(tx, tenantId, wanted, await deskOperator(tx, caller));
    return { ...preview, deciders: await namesOfOthers(tx, tenantId, 'approve-money', userId) };
  },

  async change({ body, caller, tx }) {
    const { status, seen } = body;
    // A deal that is not as it was shown is not changed, so what was shown says which are opened again.
    if (status !== undefined && (isEnded(status) || seen.some((deal) => isReopened(status, deal.status))))
      await requireFreshFactor(tx, caller);
    const { outcomes } = await changeAlone(tx, caller.tenantId, body, await deskOperator(tx, caller));
    return { outcomes };
  },

  async askToChange({ body, caller, tx }) {
    return { approvalId: await askToChange(tx, caller.tenantId, body, await deskOperator(tx, caller)) };
  },
});
