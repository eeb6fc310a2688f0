import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import { auditInEachTenant, membershipsOf } from '../../identity/open-tenants.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';

/** Into the trail of each tenant that the account is of. A name that is nobody's leaves nothing: it may be a mistyped password. */
const recordFailedSignIn = defineJob({
  name: 'record failed sign-in',
  payload: z.object({
    userId: z.string().nullable(),
    failedAt: z.enum(['password', 'second factor']),
    isLocked: z.boolean(),
  }),
  async run({ db }, { userId, failedAt, isLocked }) {
    if (userId === null) return;
    await withClaims(db, { userId: BigInt(userId) }, async (tx) =>
      auditInEachTenant(tx, await membershipsOf(tx), {
        actorId: null,
        action: 'sign-in failed',
        subject: `user ${userId}`,
        details: { failedAt, isLocked },
      }),
    );
  },
});

interface Failure {
  /** Of the account of that name, if there is one. */
  userId: bigint | undefined;
  failedAt: 'password' | 'second factor';
  isLocked: boolean;
}

/** By a job, and one for names that are nobody's too: how long an answer takes says nothing of who exists. */
export const noteFailedSignIn = (
  { db }: Pick<Deps, 'db'>,
  { userId, failedAt, isLocked }: Failure,
): Promise<void> =>
  withClaims(db, {}, (tx) =>
    addJob(tx, recordFailedSignIn, { userId: userId?.toString() ?? null, failedAt, isLocked }),
  );

export const authJobs = [recordFailedSignIn];
