import { sql } from 'kysely';
import { signsIn } from '../../../shared/domain/roles.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/database.ts';
import { claim, forgetTenant } from '../../db/transactions.ts';
import { Refusal } from '../../errors.ts';
import { endSessions } from '../../identity/end-sessions.ts';
import { openTenants } from '../../identity/open-tenants.ts';
import type { Operator } from '../../identity/operator.ts';
import { type Member, type MemberKey, requireMember } from './members.queries.ts';
import { findSyndicate } from './named-syndicate.ts';

/**
 * Closes this tenant to a user, from the next call on: every call asks for the membership. The sessions end with the last
 * tenant that was open to them; where there is another, they go on there.
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
  await forgetTenant(tx);
  const others = await openTenants(tx);
  const endedSessions = others.length === 0 ? await endSessions(tx, { userId }, 'account closed') : 0;
  await claim(tx, { tenantId });
  await record(tx, 'user closed', userId, operator, { endedSessions });
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
  await record(tx, 'user reopened', id, operator);
  return id;
}

export interface Permissions {
  canViewFcs?: boolean | undefined;
  canSwitchSyndicates?: boolean | undefined;
  /** By its abbreviation or its id. */
  syndicate?: string | undefined;
}

/** What was left out stays. */
export async function changePermissions(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  { canViewFcs, canSwitchSyndicates, syndicate }: Permissions,
  operator: Operator,
): Promise<bigint> {
  const before = await requireMember(tx, tenantId, key);
  if (syndicate !== undefined && !signsIn(before.role)) throw new Refusal('syndicate_needed');
  const after = {
    canViewFcs: canViewFcs ?? before.canViewFcs,
    canSwitchSyndicates: canSwitchSyndicates ?? before.canSwitchSyndicates,
    syndicateId: syndicate === undefined ? before.syndicateId : await findSyndicate(tx, tenantId, syndicate),
  };
  await setMembership(tx, tenantId, before.id, after);
  await record(tx, 'permissions changed', before.id, operator, {
    canViewFcs: after.canViewFcs,
    canSwitchSyndicates: after.canSwitchSyndicates,
    ...(after.syndicateId !== null && { syndicate: Number(after.syndicateId) }),
  });
  return before.id;
}

/** Forgets failed sign-ins, in whatever way the account is named. */
export interface Unlocker {
  unlock(account: { userId: bigint; loginNames: readonly string[] }): Promise<void>;
}

/** Lets a user who was locked out try again at once. */
export async function unlockUser(
  tx: Tx,
  throttle: Unlocker,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<bigint> {
  const { id: userId, email, loginName } = await requireMember(tx, tenantId, key);
  await record(tx, 'user unlocked', userId, operator);
  await throttle.unlock({ userId, loginNames: [email, loginName] });
  return userId;
}

async function setMembership(
  tx: Tx,
  tenantId: string,
  userId: bigint,
  change: Partial<Pick<Member, 'canViewFcs' | 'canSwitchSyndicates' | 'syndicateId'>> & {
    isTerminated?: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(change)
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
}

const record = (
  tx: Tx,
  action: 'user closed' | 'user reopened' | 'permissions changed' | 'user unlocked',
  userId: bigint,
  operator: Operator,
  details: Record<string, number | boolean> = {},
) => recordAudit(tx, { actorId: null, operator, action, subject: `user ${userId}`, details });
