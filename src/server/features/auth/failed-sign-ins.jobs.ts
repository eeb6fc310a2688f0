import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import { auditInEachTenant, isOpen, membershipsOf } from '../../identity/open-tenants.ts';
import { isCrowded, recordAudit } from '../../platform/audit/audit.ts';
import { originOfRequest } from '../../platform/audit/request-origin.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';

const UNKNOWN_NAME = 'unknown name';

/**
 * Records a failed sign-in in the audit trail of each of the account's tenants. A name that nobody has belongs to no tenant: it is
 * recorded in the trail of the tenant at whose host name it was typed, if there is one, and otherwise only logged. Of the name there is
 * a keyed hash, by which several attempts can be compared, because it may be a password typed into the wrong field.
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
    address: z.nullish(z.string()),
    nameHash: z.nullish(z.string()),
    siteTenantId: z.nullish(z.uuid()),
  }),
  async run({ db, logger }, { userId, failedAt, isLocked, address = null, nameHash, siteTenantId }) {
    if (userId === null) {
      logger.warn({ nameHash }, 'sign-in failed: unknown name');
      if (!siteTenantId) return;
      return withTenant(db, siteTenantId, async (tx) => {
        if (await isCrowded(tx, UNKNOWN_NAME, null)) return;
        const details = { failedAt, isLocked, nameHash: nameHash ?? '' };
        const event = { action: 'sign-in failed', subject: UNKNOWN_NAME, details, address } as const;
        await recordAudit(tx, { actorId: null, ...event });
      });
    }
    await withClaims(db, { userId: BigInt(userId) }, async (tx) =>
      auditInEachTenant(tx, (await membershipsOf(tx)).filter(isOpen), {
        actorId: null,
        action: 'sign-in failed',
        subject: `user ${userId}`,
        details: { failedAt, isLocked },
        address,
      }),
    );
  },
});

interface Failure {
  /** The id of the account with that name, if there is one. */
  userId: bigint | undefined;
  /** The name as it was typed, where one was. */
  loginName?: string;
  failedAt: 'password' | 'second factor';
  isLocked: boolean;
}

/**
 * Adds a job instead of writing directly, and adds one for unknown names too, so that the time of the answer does not reveal
 * who has an account.
 */
export const noteFailedSignIn = (
  { db, encryption }: Pick<Deps, 'db' | 'encryption'>,
  { userId, loginName = '', failedAt, isLocked }: Failure,
): Promise<void> =>
  withClaims(db, {}, (tx) =>
    addJob(tx, recordFailedSignIn, {
      userId: userId?.toString() ?? null,
      failedAt,
      isLocked,
      nameHash: hashOf(encryption, loginName),
      ...originOfRequest(),
    }),
  );

const hashOf = (encryption: Encryption, loginName: string): string =>
  encryption.fingerprints(loginName, ['sign-in', 'unknown', 'name'])[0].toString('hex', 0, 8);

export const authJobs = [recordFailedSignIn];
