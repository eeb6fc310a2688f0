import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { claim } from '../db/transactions.ts';
import { Refusal } from '../errors.ts';
import { isInUse } from '../identity/sessions.ts';

/** Who is calling, as the server found out by itself. Nothing here was believed from the request. */
export interface Caller {
  userId: bigint;
  sessionId: string;
  mustChangePassword: boolean;
  /** The tenant requires one and the user has none yet. */
  mustAddSecondFactor: boolean;
  tenantId: string;
  syndicateId: bigint;
  canSwitchSyndicates: boolean;
  canViewFcs: boolean;
}

/**
 * Finds the live session behind an access token and the user's membership in the tenant asked for. Expects
 * both claims on the transaction; adds the user's.
 */
export async function identifyCaller(tx: Tx, tenantId: string, credential: Buffer): Promise<Caller> {
  const token = await tx
    .selectFrom('sessionTokens')
    .select(['sessionId', 'userId'])
    .where('tokenHash', '=', credential)
    .where('kind', '=', 'access')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!token) throw new Refusal('not_signed_in');
  await claim(tx, { userId: token.userId });
  const session = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.userId', '=', 's.userId').on('m.tenantId', '=', tenantId),
    )
    .leftJoin('tenants as t', 't.id', 'm.tenantId')
    .select([
      'u.mustChangePassword',
      sql<boolean>`t.requires_second_factor
        and not exists (select from user_totp where user_id = s.user_id)
        and not exists (select from user_passkeys where user_id = s.user_id)`.as('mustAddSecondFactor'),
      'm.role',
      'm.isTerminated',
      'm.syndicateId',
      'm.canSwitchSyndicates',
      'm.canViewFcs',
    ])
    .where('s.id', '=', token.sessionId)
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .where(isInUse)
    .executeTakeFirst();
  if (!session) throw new Refusal('not_signed_in');
  if (session.role !== 'syndication' || session.isTerminated || session.syndicateId === null) {
    throw new Refusal('tenant_not_allowed');
  }
  return {
    userId: token.userId,
    sessionId: token.sessionId,
    mustChangePassword: session.mustChangePassword,
    mustAddSecondFactor: session.mustAddSecondFactor,
    tenantId,
    syndicateId: session.syndicateId,
    canSwitchSyndicates: session.canSwitchSyndicates === true,
    canViewFcs: session.canViewFcs === true,
  };
}
