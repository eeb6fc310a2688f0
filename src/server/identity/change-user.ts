import { sql, type UpdateObject } from 'kysely';
import {
  isOfInvestors,
  type Permission,
  type PermissionSwitches,
  permissionsNamed,
  switchedOff,
  switchedOn,
} from '../../shared/domain/permissions.ts';
import {
  canSignIn,
  isStaff,
  permissionsOfRole,
  type Role,
  type StaffRole,
} from '../../shared/domain/roles.ts';
import { cancelChangesOfUser } from '../payout-accounts/cancel-changes-of-user.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { MANAGING, requireAnotherManager } from './another-manager.ts';
import { lockUser } from './credential-version.ts';
import { endMembership, openTenantsOf } from './end-membership.ts';
import { cancelResetHere } from './factor-resets.ts';
import { endGuestsWithoutManager, markGuestEnded } from './guests.ts';
import { type Member, type MemberKey, requireMember } from './members.queries.ts';
import { findSyndicate } from './named-syndicate.ts';
import { revokeTokensBeyond, revokeTokensOf } from './service-tokens.ts';
import { refuseStaffByToken } from './staff-by-token.ts';

/**
 * Closes this tenant's portal to a user, from the next call on, because every call checks the membership. If the user has
 * no other tenant, all sessions end. Otherwise only the sessions that are limited to this tenant end. What the user has asked
 * for or was sent in this tenant ends too: tickets, invitations, a pending change of the bank account, a pending reset of the
 * second factor, and the service tokens that they issued.
 */
export async function closeUser(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<{ userId: bigint; endedSessions: number; revokedTokens: number }> {
  const { id: userId } = await requireMember(tx, tenantId, key);
  await requireAnotherManager(tx, tenantId, userId, operator);
  await claim(tx, { userId });
  // Whoever acts for the user at this moment is through before, or finds the account closed. So read again under the lock.
  await lockUser(tx, userId);
  const { state, syndicateId } = await requireMember(tx, tenantId, { id: userId });
  if (state === 'closed') throw new Refusal('user_is_closed');
  const by = { actorId: null, operator };
  const endedSessions = await endMembership(tx, { tenantId, userId }, state === 'active');
  await record(tx, 'user closed', userId, operator, { ...CLOSING, endedSessions });
  await cancelResetHere(tx, { tenantId, userId }, by);
  await cancelChangesOfUser(tx, { tenantId, userId }, 'account closed', by);
  await markGuestEnded(tx, { tenantId, userId }, 'ended by funder', by);
  if (syndicateId !== null) await endGuestsWithoutManager(tx, { tenantId, syndicateId }, by);
  const revokedTokens = await revokeTokensOf(tx, { tenantId, userId }, operator);
  return { userId, endedSessions, revokedTokens };
}

export async function reopenUser(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id, state, role } = await requireMember(tx, tenantId, key);
  if (state !== 'closed') throw new Refusal('user_is_open');
  if (role === 'guest') throw new Refusal('guest_by_investor');
  refuseStaffByToken(operator, role);
  await setMembership(tx, tenantId, id, { isTerminated: false });
  await record(tx, 'user reopened', id, operator, REOPENING);
  return id;
}

const CLOSING = changesBetween({ isClosed: false }, { isClosed: true });
const REOPENING = changesBetween({ isClosed: true }, { isClosed: false });

interface AskedChange {
  permissions: PermissionSwitches;
  /** By its abbreviation or its id. */
  syndicate?: string | undefined;
  /** Another role of staff. It begins with what that role may do, and what is said besides. */
  role?: StaffRole | undefined;
}

/** Absent fields stay unchanged. */
export async function changePermissions(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  { permissions, syndicate, role }: AskedChange,
  operator: Operator,
): Promise<bigint> {
  const before = await requireMember(tx, tenantId, key);
  refuseStaffByToken(operator, before.role);
  if (syndicate !== undefined && before.role !== 'syndication') throw new Refusal('syndicate_needed');
  if (role !== undefined && !isStaff(before.role)) throw new Refusal('role_kept');
  await setPermissions(
    tx,
    tenantId,
    before.id,
    {
      permissions,
      ...(role !== undefined && { role, isStillAccepted: true }),
      ...(syndicate !== undefined && { syndicateId: await findSyndicate(tx, tenantId, syndicate) }),
    },
    operator,
  );
  return before.id;
}

export interface PermissionChange extends Partial<Pick<Member, 'role' | 'syndicateId'>> {
  permissions: PermissionSwitches;
  /** For a role of the same kind as before, which nobody has to accept again. */
  isStillAccepted?: boolean;
}

