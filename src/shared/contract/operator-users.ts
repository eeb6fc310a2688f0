import * as z from 'zod/mini';
import { GIVEN_ROLES } from '../domain/roles.ts';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { withPermissionSwitches, withPermissions } from './permission-codecs.ts';

const ofUser = wireObject({ userId: ['user_id', pathId] });
const done = wireObject({ userId: ['user_id', id] });
const syndicate = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

const member = withPermissions({
  id: ['user_id', id],
  email: ['email', z.string()],
  /** Null until the person has accepted the invitation. */
  loginName: ['username', z.nullable(z.string())],
  name: ['name', z.string()],
  role: ['role', z.string()],
  syndicateId: ['syndicate_id', z.nullable(id)],
  syndicate: ['syndicate', z.nullable(z.string())],
  state: ['state', z.enum(['active', 'closed', 'declined', 'invited', 'not invited'])],
});

export const operatorUsersContract = {
  users: endpoint({
    method: 'GET',
    path: '/api/operator/v1/users',
    access: 'service token',
    scope: 'users',
    summary: "The tenant's users, by id. `after` is the last user of the previous page.",
    query: wireObject({ after: ['after', z.optional(pathId)], limit: ['limit', z.optional(pageNumber)] }),
    response: wireObject({ users: ['users', z.array(member)] }),
  }),

  inviteUser: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users',
    access: 'service token',
    scope: 'users',
    isCommand: true,
    records: ['user invited'],
    summary: 'Makes somebody a user and mails the invitation. `syndicate` is an abbreviation or an id.',
    refusals: [
      'email_invalid',
      'name_like_address',
      'syndicate_needed',
      'syndicate_unknown',
      'user_exists',
      'permission_of_staff',
      'staff_not_by_token',
    ],
    body: withPermissionSwitches({
      email: ['email', z.string().check(z.trim(), z.maxLength(254))],
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(120))],
      role: ['role', z.enum(GIVEN_ROLES)],
      syndicate: ['syndicate', z.optional(syndicate)],
    }),
    response: wireObject({ userId: ['user_id', id], isMailed: ['is_mailed', z.boolean()] }),
  }),

  inviteEverybody: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/invite_all',
    access: 'service token',
    scope: 'users',
    records: ['user invited'],
    summary: 'Mails an invitation to every user who could sign in and was not invited yet.',
    response: wireObject({ count: ['invited', z.int()] }),
  }),

  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/:user_id/invite_again',
    access: 'service token',
    scope: 'users',
    isCommand: true,
    records: ['user invited'],
    summary: 'Mails the invitation again to a user who has not accepted it yet.',
    refusals: [
      'user_unknown',
      'user_is_closed',
      'user_has_password',
      'user_signs_in_elsewhere',
      'staff_not_by_token',
    ],
    params: ofUser,
    response: done,
  }),

  changePermissions: endpoint({
    method: 'PUT',
    path: '/api/operator/v1/users/:user_id/permissions',
    access: 'service token',
    scope: 'users',
    records: ['permissions changed'],
    summary: 'Changes a user’s permissions. Absent fields stay unchanged.',
    refusals: [
      'user_unknown',
      'syndicate_needed',
      'syndicate_unknown',
      'permission_of_staff',
      'staff_not_by_token',
    ],
    params: ofUser,
    body: withPermissionSwitches({ syndicate: ['syndicate', z.optional(syndicate)] }),
    response: done,
  }),

  closeUser: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/:user_id/close',
    access: 'service token',
    scope: 'users',
    records: ['user closed'],
    summary: 'Closes the tenant’s portal to a user, from the next call on.',
    refusals: ['user_unknown', 'user_is_closed', 'last_administrator'],
    params: ofUser,
    response: wireObject({
      userId: ['user_id', id],
      endedSessions: ['ended_sessions', z.int()],
      /** The service tokens that they issued, which work no more. */
      revokedTokens: ['revoked_tokens', z.int()],
    }),
  }),

  reopenUser: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/:user_id/reopen',
    access: 'service token',
    scope: 'users',
    records: ['user reopened'],
    summary: 'Opens the tenant’s portal to a closed user again.',
    refusals: ['user_unknown', 'user_is_open', 'guest_by_investor', 'staff_not_by_token'],
    params: ofUser,
    response: done,
  }),

  unlockUser: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/:user_id/unlock',
    access: 'service token',
    scope: 'users',
    records: ['user unlocked'],
    summary:
      'Forgets the failed sign-ins of a user, who may try again at once. Wrong second-factor codes stay counted.',
    refusals: ['user_unknown', 'user_is_closed', 'user_has_no_password', 'unlocked_too_often'],
    params: ofUser,
    response: done,
  }),

  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/api/operator/v1/users/:user_id/reset_second_factor',
    access: 'service token',
    scope: 'users',
    records: ['second factor reset requested'],
    summary:
      'Removes the second factor of a user who has lost it, after 24 hours. Every known address of the person is notified and can cancel it. Check who is asking before you call this.',
    refusals: [
      'user_unknown',
      'user_is_closed',
      'user_signs_in_elsewhere',
      'user_has_no_factor',
      'factor_reset_pending',
      'factor_of_others_too',
      'staff_not_by_token',
    ],
    params: ofUser,
    response: wireObject({ userId: ['user_id', id], takesEffectAt: ['takes_effect_at', z.iso.datetime()] }),
  }),
};
