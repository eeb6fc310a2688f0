import { sql } from 'kysely';
import { SCOPES, type Scope } from '../../shared/contract/scopes.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import { mayGive } from '../../shared/domain/scope-permissions.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Operator, ServiceToken } from '../platform/audit/operator.ts';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { newLinkToken, tenantOfLink } from './capabilities.ts';

/** A fixed prefix, so that secret scanners recognize a leaked token. */
const PREFIX = 'portal_';
const BEARER = new RegExp(`^Bearer ${PREFIX}([\\w-]{64})$`);

export interface NewServiceToken {
  name: string;
  scopes: readonly Scope[];
  days: number;
  /** It counts, for these days, only once a second person has approved it. Until then it is one that has expired. */
  isWaiting?: boolean;
}

/** Returns the token. Only its hash is stored, so it is shown only once. */
export async function issueServiceToken(
  tx: Tx,
  tenantId: string,
  { name, scopes, days, isWaiting = false }: NewServiceToken,
): Promise<{ id: bigint; token: string }> {
  const token = newLinkToken(tenantId);
  const { id } = await tx
    .insertInto('serviceTokens')
    .values({
      tenantId,
      name,
      scopes: [...scopes],
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`now() + make_interval(days => ${isWaiting ? 0 : days})`,
      ...(isWaiting && { daysOnceApproved: days }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token: `${PREFIX}${token}` };
}

export async function readServiceToken(tx: Tx, tenantId: string, id: bigint) {
  const token = await tx
    .selectFrom('serviceTokens')
    .select(['name', 'scopes', 'daysOnceApproved'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!token) throw notFoundInTenant(`service token ${id}`);
  return token;
}

/** Its days begin with the approval. One that was revoked meanwhile stays so. */
export async function approveServiceToken(
  tx: Tx,
  tenantId: string,
  id: bigint,
  operator: Operator,
): Promise<void> {
  const { daysOnceApproved: days, name, scopes } = await readServiceToken(tx, tenantId, id);
  const { numUpdatedRows } = await tx
    .updateTable('serviceTokens')
    .set({ expiresAt: sql<Date>`now() + make_interval(days => days_once_approved)`, daysOnceApproved: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('daysOnceApproved', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFoundInTenant(`service token ${id} that waits`);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'service token issued',
    subject: `service token ${id}`,
    details: { name, scopes: scopes.join(' '), days: days ?? 0 },
  });
}

/** False when there is no such token that could be used. */
export async function revokeToken(
  tx: Tx,
  tenantId: string,
  id: bigint,
  operator: Operator,
  reason?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('serviceTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'service token revoked',
    subject: `service token ${id}`,
    ...(reason !== undefined && { details: { reason } }),
  });
  return true;
}

interface Issuer {
  tenantId: string;
  userId: bigint;
}

/** Somebody who leaves may have kept what they were shown, and it would let them in for as long as it lasts. Returns how many there were. */
export const revokeTokensOf = (tx: Tx, issuer: Issuer, operator: Operator): Promise<number> =>
  revokeIssued(tx, issuer, operator, { reason: 'Whoever issued it was closed.' });

/** So does somebody who may no longer do what a token of theirs can. Those that stand for nothing of it stay. */
export async function revokeTokensBeyond(
  tx: Tx,
  issuer: Issuer,
  { before, after }: Record<'before' | 'after', ReadonlySet<Permission>>,
  operator: Operator,
): Promise<void> {
  const scopes = SCOPES.filter((scope) => mayGive(scope, before) && !mayGive(scope, after));
  const reason = 'Whoever issued it lost a permission that it stands for.';
  if (scopes.length > 0) await revokeIssued(tx, issuer, operator, { reason, scopes });
}

async function revokeIssued(
  tx: Tx,
  { tenantId, userId }: Issuer,
  operator: Operator,
  { reason, scopes }: { reason: string; scopes?: Scope[] },
): Promise<number> {
  const issued = await tx
    .selectFrom('serviceTokens as token')
    .select('token.id')
    .where('token.tenantId', '=', tenantId)
    .where('token.revokedAt', 'is', null)
    .where(sql<boolean>`(token.expires_at > now() or token.days_once_approved is not null)`)
    .where(issuerOfToken, '=', userId)
    .$if(scopes !== undefined, (query) => query.where(sql<boolean>`token.scopes && ${scopes}::text[]`))
    .orderBy('token.id')
    .execute();
  for (const { id } of issued) await revokeToken(tx, tenantId, id, operator, reason);
  return issued.length;
}

/** Of `token`: who issued it. A later event tells of the approval. */
const issuerOfToken = sql<bigint>`(
  select event.actor_id from audit_events event
  where event.tenant_id = token.tenant_id and event.subject = 'service token ' || token.id and event.action = 'service token issued'
  order by event.sequence limit 1)`;

export interface PresentedToken {
  tenantId: string;
  token: ServiceToken;
}

/**
 * Claims the tenant that the header's token names, and looks the token up there. Null when it is unknown, expired or
 * revoked.
 */
export async function presentServiceToken(
  tx: Tx,
  header: string | undefined,
): Promise<PresentedToken | null> {
  const presented = BEARER.exec(header ?? '')?.[1];
  const tenantId = presented && tenantOfLink(presented);
  if (!presented || !tenantId) return null;
  await claim(tx, { tenantId });
  const row = await tx
    .selectFrom('serviceTokens')
    .select(['id', 'name', 'scopes', 'expiresAt'])
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', hashToken(presented))
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) return null;
  await noteUse(tx, tenantId, row.id);
  return { tenantId, token: { ...row, via: 'service token', scopes: row.scopes } };
}

/** Updated at most once a minute, so that a system that calls often does not cause as many writes. */
async function noteUse(tx: Tx, tenantId: string, id: bigint): Promise<void> {
  await tx
    .updateTable('serviceTokens')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', sql<Date>`now() - interval '1 minute'`)]),
    )
    .execute();
}
