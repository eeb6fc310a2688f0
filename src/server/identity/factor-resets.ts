import { sql } from 'kysely';
import type { AuditEvent } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import type { FactorResetNotice } from './factor-reset-notices.jobs.ts';
import { notifyOfFactorReset } from './factor-reset-notices.ts';
import {
  asOpenTenant,
  auditInEachTenant,
  isAccepted,
  membershipsOf,
  type OpenTenant,
} from './open-tenants.ts';

/** The waiting resets of a tenant, for its operator. */
export const listPendingResets = async (tx: Tx, tenantId: string) => {
  await claim(tx, { listsMembers: true });
  return tx
    .selectFrom('secondFactorResets as reset')
    .innerJoin('users as user', 'user.id', 'reset.userId')
    .select(['user.email', 'reset.requestedBy', 'reset.requestedAt', 'reset.takesEffectAt'])
    .where('reset.tenantId', '=', tenantId)
    .where('reset.state', '=', 'pending')
    .orderBy('reset.id')
    .execute();
};

/** When the second factor of a member will be removed, if this tenant has asked for it. */
export async function pendingResetHere(
  tx: Tx,
  { tenantId, userId }: Pick<Reset, 'tenantId' | 'userId'>,
): Promise<Date | null> {
  const pending = await tx
    .selectFrom('secondFactorResets')
    .select('takesEffectAt')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return pending?.takesEffectAt ?? null;
}

export const pendingReset = (tx: Tx, userId: bigint) =>
  tx
    .selectFrom('secondFactorResets')
    .select(['tenantId', 'id'])
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .executeTakeFirst();

interface Reset {
  tenantId: string;
  resetId: bigint;
  userId: bigint;
}

/** Ends a waiting reset. False when it is settled already: of several at once, only one gets true. */
export async function settleReset(
  tx: Tx,
  { tenantId, resetId }: Pick<Reset, 'tenantId' | 'resetId'>,
  state: 'done' | 'cancelled',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('secondFactorResets')
    .set({ state, settledAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', resetId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Cancels the waiting reset of a user who has just shown or changed a second factor, which is evidently not lost. Expects the
 * user's claim and leaves no tenant claimed.
 */
export async function cancelResetOf(
  tx: Tx,
  userId: bigint,
  by: 'second factor shown' | 'second factor changed' = 'second factor shown',
): Promise<void> {
  await forgetTenant(tx);
  const pending = await pendingReset(tx, userId);
  if (!pending) return;
  const reset = { tenantId: pending.tenantId, resetId: pending.id, userId };
  // Claimed before anything is written, so that a tenant that is being moved refuses it.
  await claim(tx, { tenantId: pending.tenantId });
  if (await settleReset(tx, reset, 'cancelled'))
    await tellOfReset(tx, reset, 'cancelled', { actorId: userId }, { by });
  await forgetTenant(tx);
}

/**
 * Cancels the waiting reset that this tenant has asked for, when it closes the user's account: opening the account again must not
 * bring it back. Expects the claims of the tenant and of the user, and restores the tenant's.
 */
export async function cancelResetHere(
  tx: Tx,
  { tenantId, userId }: Pick<Reset, 'tenantId' | 'userId'>,
  by: Pick<AuditEvent, 'actorId' | 'operator'>,
): Promise<void> {
  const pending = await pendingReset(tx, userId);
  if (pending?.tenantId !== tenantId) return;
  const reset = { tenantId, resetId: pending.id, userId };
  if (await settleReset(tx, reset, 'cancelled'))
    await tellOfReset(tx, reset, 'cancelled', by, { by: 'closed account' });
  await claim(tx, { tenantId });
}

const ACTIONS = {
  requested: 'second factor reset requested',
  cancelled: 'second factor reset cancelled',
  done: 'second factor reset',
} satisfies Record<FactorResetNotice, AuditEvent['action']>;

/** Mails and records what became of a reset, in each of the person's tenants. It claims tenants, so it must come last. */
export async function tellOfReset(
  tx: Tx,
  reset: Reset,
  news: FactorResetNotice,
  by: Pick<AuditEvent, 'actorId' | 'operator'>,
  details: NonNullable<AuditEvent['details']> = {},
): Promise<void> {
  const { userId } = reset;
  await claim(tx, { userId });
  await forgetTenant(tx);
  const memberships = (await membershipsOf(tx)).filter(isAccepted).map(asOpenTenant);
  await notifyOfFactorReset(tx, reset, memberships, news);
  const event: AuditEvent = { ...by, action: ACTIONS[news], subject: `user ${userId}`, details };
  const isHere = ({ id }: OpenTenant) => id === reset.tenantId;
  // The others learn that it was asked for, and not who works for this funder.
  const { operator: _, ...withoutOperator } = event;
  const elsewhere = by.operator
    ? { ...withoutOperator, details: { ...details, by: 'another funder' } }
    : event;
  await auditInEachTenant(
    tx,
    memberships.filter((one) => !isHere(one)),
    elsewhere,
  );
  await auditInEachTenant(tx, memberships.filter(isHere), event);
}
