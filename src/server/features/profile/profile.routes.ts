import type { profileContract } from '../../../shared/contract/profile.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireOwnSyndicate } from '../../access/own-syndicate.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { cancelByLink, findChangeByLink } from './bank-change-links.ts';
import { cancelBankChange, requestBankChange } from './bank-changes.ts';
import { readGuestProfile } from './guest-profile.ts';
import { readProfile } from './portal-user.ts';
import { revealNumbers } from './reveal-numbers.ts';
import { updateContact } from './update-contact.ts';

export const profileHandlers = (deps: Deps): Handlers<typeof profileContract> => ({
  async portalUserProfile({ caller, params, query, tx, recordUse }) {
    const asked = { ...params, ...query };
    if (caller.kind === 'guest') return [await readGuestProfile({ caller, tx, recordUse }, asked)];
    return [await readProfile({ caller, tx, recordUse }, asked)];
  },

  async userPermissions({ caller, params }) {
    if (params.userId !== caller.userId) throw new Refusal('not_found');
    const { userId, permissions } = caller;
    return [{ userId, permissions }];
  },

  async updateContact({ body: { userId, syndicateId, ...contact }, caller, request, inTransaction }) {
    requireOwnSyndicate(caller, { userId, syndicateId });
    await updateContact(inTransaction, deps, contact, request.ip);
    return { isDone: true };
  },

  async changeBankAccount({ body: { userId, syndicateId, ...body }, caller, request, inTransaction }) {
    requireOwnSyndicate(caller, { userId, syndicateId });
    const { takesEffectAt, isInForce } = await requestBankChange(inTransaction, deps, {
      ...body,
      address: request.ip,
    });
    return { takesEffectAt: takesEffectAt.toISOString(), isInForce };
  },

  async cancelBankChange({ body: { syndicateId }, caller, tx }) {
    requireOwnSyndicate(caller, { syndicateId });
    await cancelBankChange(tx, { tenantId: caller.tenantId, syndicateId }, caller.userId);
    return { isDone: true };
  },

  async revealBankNumbers({ body: { syndicateId, password }, caller, request, inTransaction }) {
    requireOwnSyndicate(caller, { syndicateId });
    return revealNumbers(inTransaction, deps, { password, address: request.ip });
  },

  bankChangeOfLink: ({ body, request }) =>
    findChangeByLink(deps, { ...body, address: request.ip, site: request.site }),

  async cancelBankChangeByLink({ body, request }) {
    await cancelByLink(deps, { ...body, address: request.ip, site: request.site });
    return { isDone: true };
  },
});
