import { sql, type UpdateObject } from 'kysely';
import {
  type Permission,
  type PermissionSwitches,
  switchedOff,
  switchedOn,
} from '../../shared/domain/permissions.ts';
import { canSignIn } from '../../shared/domain/roles.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { endSessions } from './end-sessions.ts';
import { type Member, type MemberKey, requireMember } from './members.queries.ts';
import { findSyndicate } from './named-syndicate.ts';
import { openTenants } from './open-tenants.ts';

/**
 * Closes this tenant's portal to a user, from the next call on, because every call checks the membership. If the user has
 * no other tenant, all sessions end. Otherwise only the sessions that are limited to this tenant end.
 */
export async function closeUser(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<{ userId: bigint; endedSessions: number }> {
  const { id: userId, state } = await requireMember(tx, tenantId, key);
  if (state === 'closed') throw new Refusal('user_is_closed');
  await setMembership(tx, tenantId, userId, { isTerminated: true });
  await claim(tx, { userId });
  await tx
    .updateTable('passwordResets')
    .set({ usedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('invitedTo', '=', tenantId)
    .where('usedAt', 'is', null)
    .execute();
  const isElsewhere = await isOpenElsewhere(tx, tenantId, userId);
  const which = { userId, ...(isElsewhere && { onlyTenantId: tenantId }) };
  const endedSessions = await endSessions(tx, which, 'account closed');
  await record(tx, 'user closed', userId, operator, { ...CLOSING, endedSessions });
  return { userId, endedSessions };
}

export async function reopenUser(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id, state } = await requireMember(tx, tenantId, key);
  if (state !== 'closed') throw new Refusal('user_is_open');
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
}

/** Absent fields stay unchanged. */
export async function changePermissions(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  { permissions, syndicate }: AskedChange,
  operator: Operator,
): Promise<bigint> {
  const before = await requireMember(tx, tenantId, key);
  if (syndicate !== undefined && !canSignIn(before.role)) throw new Refusal('syndicate_needed');
  await setPermissions(
    tx,
    tenantId,
    before.id,
    {
      permissions,
      ...(syndicate !== undefined && { syndicateId: await findSyndicate(tx, tenantId, syndicate) }),
    },
    operator,
  );
  return before.id;
}

export interface PermissionChange extends Partial<Pick<Member, 'role' | 'syndicateId'>> {
  permissions: PermissionSwitches;
}

/** Writes only the given fields, so that a permission which somebody else removes at the same moment stays removed. */
export async function setPermissions(
  tx: Tx,
  tenantId: string,
  userId: bigint,
  change: PermissionChange,
  operator: Operator,
): Promise<void> {
  const { permissions, ...membership } = change;
  const granted = switchedOn(permissions);
  const revoked = switchedOff(permissions);
  if (granted.length + revoked.length + Object.keys(membership).length === 0) return;
  const before = await lockMembership(tx, tenantId, userId);
  const after = await setMembership(tx, tenantId, userId, {
    ...membership,
    ...(granted.length + revoked.length > 0 && { permissions: permissionsWith(granted, revoked) }),
  });
  await record(tx, 'permissions changed', userId, operator, changesBetween(before, after));
}

/** Deletes the failed sign-ins, under every name of the account. */
export interface Unlocker {
  unlock(loginNames: readonly string[]): Promise<void>;
}

/**
 * Lets a locked-out user try again at once. The lock protects the whole account, so it stays if the account is also used
 * with another funder. Otherwise a funder could invite somebody in order to get more guesses at the password.
 */
export async function unlockUser(
  tx: Tx,
  throttle: Unlocker,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id: userId, email, loginName } = await requireMember(tx, tenantId, key);
  if (await isOpenElsewhere(tx, tenantId, userId)) throw new Refusal('user_of_others_too');
  await record(tx, 'user unlocked', userId, operator);
  await throttle.unlock([email, loginName]);
  return userId;
}

/**
 * Whether the account has access to another tenant's portal. Leaves the user's claim on the transaction, in addition to
 * the tenant's.
 */
async function isOpenElsewhere(tx: Tx, tenantId: string, userId: bigint): Promise<boolean> {
  await claim(tx, { userId });
  await forgetTenant(tx);
  const tenants = await openTenants(tx);
  await claim(tx, { tenantId });
  return tenants.some(({ id }) => id !== tenantId);
}

/** Of what the row holds when it is written, so that two changes at the same moment both count. */
const permissionsWith = (granted: readonly Permission[], revoked: readonly Permission[]) => sql<string[]>`
  array(select unnest(permissions) union select unnest(${granted}::text[])
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
  action: 'user closed' | 'user reopened' | 'permissions changed' | 'user unlocked',
  userId: bigint,
  operator: Operator,
  details: Record<string, string | number | boolean> = {},
) => recordAudit(tx, { actorId: null, operator, action, subject: `user ${userId}`, details });
