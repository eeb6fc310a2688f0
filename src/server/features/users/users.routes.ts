import type { operatorUsersContract } from '../../../shared/contract/operator-users.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { changePermissions, closeUser, reopenUser, unlockUser } from '../../identity/change-user.ts';
import { listMembers } from '../../identity/members.queries.ts';
import { requestFactorReset } from '../../identity/request-factor-reset.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { inviteAgain, inviteEverybody, inviteUser } from './invite-user.ts';

const LENGTH = 100;
const MAX_PAGE_LENGTH = 1000;

export const usersHandlers = ({
  throttle,
}: Pick<Deps, 'throttle'>): Handlers<typeof operatorUsersContract> => ({
  async users({ query: { after, limit = LENGTH }, tenantId, tx }) {
    return { users: await listMembers(tx, tenantId, { after, limit: Math.min(limit, MAX_PAGE_LENGTH) }) };
  },

  async inviteUser({ body, operator, tenantId, tx, idempotencyKey }) {
    const key = `invite ${idempotencyKey}`;
    const kept = await answerOnce(tx, { tenantId, key, request: body }, async () => {
      const { userId, isMailed } = await inviteUser(tx, tenantId, body, operator);
      return { userId: userId.toString(), isMailed };
    });
    return { ...kept, userId: BigInt(kept.userId) };
  },

  async inviteEverybody({ operator, tenantId, tx }) {
    return { count: await inviteEverybody(tx, tenantId, operator) };
  },

  async inviteAgain({ params: { userId: id }, operator, tenantId, tx, idempotencyKey }) {
    const key = `invite again ${idempotencyKey}`;
    await answerOnce(tx, { tenantId, key, request: id.toString() }, async () => {
      await inviteAgain(tx, tenantId, { id }, operator);
      return {};
    });
    return { userId: id };
  },

  async changePermissions({ params: { userId: id }, body, operator, tenantId, tx }) {
    return { userId: await changePermissions(tx, tenantId, { id }, body, operator) };
  },

  closeUser: ({ params: { userId: id }, operator, tenantId, tx }) =>
    closeUser(tx, tenantId, { id }, operator),

  async reopenUser({ params: { userId: id }, operator, tenantId, tx }) {
    return { userId: await reopenUser(tx, tenantId, { id }, operator) };
  },

  async unlockUser({ params: { userId: id }, operator, tenantId, tx }) {
    return { userId: await unlockUser(tx, throttle, tenantId, { id }, operator) };
  },

  async resetSecondFactor({ params: { userId: id }, operator, tenantId, tx }) {
    const { userId, takesEffectAt } = await requestFactorReset(tx, tenantId, { id }, operator);
    return { userId, takesEffectAt: takesEffectAt.toISOString() };
  },
});
