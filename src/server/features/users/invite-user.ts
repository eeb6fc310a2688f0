import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import { type PermissionSwitches, permissionsWith } from '../../../shared/domain/permissions.ts';
import { canSignIn, type GivenRole, permissionsOfRole } from '../../../shared/domain/roles.ts';
import { refuseStaffPermissions } from '../../identity/change-user.ts';
import { findOrAddUser } from '../../identity/find-or-add-user.ts';
import { type MemberKey, requireMember } from '../../identity/members.queries.ts';
import { findSyndicate } from '../../identity/named-syndicate.ts';
import { sendInvitations } from '../../identity/send-invitations.ts';
import { refuseStaffByToken } from '../../identity/staff-by-token.ts';
import { type AuditEvent, recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { requirePersonName } from '../../platform/mail/mailed-names.ts';

export interface NewMember {
  email: string;
  name: string;
  role: GivenRole;
  /** The syndicate, by its abbreviation or its id. */
  syndicate?: string | undefined;
  permissions: PermissionSwitches;
}

export interface Invited {
  userId: bigint;
  /** False for people who do not sign in here, and who are added without a mail. */
  isMailed: boolean;
}

/**
 * Invites somebody to the tenant. A person who has an account already keeps it with its password. Until they accept, the tenant
 * knows of them only what it says here.
 */
export async function inviteUser(
  tx: Tx,
  tenantId: string,
  asked: NewMember,
  operator: Operator,
): Promise<Invited> {
  const email = asked.email.trim().toLowerCase();
  const name = asked.name.trim();
  if (!isMailAddress(email)) throw new Refusal('email_invalid');
  if (!/^[^\p{Cc}]{1,120}$/u.test(name)) throw new Refusal('invalid_request');
  requirePersonName(name);
  const { role } = asked;
  const permissions = permissionsWith(permissionsOfRole(role), asked.permissions);
  if ((role === 'syndication') !== (asked.syndicate !== undefined)) throw new Refusal('syndicate_needed');
  refuseStaffByToken(operator, role);
  refuseStaffPermissions(role, permissions);
  const syndicateId =
    asked.syndicate === undefined ? null : await findSyndicate(tx, tenantId, asked.syndicate);
  const userId = await findOrAddUser(tx, { email, name });
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('memberships')
    .values({ tenantId, userId, name, role, syndicateId, permissions })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refusal('user_exists');
  const isMailed = canSignIn(role);
  if (isMailed) await sendInvitations(tx, tenantId, [userId]);
  const before = { role: null, syndicateId: null, permissions: null };
  const details = changesBetween(before, { role, syndicateId, permissions });
  await recordInvitation(tx, userId, operator, { ...details, isMailed });
  return { userId, isMailed };
}

/** Invites a user again who has not accepted yet, whether or not the first mail arrived, and also after they declined. */
export async function inviteAgain(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id, role, state } = await requireMember(tx, tenantId, key);
  if (state === 'closed') throw new Refusal('user_is_closed');
  if (state === 'active') throw new Refusal('user_has_password');
  if (!canSignIn(role)) throw new Refusal('user_signs_in_elsewhere');
  refuseStaffByToken(operator, role);
  await sendInvitations(tx, tenantId, [id]);
  await recordInvitation(tx, id, operator, { isAgain: true });
  return id;
}

/**
 * Invites everybody who could sign in and was not invited yet, which are the users added by an import.
 * Returns their number.
 */
export async function inviteEverybody(tx: Tx, tenantId: string, operator: Operator): Promise<number> {
  const waiting = await tx
    .selectFrom('memberships as m')
    .select('m.userId')
    .where('m.tenantId', '=', tenantId)
    .where('m.role', '=', 'syndication')
    .where('m.isTerminated', '=', false)
    .where('m.invitedAt', 'is', null)
    .where('m.acceptedAt', 'is', null)
    .orderBy('m.userId')
    .forUpdate()
    .execute();
  const userIds = waiting.map(({ userId }) => userId);
  await sendInvitations(tx, tenantId, userIds);
  for (const userId of userIds) await recordInvitation(tx, userId, operator, { isMailed: true });
  return userIds.length;
}

const recordInvitation = (
  tx: Tx,
  userId: bigint,
  operator: Operator,
  details: NonNullable<AuditEvent['details']>,
) => recordAudit(tx, { actorId: null, operator, action: 'user invited', subject: `user ${userId}`, details });
