import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant, withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { endSessions } from './end-sessions.ts';
import { cancelRequestsOfOthers } from './end-with-sessions.ts';
import { settleReset, tellOfReset } from './factor-resets.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { lockSecondFactors } from './second-factors.ts';

export const applyFactorReset = defineJob({
  name: 'apply second factor reset',
  payload: z.object({
    tenantId: z.uuid(),
    resetId: z.string().transform(BigInt),
    /** Asked for on the command line, which may reset anybody. */
    isByCommand: z.optional(z.boolean()),
  }),
  run: ({ db }, reset) => withTenant(db, reset.tenantId, (tx) => applyReset(tx, reset)),
});

/**
 * Removes the factors of a person whose reset has waited long enough and was not cancelled. Somebody who is no longer a member of
 * the tenant that asked keeps them, and so does who has become another funder's too: neither may weaken the other's account. Running it
 * twice removes them once.
 */
async function applyReset(
  tx: Tx,
  {
    tenantId,
    resetId,
    isByCommand = false,
  }: { tenantId: string; resetId: bigint; isByCommand?: boolean | undefined },
): Promise<void> {
  const due = await tx
    .selectFrom('secondFactorResets')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', resetId)
    .where('state', '=', 'pending')
    .where('takesEffectAt', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  if (!due) return;
  const { userId } = due;
  await claim(tx, { userId });
  await forgetTenant(tx);
  await lockSecondFactors(tx, userId);
  // A sign-in uses a factor up before it cancels the reset, so the factors are locked first here too.
  for (const table of ['userTotp', 'userPasskeys', 'recoveryCodes'] as const)
    await tx.selectFrom(table).select('userId').where('userId', '=', userId).forUpdate().execute();
  const reset = { tenantId, resetId, userId };
  const open = (await membershipsOf(tx)).filter(isOpen);
  const isElsewhere = open.some(({ id }) => id !== tenantId);
  const obstacle = !open.some(({ id }) => id === tenantId)
    ? 'closed account'
    : isElsewhere && !isByCommand && 'account of another funder too';
  if (!(await settleReset(tx, reset, obstacle ? 'cancelled' : 'done'))) return;
  if (obstacle) return tellOfReset(tx, reset, 'cancelled', { actorId: null }, { by: obstacle });
  for (const table of ['userTotp', 'userPasskeys', 'totpEnrolments', 'passkeyEnrolments'] as const)
    await tx.deleteFrom(table).where('userId', '=', userId).execute();
  await removeRecoveryCodes(tx, userId);
  const endedSessions = await endSessions(tx, { userId }, 'second factor reset');
  await tellOfReset(tx, reset, 'done', { actorId: null }, { endedSessions });
  await cancelRequestsOfOthers(tx, { userId }, 'second factor reset');
}
