import type { passwordsContract } from '../../../shared/contract/passwords.ts';
import type { Deps } from '../../app.ts';
import { Refusal } from '../../errors.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { changePassword } from './change-password.ts';
import { isResetLinkOpen, resetPassword } from './reset-password.ts';
import { sendResetLink } from './send-reset-link.ts';

export const passwordsHandlers = (deps: Deps): Handlers<typeof passwordsContract> => ({
  sendResetLink: ({ body, request }) => sendResetLink(deps, { email: body.email, address: request.ip }),

  async checkResetLink({ body }) {
    return { isOpen: await isResetLinkOpen(deps, body.token) };
  },

  async resetPassword({ body }) {
    await resetPassword(deps, body);
    return { isDone: true, message: 'Your password has been changed. Please sign in with the new one.' };
  },

  async changePassword({ body, caller, request, tx }) {
    if (body.userId !== caller.userId) throw new Refusal('not_found');
    await changePassword(tx, deps, caller, { ...body, address: request.ip });
    return { isDone: true, message: 'Password Changed Successfully' };
  },
});