/** Writes only the given fields, so that a permission which somebody else removes at the same moment stays removed. */
export async function setPermissions(
  tx: Tx,
  tenantId: string,
  userId: bigint,
  change: PermissionChange,
  operator: Operator,
): Promise<void> {
  const { permissions, isStillAccepted = false, ...membership } = change;
  const granted = switchedOn(permissions);
  const revoked = switchedOff(permissions);
  if (granted.length + revoked.length + Object.keys(membership).length === 0) return;
  const { role } = membership;
  if (takesManaging(role, granted, revoked)) await requireAnotherManager(tx, tenantId, userId, operator);
  const before = await lockMembership(tx, tenantId, userId);
  refuseStaffPermissions(role ?? before.role, granted);
  // Somebody with another role begins with what that role may do.
  const isAnotherRole = role !== undefined && role !== before.role;
  const after = await setMembership(tx, tenantId, userId, {
    ...membership,
    ...(role !== undefined && !isStillAccepted && { acceptedAt: acceptedAs(role) }),
    ...((granted.length + revoked.length > 0 || isAnotherRole) && {
      permissions: permissionsWith(isAnotherRole ? permissionsOfRole(role) : null, granted, revoked),
    }),
  });
  await record(tx, 'permissions changed', userId, operator, changesBetween(before, after));
  const held = {
    before: permissionsNamed(before.permissions),
    after: permissionsNamed(after.permissions),
  };
  await revokeTokensBeyond(tx, { tenantId, userId }, held, operator);
  // Whoever is moved, or may not manage guests any more, leaves them to the others of the syndicate.
  if (before.syndicateId !== null)
    await endGuestsWithoutManager(
      tx,
      { tenantId, syndicateId: before.syndicateId },
      { actorId: null, operator },
    );
}

/** Whether the change leaves nobody what they need to look after people. */
const takesManaging = (
  role: Role | undefined,
  granted: readonly Permission[],
  revoked: readonly Permission[],
): boolean =>
  MANAGING.some(
    (name) =>
      revoked.includes(name) ||
      (role !== undefined && !permissionsOfRole(role).includes(name) && !granted.includes(name)),
  );

/** A permission of staff opens nothing to anybody else. Their membership would only look as if it did. */
export function refuseStaffPermissions(role: string, granted: readonly Permission[]): void {
  if (!isStaff(role) && granted.some((permission) => !isOfInvestors(permission)))
    throw new Refusal('permission_of_staff');
}

/** Deletes the failed sign-ins of the account, and the requests for reset links under each of its names. */
export interface Unlocker {
  unlock(account: { userId: bigint; names: readonly string[] }): Promise<void>;
}

/** Within a day, so that a funder gains few guesses at the password of somebody who has accepted its invitation. */
const UNLOCKS_A_DAY = 5;

/**
 * Lets a locked-out user try again at once. The lock protects the whole account, so every tenant that lets the user in may lift
 * it, and each finds it in its audit trail.
 */
export async function unlockUser(
  tx: Tx,
  throttle: Unlocker,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id: userId, email, loginName, state } = await requireMember(tx, tenantId, key);
  if (state === 'closed') throw new Refusal('user_is_closed');
  if (loginName === null) throw new Refusal('user_has_no_password');
  if ((await countUnlocks(tx, tenantId, userId)) >= UNLOCKS_A_DAY) throw new Refusal('unlocked_too_often');
  const event = { actorId: null, action: 'user unlocked', subject: `user ${userId}` } as const;
  const open = (await openTenantsOf(tx, tenantId, userId)).map(({ id }) => id);
  // In the order of every other event of several tenants, each of which locks their trails: in another one, two would wait for each other.
  // This tenant is among them also where the person has nothing to open at present, because what is counted is recorded.
  for (const id of open.includes(tenantId) ? open : [...open, tenantId]) {
    await claim(tx, { tenantId: id });
    // The other tenants learn that it was done, and not who works for this one.
    await recordAudit(tx, { ...event, ...(id === tenantId ? { operator } : { details: BY_ANOTHER }) });
  }
  await claim(tx, { tenantId });
  await throttle.unlock({ userId, names: [email, loginName] });
  return userId;
}

const BY_ANOTHER = { by: 'another funder' };

/** How often this tenant has unlocked the user within a day. */
async function countUnlocks(tx: Tx, tenantId: string, userId: bigint): Promise<number> {
  const { count } = await tx
    .selectFrom('auditEvents')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('action', '=', 'user unlocked')
    .where('subject', '=', `user ${userId}`)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .where(sql<boolean>`details <> ${JSON.stringify(BY_ANOTHER)}::jsonb`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Nobody was asked about another role that signs in, so that it is to be accepted first. */
const acceptedAs = (role: Role) =>
  sql<Date | null>`case when role = ${role}::text or ${!canSignIn(role)}::boolean then accepted_at end`;

/** Of what the row holds when it is written, so that two changes at the same moment both count. */
const permissionsWith = (
  instead: readonly Permission[] | null,
  granted: readonly Permission[],
  revoked: readonly Permission[],
) => sql<string[]>`
  array(select unnest(coalesce(${instead}::text[], permissions)) union select unnest(${granted}::text[])
    except select unnest(${revoked}::text[]) order by 1)`;

const lockMembership = (tx: Tx, tenantId: string, userId: bigint) =>
  tx
    .selectFrom('memberships')
    .select(['role', 'syndicateId', 'permissions'])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function setMembership(
  tx: Tx,
  tenantId: string,
  userId: bigint,
  change: UpdateObject<DB, 'memberships'>,
) {
  return tx
    .updateTable('memberships')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .returning(['role', 'syndicateId', 'permissions'])
    .executeTakeFirstOrThrow();
}

const record = (
  tx: Tx,
  action: 'user closed' | 'user reopened' | 'permissions changed',
  userId: bigint,
  operator: Operator,
  details: Record<string, string | number | boolean> = {},
) => recordAudit(tx, { actorId: null, operator, action, subject: `user ${userId}`, details });
