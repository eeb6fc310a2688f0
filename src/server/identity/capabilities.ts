import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { claim, withTenant } from '../db/transactions.ts';
import { hashToken } from './tokens.ts';

/** Links under which calls are made. */
export type LinkKind = 'offer' | 'bank link';
type CapabilityKind = 'sign-in ticket' | 'bank change' | LinkKind;

export interface NewCapability {
  kind: CapabilityKind;
  subjectId: bigint;
  seconds: number;
  issuedBy: bigint | null;
}

/** A link's token: the tenant it belongs to, then 256 random bits. Only its hash is kept. */
export const newLinkToken = (tenantId: string): string =>
  Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url');

export async function issueCapability(tx: Tx, tenantId: string, capability: NewCapability): Promise<string> {
  const { kind, subjectId, seconds, issuedBy } = capability;
  const token = newLinkToken(tenantId);
  const expiresAt = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await tx
    .insertInto('capabilityLinks')
    .values({ tenantId, tokenHash: hashToken(token), kind, subjectId, issuedBy, expiresAt })
    .execute();
  return token;
}

/** Whose a link is. Null when it could not be used; nothing is used up. */
export async function readCapability(db: Database, kind: CapabilityKind, token: string) {
  const tenantId = tenantOfLink(token);
  if (!tenantId) return null;
  const link = await withTenant(
    db,
    tenantId,
    (tx) =>
      tx
        .selectFrom('capabilityLinks')
        .select('subjectId')
        .where('tenantId', '=', tenantId)
        .where('tokenHash', '=', hashToken(token))
        .where('kind', '=', kind)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return link ?? null;
}

/** A link that was found by its token, in whatever state it is. */
export interface PresentedLink {
  tenantId: string;
  tokenHash: Buffer;
  subjectId: bigint;
  state: 'open' | 'used' | 'expired';
}

/** Claims the tenant that a token names and looks its link up there. Null when there is none of that kind. */
export async function presentLink(
  tx: Tx,
  kind: CapabilityKind,
  token: string,
): Promise<PresentedLink | null> {
  const tenantId = tenantOfLink(token);
  if (!tenantId) return null;
  await claim(tx, { tenantId });
  const tokenHash = hashToken(token);
  const link = await tx
    .selectFrom('capabilityLinks')
    .select(['subjectId', 'usedAt', sql<boolean>`expires_at <= now()`.as('isExpired')])
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!link) return null;
  const state = link.usedAt ? 'used' : link.isExpired ? 'expired' : 'open';
  return { tenantId, tokenHash, subjectId: link.subjectId, state };
}

/** Uses a link up in the transaction of what it allows. False when it is used or expired: of many at once, one gets true. */
export async function spendLink(tx: Tx, { tenantId, tokenHash }: PresentedLink): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({ usedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Holds an open link as it is to the end of the transaction. Null when it is used or expired by now. */
export async function holdLink(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
): Promise<{ expiresAt: Date } | null> {
  const link = await tx
    .selectFrom('capabilityLinks')
    .select('expiresAt')
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return link ?? null;
}

/** Uses a link up. Null when it is unknown, expired or used: whoever asks is not told which. */
export async function redeemCapability(db: Database, kind: CapabilityKind, token: string) {
  const tenantId = tenantOfLink(token);
  if (!tenantId) return null;
  const redeemed = await withTenant(db, tenantId, (tx) =>
    tx
      .updateTable('capabilityLinks')
      .set({ usedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('tokenHash', '=', hashToken(token))
      .where('kind', '=', kind)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .returning('subjectId')
      .executeTakeFirst(),
  );
  return redeemed ? { tenantId, subjectId: redeemed.subjectId } : null;
}

export function tenantOfLink(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 48) return null;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
