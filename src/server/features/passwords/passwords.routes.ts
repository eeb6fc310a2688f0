import type { passwordsContract } from '../../../shared/contract/passwords.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { deviceTokenOf } from '../../platform/http/device-cookie.ts';
import { changePassword } from './change-password.ts';
import { openResetLink, resetPassword } from './reset-password.ts';
import { checkEmail, sendResetLink } from './send-reset-link.ts';

export const passwordsHandlers = (deps: Deps): Handlers<typeof passwordsContract> => ({
  sendResetLink: ({ body, request }) =>
    sendResetLink(deps, { email: body.email, address: request.ip, site: request.site }),

  checkEmail: ({ body, request }) =>
    checkEmail(deps, { email: body.email, address: request.ip, site: request.site }),

  async checkResetLink({ body }) {
    const link = await openResetLink(deps, body.token);
    const invitation = link?.invitedBy ? { by: link.invitedBy, email: link.email } : undefined;
    return { isOpen: link !== null, invitation };
  },

  async resetPassword({ body }) {
    const { invitedBy } = await resetPassword(deps, body);
    const message = invitedBy
      ? 'Your password is set. Please sign in.'
      : 'Your password has been changed. Please sign in with the new one.';
    return { isDone: true, message };
  },

  async changePassword({ body, caller, request, inTransaction }) {
    if (body.userId !== caller.userId) throw new Refusal('not_found');
    const deviceToken = deviceTokenOf(request);
    await changePassword(inTransaction, deps, { ...body, address: request.ip, deviceToken });
    return { isDone: true, message: 'Password Changed Successfully' };
  },
});
