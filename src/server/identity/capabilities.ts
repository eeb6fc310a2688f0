import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../platform/crypto/random-tokens.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';

/** The kinds of links that authorize calls. */
export type LinkKind = 'offer' | 'bank link';
/** The kinds of links in the portal's own mails, whose pages need no session. */
export type MailedLinkKind = 'bank change' | 'invitation' | 'second factor reset' | 'unsubscribe';
export type CapabilityKind = 'sign-in ticket' | MailedLinkKind | LinkKind;

export interface NewCapability {
  kind: CapabilityKind;
  subjectId: bigint;
  seconds: number;
  issuedBy: bigint | null;
  /** The operator who issued it, as the audit trail names them. */
  issuer?: string | undefined;
  /** Of a link that two people gave out in place of a mail. */
  approvalId?: bigint | undefined;
}

/** The token of a link: the id of its tenant, then 256 random bits. Only its hash is stored. */
export const newLinkToken = (tenantId: string): string =>
  Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url');

export interface IssuedCapability {
  /** An id that grants nothing. The link is listed and revoked by it. */
  id: bigint;
  token: string;
  expiresAt: Date;
}

export async function issueCapability(
  tx: Tx,
  tenantId: string,
  { kind, subjectId, seconds, issuedBy, issuer, approvalId }: NewCapability,
): Promise<IssuedCapability> {
  const token = newLinkToken(tenantId);
  const row = await tx
    .insertInto('capabilityLinks')
    .values({
      tenantId,
      tokenHash: hashToken(token),
      kind,
      subjectId,
      issuedBy,
      issuer: issuer ?? null,
      approvalId: approvalId ?? null,
      expiresAt: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

/** The link is not used, revoked or expired. */
export const isOpenLink = sql<boolean>`(used_at is null and revoked_at is null and expires_at > now())`;

/** Whom a link belongs to; null when the link cannot be used. Does not use the link up. */
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
        .where(isOpenLink)
        .executeTakeFirst(),
    { readOnly: true },
  );
  return link ?? null;
}

/** A link found by its token, in any state. Its holder sees a revoked link as expired. */
export interface PresentedLink {
  tenantId: string;
  tokenHash: Buffer;
  subjectId: bigint;
  state: 'open' | 'used' | 'expired';
  isOpened: boolean;
}

/** Claims the tenant that the token names, and looks the link up there. Null when there is none of that kind. */
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
    .select([
      'subjectId',
      'usedAt',
      'openedAt',
      sql<boolean>`expires_at <= now() or revoked_at is not null`.as('isOver'),
    ])
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!link) return null;
  const state = link.usedAt ? 'used' : link.isOver ? 'expired' : 'open';
  return { tenantId, tokenHash, subjectId: link.subjectId, state, isOpened: link.openedAt !== null };
}

/** Notes when the page of a link was opened for the first time. Expects the claim of its tenant. */
export async function noteOpened(
  tx: Tx,
  { tenantId, tokenHash }: Pick<PresentedLink, 'tenantId' | 'tokenHash'>,
): Promise<void> {
  await tx
    .updateTable('capabilityLinks')
    .set({ openedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('openedAt', 'is', null)
    .execute();
}

/**
 * Uses the link up, in the transaction of the action it allows. False when it can no longer be used. Of many requests at
 * once, only one gets true.
 */
export async function consumeLink(tx: Tx, { tenantId, tokenHash }: PresentedLink): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({ usedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where(isOpenLink)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Keeps an open link for whoever is about to use it while they wait for somebody else's server, with no transaction open. Null when
 * somebody else has it. A reservation that nobody gives back, because its process died, ends by itself after so many seconds.
 */
export async function reserveLink(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  seconds: number,
): Promise<string | null> {
  const reservation = randomUUID();
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({
      reservedBy: reservation,
      reservedUntil: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where(isOpenLink)
    .where(sql<boolean>`(reserved_until is null or reserved_until <= now())`)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? reservation : null;
}

/** What was reserved while the link was open is used up also when its time has come meanwhile, but not when it was revoked. */
export async function spendReservedLink(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  reservation: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({ usedAt: sql<Date>`now()`, reservedBy: null, reservedUntil: null })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('reservedBy', '=', reservation)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives a reserved link back: the next one may use it. */
export async function releaseLink(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  reservation: string,
): Promise<void> {
  await tx
    .updateTable('capabilityLinks')
    .set({ reservedBy: null, reservedUntil: null })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('reservedBy', '=', reservation)
    .execute();
}

/** Whether a link that could not be used or locked has been used. Otherwise it has expired or was revoked. */
export async function isUsedLink(tx: Tx, { tenantId, tokenHash }: PresentedLink): Promise<boolean> {
  const link = await tx
    .selectFrom('capabilityLinks')
    .select('usedAt')
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return link?.usedAt != null;
}

/** Locks an open link until the transaction ends. Null when it can no longer be used. */
export async function lockLink(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
): Promise<{ expiresAt: Date } | null> {
  const link = await tx
    .selectFrom('capabilityLinks')
    .select('expiresAt')
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where(isOpenLink)
    .forUpdate()
    .executeTakeFirst();
  return link ?? null;
}

/**
 * Counts a file that is announced under a link that this transaction has locked. It stays counted when the file is removed.
 * False when there were too many, or too many bytes.
 */
export async function countFile(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  { size, mostFiles, mostBytes }: { size: number; mostFiles: number; mostBytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({
      filesEver: sql<number>`files_ever + 1`,
      fileBytesEver: sql<bigint>`file_bytes_ever + ${size}`,
    })
    .where('tenantId', '=', tenantId)
    .where('tokenHash', '=', tokenHash)
    .where('filesEver', '<', mostFiles)
    .where('fileBytesEver', '<=', BigInt(mostBytes - size))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Uses a link of the claimed tenant up. Undefined when it is unknown or can no longer be used, without telling which.
 */
export const redeemCapability = (tx: Tx, kind: CapabilityKind, token: string) =>
  tx
    .updateTable('capabilityLinks')
    .set({ usedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantOfLink(token))
    .where('tokenHash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where(isOpenLink)
    .returning(['subjectId', 'issuer'])
    .executeTakeFirst();

/** Revokes the sign-in tickets of a user in this tenant that were not used yet. Expects the tenant's claim. */
export async function revokeTickets(tx: Tx, tenantId: string, userId: bigint): Promise<void> {
  await tx
    .updateTable('capabilityLinks')
    .set({ revokedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'sign-in ticket')
    .where('subjectId', '=', userId)
    .where(isOpenLink)
    .execute();
}

export function tenantOfLink(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 48) return null;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
