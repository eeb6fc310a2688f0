import { sql } from 'kysely';
import type { TokenState } from '../../../shared/contract/desk-tokens.ts';
import { issueServiceToken, type NewServiceToken, revokeToken } from '../../identity/service-tokens.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** Returns the token, which is shown only once. */
export async function issueToken(
  tx: Tx,
  tenantId: string,
  asked: NewServiceToken,
  operator: Operator,
): Promise<{ id: bigint; token: string }> {
  await freeName(tx, tenantId, asked.name, operator);
  const issued = await issueServiceToken(tx, tenantId, asked);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'service token issued',
    subject: `service token ${issued.id}`,
    details: {
      name: asked.name,
      scopes: asked.scopes.join(' '),
      days: asked.days,
      ...(asked.isWaiting && { waitsForApproval: true }),
    },
  });
  return issued;
}

/** Only one usable token can have a name. An expired one gives it up. */
async function freeName(tx: Tx, tenantId: string, name: string, operator: Operator): Promise<void> {
  // Of two simultaneous requests for a name, the second finds the token of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service token ${tenantId} ${name}`}, 0))`.execute(
    tx,
  );
  const holder = await tx
    .selectFrom('serviceTokens')
    .select(['id', sql<boolean>`expires_at <= now()`.as('isExpired')])
    .where('tenantId', '=', tenantId)
    .where('name', '=', name)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!holder) return;
  if (!holder.isExpired)
    throw new Refusal('token_name_taken', {
      message: `Service token ${holder.id} has that name: please revoke it first, or take another name.`,
    });
  await revokeToken(tx, tenantId, holder.id, operator);
}

export const listTokens = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('serviceTokens')
    .select(['id', 'name', 'scopes', 'issuedAt', 'expiresAt', 'lastUsedAt', 'daysOnceApproved'])
    .select(
      sql<TokenState>`case when revoked_at is not null then 'revoked'
        when days_once_approved is not null then 'waiting'
        when expires_at <= now() then 'expired' else 'valid' end`.as('state'),
    )
    .where('tenantId', '=', tenantId)
    .orderBy('id')
    .execute();
