import * as z from 'zod/mini';
import { isMailAddress } from '../domain/mail-address.ts';
import { givenId, outcome, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** More than the longest allowed password, so that the refusal can say that it is too long. */
const newPassword = z.string().check(z.minLength(1), z.maxLength(1000));
const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
/** No mail could be sent to any other. */
const mailAddress = email.check(z.refine(isMailAddress));
const resetToken = z.string().check(z.regex(/^[\w-]{1,100}$/));
export const passwordsContract = {
  sendResetLink: endpoint({
    method: 'POST',
    path: '/user/send_reset_link',
    access: 'anyone',
    records: ['reset link sent'],
    summary:
      'Mails a link to choose a new password. The answer is the same for everyone, unless the funder has chosen to disclose accounts.',
    body: wireObject({ email: ['email', mailAddress] }),
    response: outcome,
  }),
  checkEmail: endpoint({
    method: 'POST',
    path: '/user/check_email',
    access: 'anyone',
    reads: true,
    summary:
      'Whether the e-mail in a link to the sign-in page belongs to an account. The answer is the same for everyone, unless the funder has chosen to disclose accounts.',
    body: wireObject({ email: ['email', email] }),
    response: outcome,
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: '/user/check_reset_link',
    access: 'anyone',
    reads: true,
    summary:
      'Whether a link from a reset mail or an invitation can still be used, and which funder sent the invitation. The first time an invitation is opened is noted, and nothing else changes.',
    body: wireObject({ token: ['id', resetToken] }),
    response: wireObject({
      isOpen: ['is_open', z.boolean()],
      invitation: [
        'invitation',
        z.optional(wireObject({ by: ['by', z.string()], email: ['email', z.string()] })),
      ],
    }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/reset_password',
    access: 'anyone',
    records: ['password reset', 'invitation accepted'],
    summary: 'Sets the new password, once per link, and ends every session of the user.',
    body: wireObject({ token: ['id', resetToken], newPassword: ['password', newPassword] }),
    response: outcome,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/updateSyndicateUserPwd',
    access: 'investor or staff',
    guests: 'own account',
    opensTransactions: true,
    records: ['password changed'],
    openBefore: ['password change', 'second factor'],
    changesAccount: true,
    summary:
      'Changes the caller’s password and ends their other sessions. If a confirmation is sent, it is compared too, after the old password.',
    body: wireObject({
      userId: ['user_id', givenId],
      newPassword: ['password', newPassword],
      oldPassword: ['oldpassword', newPassword],
      confirmation: ['confirm_password', z.optional(newPassword)],
    }),
    response: outcome,
  }),
};
