import type { profileContract } from '../../../shared/contract/profile.ts';
import { Refusal } from '../../errors.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { readPortalUser, readSyndicate } from './profile.queries.ts';

export const profileHandlers = (): Handlers<typeof profileContract> => ({
  async portalUserProfile({ caller, params, tx }) {
    if (params.userId !== caller.userId) throw new Refusal('not_found');
    const user = await readPortalUser(tx, caller.userId);
    const syndicate = await readSyndicate(tx, caller.tenantId, caller.syndicateId);
    return [{ ...user, syndicate }];
  },

  async userPermissions({ caller, params }) {
    if (params.userId !== caller.userId) throw new Refusal('not_found');
    const { userId, canSwitchSyndicates, canViewFcs } = caller;
    return [{ userId, canSwitchSyndicates, canViewFcs }];
  },
});
