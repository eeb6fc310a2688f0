import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import { auditInEachTenant, isAccepted, membershipsOf } from '../../identity/open-tenants.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';

/**
 * Records a failed sign-in in the audit trail of each of the account's tenants. An unknown name is not recorded, because it
 * may be a password typed into the wrong field.
 */
const recordFailedSignIn = defineJob({
  name: 'record failed sign-in',
  payload: z.object({
    userId: z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable(),
    failedAt: z.enum(['password', 'second factor']),
    isLocked: z.boolean(),
  }),
  async run({ db }, { userId, failedAt, isLocked }) {
    if (userId === null) return;
    await withClaims(db, { userId: BigInt(userId) }, async (tx) =>
      auditInEachTenant(tx, (await membershipsOf(tx)).filter(isAccepted), {
        actorId: null,
        action: 'sign-in failed',
        subject: `user ${userId}`,
        details: { failedAt, isLocked },
      }),
    );
  },
});

interface Failure {
  /** The id of the account with that name, if there is one. */
  userId: bigint | undefined;
  failedAt: 'password' | 'second factor';
  isLocked: boolean;
}

/**
 * Adds a job instead of writing directly, and adds one for unknown names too, so that the time of the answer does not reveal
 * who has an account.
 */
export const noteFailedSignIn = (
  { db }: Pick<Deps, 'db'>,
  { userId, failedAt, isLocked }: Failure,
): Promise<void> =>
  withClaims(db, {}, (tx) =>
    addJob(tx, recordFailedSignIn, { userId: userId?.toString() ?? null, failedAt, isLocked }),
  );

export const authJobs = [recordFailedSignIn];
