import type { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { readSecondFactors } from '../../identity/second-factors.ts';
import { Refusal } from '../../platform/errors.ts';
import { lockOwnFactors, replaceRecoveryCodes } from './factor-changes.ts';
import { cancelResetByLink, findResetByLink } from './factor-reset-links.ts';
import { finishPasskey, removePasskey, startPasskey } from './passkey-enrolment.ts';
import { confirmTotp, removeTotp, startTotp } from './totp-enrolment.ts';

export const secondFactorHandlers = (deps: Deps): Handlers<typeof secondFactorContract> => ({
  async secondFactorState({ caller, tx }) {
    const { hasTotp, passkeys, recoveryCodesLeft } = await readSecondFactors(tx, caller.userId);
    const { requiresSecondFactor } = await tx
      .selectFrom('tenants')
      .select('requiresSecondFactor')
      .where('id', '=', caller.tenantId)
      .executeTakeFirstOrThrow();
    return {
      isRequired: requiresSecondFactor || caller.kind !== 'investor',
      hasTotp,
      recoveryCodesLeft,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  },

  startTotp: ({ body, request, inTransaction }) =>
    startTotp(inTransaction, deps, { ...body, address: request.ip }),

  confirmTotp: ({ body, caller, tx }) => confirmTotp(tx, deps, caller, body.code),

  async removeTotp({ body, request, inTransaction }) {
    await removeTotp(inTransaction, deps, { ...body, address: request.ip });
    return { isDone: true };
  },

  startPasskey: ({ body, request, inTransaction }) =>
    startPasskey(inTransaction, deps, { ...body, address: request.ip, site: request.site }),

  finishPasskey: ({ body, caller, request, tx }) => finishPasskey(tx, caller, body, request.site),

  async removePasskey({ body, request, inTransaction }) {
    await removePasskey(inTransaction, deps, { ...body, address: request.ip });
    return { isDone: true };
  },

  async renewRecoveryCodes({ body, request, inTransaction }) {
    const again = { ...body, address: request.ip };
    const afterPassword = await requirePassword(inTransaction, deps, again);
    return afterPassword(async (tx, caller) => {
      const { count } = await lockOwnFactors(tx, caller);
      if (count === 0) throw new Refusal('second_factor_missing');
      return { recoveryCodes: await replaceRecoveryCodes(tx, caller) };
    });
  },

  factorResetOfLink: ({ body, request }) =>
    findResetByLink(deps, { ...body, address: request.ip, site: request.site }),

  async cancelFactorResetByLink({ body, request }) {
    await cancelResetByLink(deps, { ...body, address: request.ip, site: request.site });
    return { isDone: true };
  },
});
