import * as z from 'zod/mini';
import { givenId, outcome, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** Longer than can be kept, so that the refusal can say so. */
const newPassword = z.string().check(z.minLength(1), z.maxLength(1000));
const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
const resetToken = z.string().check(z.regex(/^[\w-]{1,100}$/));
export const passwordsContract = {
  sendResetLink: endpoint({
    method: 'POST',
    path: '/user/send_reset_link',
    access: 'anyone',
    records: ['reset link sent'],
    summary:
      'Mails a link to choose a new password. The answer is the same for everyone, unless the funder chose to tell.',
    body: wireObject({ email: ['email', email] }),
    response: outcome,
  }),
  checkEmail: endpoint({
    method: 'POST',
    path: '/user/check_email',
    access: 'anyone',
    summary:
      'Whether the e-mail that a link to the sign-in page brings along is anybody’s. The answer is the same for everyone, unless the funder chose to tell.',
    body: wireObject({ email: ['email', email] }),
    response: outcome,
  }),
  checkResetLink: endpoint({
    method: 'POST',
    path: '/user/check_reset_link',
    access: 'anyone',
    summary:
      'Whether a link from a reset mail or an invitation can still be used, and whose invitation it is. Changes nothing.',
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
    access: 'member',
    opensTransactions: true,
    records: ['password changed'],
    openBefore: ['password change', 'second factor'],
    summary:
      'Changes the password of the user who asks; the other sessions end. Where the confirmation comes along it is compared too, after the old password.',
    body: wireObject({
      userId: ['user_id', givenId],
      newPassword: ['password', newPassword],
      oldPassword: ['oldpassword', newPassword],
      confirmation: ['confirm_password', z.optional(newPassword)],
    }),
    response: outcome,
  }),
};
