import * as z from 'zod/mini';
import { GIVEN_ROLES, STAFF_ROLES } from '../domain/roles.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { withPermissionSwitches, withPermissions } from './permission-codecs.ts';

const ofUser = wireObject({ userId: ['user_id', pathId] });
const done = wireObject({ userId: ['user_id', id] });
const syndicate = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const moment = z.nullable(z.iso.datetime());

export const PERSON_STATES = ['active', 'invited', 'not invited', 'declined', 'closed'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const PEOPLE_GROUPS = ['everybody', 'staff', 'investors'] as const;
export type PeopleGroup = (typeof PEOPLE_GROUPS)[number];

const fields = {
  id: ['user_id', id],
  name: ['name', z.string()],
  email: ['email', z.string()],
  role: ['role', z.string()],
  syndicateId: ['syndicate_id', z.nullable(id)],
  syndicateName: ['syndicate_name', z.nullable(z.string())],
  state: ['state', z.enum(PERSON_STATES)],
  /** Null unless sign-in is locked at this moment. */
  lockedUntil: ['locked_until', moment],
  invitedAt: ['invited_at', moment],
  /** Until when the link of the last invitation works. */
  invitationExpiresAt: ['invitation_open_until', moment],
  /** When the page of the last invitation was first opened. */
  invitationOpenedAt: ['invitation_opened_at', moment],
  acceptedAt: ['accepted_at', moment],
  declinedAt: ['declined_at', moment],
  /** With this funder. */
  lastSignedInAt: ['last_sign_in_at', moment],
  /** Null until the person has accepted the invitation, because the account may be older than that, and for who may not manage people. */
  hasSecondFactor: ['has_second_factor', z.nullable(z.boolean())],
} as const;

/** The reason that whoever decides reads. */
export const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

export const deskPeopleContract = {
  people: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/search',
    access: 'staff',
    needs: ['view-desk'],
    reads: true,
    summary:
      'Everybody of the funder: staff and investors. A POST, because addresses are kept in logs and people are searched by e-mail.',
    body: wireObject({
      search: ['search', z.optional(z.string().check(z.trim(), z.maxLength(120)))],
      group: ['group', z.optional(z.enum(PEOPLE_GROUPS))],
      state: ['state', z.optional(z.enum(PERSON_STATES))],
      syndicateId: ['syndicate_id', z.optional(id)],
      page: ['page', z.optional(z.int().check(z.minimum(1), z.maximum(100_000)))],
    }),
    response: wireObject({
      people: ['people', z.array(wireObject(fields))],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
    }),
  }),

  person: endpoint({
    method: 'GET',
    path: '/api/desk/v1/people/:user_id',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'One person, with what they may do and what waits for them.',
    refusals: ['user_unknown'],
    params: ofUser,
    response: withPermissions({
      ...fields,
      loginName: ['username', z.nullable(z.string())],
      /** When the second factor will be removed, if a reset was approved. */
      factorResetAt: ['factor_reset_at', moment],
      isSelf: ['is_self', z.boolean()],
    }),
  }),

  invitePerson: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['user invited'],
    summary: 'Makes somebody a user and mails the invitation. `syndicate` is an abbreviation or an id.',
    refusals: [
      'email_invalid',
      'name_like_address',
      'syndicate_needed',
      'syndicate_unknown',
      'user_exists',
      'permission_of_staff',
      'permission_not_yours',
    ],
    body: withPermissionSwitches({
      email: ['email', z.string().check(z.trim(), z.maxLength(254))],
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(120))],
      role: ['role', z.enum(GIVEN_ROLES)],
      syndicate: ['syndicate', z.optional(syndicate)],
    }),
    response: wireObject({ userId: ['user_id', id], isMailed: ['is_mailed', z.boolean()] }),
  }),

  inviteAgain: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/invite_again',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['user invited'],
    summary: 'Mails the invitation again to somebody who has not accepted it yet.',
    refusals: ['user_unknown', 'user_is_closed', 'user_has_password', 'user_signs_in_elsewhere'],
    params: ofUser,
    response: done,
  }),

  changePerson: endpoint({
    method: 'PUT',
    path: '/api/desk/v1/people/:user_id/permissions',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['permissions changed'],
    summary:
      'Changes what a person may do, gives staff another role, or moves an investor to another syndicate. Absent fields stay unchanged.',
    refusals: [
      'user_unknown',
      'syndicate_needed',
      'syndicate_unknown',
      'own_account',
      'last_administrator',
      'permission_not_yours',
      'permission_of_staff',
      'role_kept',
    ],
    params: ofUser,
    body: withPermissionSwitches({
      syndicate: ['syndicate', z.optional(syndicate)],
      /** Another role of staff, which begins with its own permissions. */
      role: ['role', z.optional(z.enum(STAFF_ROLES))],
    }),
    response: done,
  }),

  closePerson: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/close',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['user closed'],
    summary: 'Closes the funder’s portal to a person, from the next call on.',
    refusals: ['user_unknown', 'user_is_closed', 'own_account', 'last_administrator', 'permission_not_yours'],
    params: ofUser,
    response: wireObject({
      userId: ['user_id', id],
      endedSessions: ['ended_sessions', z.int()],
      /** The service tokens that they issued, which work no more. */
      revokedTokens: ['revoked_tokens', z.int()],
    }),
  }),

  reopenPerson: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/reopen',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['user reopened'],
    summary: 'Opens the funder’s portal to a closed person again.',
    refusals: ['user_unknown', 'user_is_open', 'guest_by_investor', 'permission_not_yours'],
    params: ofUser,
    response: done,
  }),

  unlockPerson: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/unlock',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['user unlocked'],
    summary: 'Forgets the failed sign-ins of a person, who may try again at once.',
    refusals: ['user_unknown', 'user_is_closed', 'user_has_no_password', 'unlocked_too_often'],
    params: ofUser,
    response: done,
  }),

  endSessions: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/end_sessions',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['sessions ended'],
    summary: 'Ends all sessions of a person, who can sign in again.',
    refusals: ['user_unknown', 'sessions_of_others_too', 'permission_not_yours'],
    params: ofUser,
    response: wireObject({ userId: ['user_id', id], endedSessions: ['ended_sessions', z.int()] }),
  }),

  askForFactorReset: endpoint({
    method: 'POST',
    path: '/api/desk/v1/people/:user_id/reset_second_factor',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['approval asked for'],
    summary:
      'Asks for the second factor of a person who has lost it to be removed. A second person approves it; then it takes 24 hours.',
    refusals: ['user_unknown', 'user_is_closed', 'user_has_no_factor', 'approval_waiting'],
    params: ofUser,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
