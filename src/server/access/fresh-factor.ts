import { sql } from 'kysely';
import { secondFactorMethods } from '../identity/second-factors.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

/** How long a session may do what is sensitive after its user showed a second factor. */
const FRESH_SECONDS = 5 * 60;

/**
 * Whoever has a second factor has shown it in this session within the last minutes, by the database's clock. Otherwise the
 * refusal says by which methods it can be shown. The password is asked for separately, and neither replaces the other.
 */
export async function requireFreshFactor(
  tx: Tx,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<void> {
  const session = await tx
    .selectFrom('sessions')
    .select([
      'host',
      'isSingleSignOn',
      sql<boolean>`coalesce(second_factor_at > now() - make_interval(secs => ${FRESH_SECONDS}), false)`.as(
        'isFresh',
      ),
    ])
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (!session) throw new Refusal('not_signed_in');
  if (session.isFresh) return;
  const { isSetUp, methods } = await secondFactorMethods(tx, userId, session);
  // The provider of single sign-on asks for theirs, when they sign in there.
  if (!isSetUp && session.isSingleSignOn) throw new Refusal('sso_again');
  if (!isSetUp) return;
  if (methods.length === 0) throw new Refusal('passkey_of_other_host');
  throw new Refusal('second_factor_needed', { methods });
}

/** When the user's factors change, other sessions have to show one again: what they have shown may be gone. */
export async function forgetShownFactors(
  tx: Tx,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ secondFactorAt: null })
    .where('userId', '=', userId)
    .where('id', '<>', sessionId)
    .where('secondFactorAt', 'is not', null)
    .execute();
}

/** Notes that the session's user has just shown a second factor. */
export async function noteShownFactor(tx: Tx, { sessionId }: Pick<Caller, 'sessionId'>): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ secondFactorAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}
