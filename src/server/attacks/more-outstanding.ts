import { requireFreshFactor } from '../access/fresh-factor.ts';
import { requireStillLetIn } from '../access/still-let-in.ts';
import { issueCapability } from '../identity/capabilities.ts';
import { requestFactorReset } from '../identity/request-factor-reset.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { createMembership } from '../testing/factories.ts';
import { createGuest } from '../testing/guests.ts';
import { operator as STAFF } from '../testing/import-desk.ts';
import type { TestPortal } from '../testing/portal.ts';
import { postJson } from '../testing/test-app.ts';

const byMail = { seconds: 600, issuedBy: null } as const;

interface Whose {
  userId: bigint;
  hasSecondFactor: boolean;
}

/** What waits for an answer by mail: another funder's invitation, and the removal of a factor that was said to be lost. */
export async function createMailed(
  { app, database, tenantId }: TestPortal,
  elsewhere: { tenantId: string; syndicateId: bigint },
  { userId, hasSecondFactor }: Whose,
) {
  const { owner, db } = database;
  const invitation = await withTenant(owner, elsewhere.tenantId, async (tx) => {
    const { syndicateId } = elsewhere;
    await createMembership(tx, elsewhere.tenantId, userId, { syndicateId, acceptedAt: null });
    const link = { kind: 'invitation', subjectId: userId, ...byMail } as const;
    return issueCapability(tx, elsewhere.tenantId, link);
  });
  const { resetId, keepToken } = hasSecondFactor
    ? await withTenant(db, tenantId, async (tx) => {
        await requestFactorReset(tx, tenantId, { id: userId }, STAFF);
        const reset = tx.selectFrom('secondFactorResets').select('id').where('userId', '=', userId);
        const { id } = await reset.executeTakeFirstOrThrow();
        const link = { kind: 'second factor reset', subjectId: id, ...byMail } as const;
        return { resetId: id, keepToken: (await issueCapability(tx, tenantId, link)).token };
      })
    : { resetId: 0n, keepToken: '' };

  const stateAt = async (path: string, token: string) => {
    const answer = await app.fetch(path, postJson({ token }));
    return ((await answer.json()) as { state: string }).state;
  };
  return {
    resetId,
    keepToken,
    presentMailed: {
      'invitation of another funder': async () =>
        (await stateAt('/user/invitation/of_link', invitation.token)) === 'open',
      'link that keeps the second factor': async () =>
        (await stateAt('/api/second-factor/reset/of_link', keepToken)) === 'pending',
      // Its job does nothing to one that is settled. It is not run here, because it ends everything else.
      'pending second factor reset': () =>
        withTenant(owner, tenantId, async (tx) => {
          const reset = tx.selectFrom('secondFactorResets').select('state').where('id', '=', resetId);
          return (await reset.executeTakeFirstOrThrow()).state === 'pending';
        }),
    },
  };
}

/** Makes the person, with all that they have, a guest of the book instead of one of its investors. Returns the guest's number. */
export const makeGuest = (
  { database, tenantId }: TestPortal,
  { userId, syndicateId }: { userId: bigint; syndicateId: bigint },
): Promise<bigint> =>
  withTenant(database.owner, tenantId, async (tx) => {
    await tx
      .updateTable('memberships')
      .set({ role: 'guest', syndicateId: null, permissions: [] })
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute();
    return createGuest(tx, tenantId, { userId, syndicateId });
  });

const isLetIn = async (check: Promise<void>): Promise<boolean> => {
  try {
    await check;
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

/**
 * What a session may do without another call of it. A running export is asked this every few seconds, and ends when it is refused:
 * see access/streams.test.ts.
 */
export const presentSession = (
  { database: { db }, tenantId }: TestPortal,
  session: { userId: bigint; sessionId: string },
) => ({
  'fresh second factor': () =>
    isLetIn(withClaims(db, { userId: session.userId }, (tx) => requireFreshFactor(tx, session))),
  'running export': () =>
    isLetIn(withTenant(db, tenantId, (tx) => requireStillLetIn(tx, { ...session, tenantId }, []))),
});
