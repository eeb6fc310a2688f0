import { sql } from 'kysely';
import { canSignIn } from '../../shared/domain/roles.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { applyFactorReset } from './apply-factor-reset.jobs.ts';
import { pendingReset, tellOfReset } from './factor-resets.ts';
import { type MemberKey, requireMember } from './members.queries.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';
import { lockSecondFactors } from './second-factors.ts';
import { refuseStaffByToken } from './staff-by-token.ts';

/** Time for the person to notice that somebody else asked for it. */
const WAIT_HOURS = 24;

/**
 * Announces that the second factor of a user who has lost it will be removed. Everybody who should know is mailed a link that
 * cancels it. The account may belong to other funders' portals too: then the people and systems of one of them must not weaken it.
 */
export async function requestFactorReset(
  tx: Tx,
  tenantId: string,
  key: MemberKey,
  operator: Operator,
): Promise<{ userId: bigint; takesEffectAt: Date }> {
  const { id: userId, role, state } = await requireMember(tx, tenantId, key);
  if (state === 'closed') throw new Refusal('user_is_closed');
  if (!canSignIn(role)) throw new Refusal('user_signs_in_elsewhere');
  refuseStaffByToken(operator, role);
  // Nobody learns about an account by inviting somebody.
  if (state !== 'active') throw new Refusal('user_has_no_factor');
  await claim(tx, { userId });
  const { count } = await lockSecondFactors(tx, userId);
  if (count === 0) throw new Refusal('user_has_no_factor');
  await forgetTenant(tx);
  const memberships = await membershipsOf(tx);
  const isElsewhere = memberships.some((membership) => membership.id !== tenantId && isOpen(membership));
  const isByCommand = operator.via === 'command line';
  if (isElsewhere && !isByCommand) throw new Refusal('factor_of_others_too');
  // Under the lock, because a person has one at a time, whichever tenant asked.
  if (await pendingReset(tx, userId)) throw new Refusal('factor_reset_pending');
  await claim(tx, { tenantId });
  const { id, takesEffectAt } = await tx
    .insertInto('secondFactorResets')
    .values({
      tenantId,
      userId,
      requestedBy: operatorName(operator),
      // In whole seconds, because a job's run time has fewer digits than the database's.
      takesEffectAt: sql<Date>`date_trunc('second', now() + make_interval(hours => ${WAIT_HOURS}, secs => 1))`,
    })
    .returning(['id', 'takesEffectAt'])
    .executeTakeFirstOrThrow();
  const reset = { tenantId, resetId: id, userId };
  const payload = { tenantId, resetId: id.toString(), isByCommand };
  await addJob(tx, applyFactorReset, payload, { notBefore: takesEffectAt });
  await tellOfReset(tx, reset, 'requested', { actorId: null, operator });
  return { userId, takesEffectAt };
}
