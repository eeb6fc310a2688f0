import { sql } from 'kysely';
import { type IssuedLinkKind, LINK_KINDS, type LinkState } from '../../../shared/domain/issued-links.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { isOpenLink } from '../../identity/capabilities.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { IssuingOperator } from './issue-link.ts';
import { deleteToken } from './link-mails.jobs.ts';
import { STORED_LINK_KINDS } from './linked-pages.ts';

/** How many links the operator API lists at a time. */
const PAGE = 100;

export interface Choice {
  kind?: IssuedLinkKind | undefined;
  state?: LinkState | undefined;
  /** Only links that were issued before this one. */
  before?: bigint | undefined;
  /** Only links for this offer, company or user. */
  subjectId?: bigint | undefined;
}

const stateOfLink = sql<LinkState>`case when link.used_at is not null then 'used'
  when link.revoked_at is not null then 'revoked' when link.expires_at <= now() then 'expired' else 'open' end`;

/**
 * Only the kinds that the operator issues. Links that the portal sends by itself are not for the operator to see or
 * revoke.
 */
const linksOf = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('capabilityLinks as link')
    .leftJoin('linkMails as mail', (join) =>
      join.onRef('mail.tenantId', '=', 'link.tenantId').onRef('mail.linkId', '=', 'link.id'),
    )
    .leftJoin('approvals as approval', (join) =>
      join.onRef('approval.tenantId', '=', 'link.tenantId').onRef('approval.id', '=', 'link.approvalId'),
    )
    .leftJoin('memberships as asker', (join) =>
      join.onRef('asker.tenantId', '=', 'approval.tenantId').onRef('asker.userId', '=', 'approval.askedBy'),
    )
    .select([
      'link.id',
      'link.kind',
      'link.subjectId',
      stateOfLink.as('state'),
      'link.issuedAt',
      'link.expiresAt',
      'link.usedAt',
      'link.revokedAt',
      'link.issuer as issuedBy',
      sql<Date | null>`coalesce(link.opened_at, link.used_at)`.as('openedAt'),
      'mail.toAddress as mailedTo',
      'asker.name as askedBy',
      'mail.sentAt as mailedAt',
    ])
    .where('link.tenantId', '=', tenantId)
    .where('link.kind', 'in', Object.values(STORED_LINK_KINDS));

type Row = Awaited<ReturnType<ReturnType<typeof linksOf>['executeTakeFirstOrThrow']>>;

export type ListedLink = ReturnType<typeof listed>;

const KINDS = new Map<string, IssuedLinkKind>(LINK_KINDS.map((kind) => [STORED_LINK_KINDS[kind], kind]));

function listed({ kind: kept, ...row }: Row) {
  const kind = KINDS.get(kept);
  if (!kind) throw new Error(`A link of kind ${kept} is not listed.`);
  return { ...row, kind };
}

/** Newest first, with the position of the next page; null at the end. */
export async function listLinks(
  tx: Tx,
  tenantId: string,
  { kind, state, before, subjectId }: Choice,
  length = PAGE,
): Promise<{ links: ListedLink[]; next: bigint | null }> {
  let query = linksOf(tx, tenantId)
    .orderBy('link.id', 'desc')
    .limit(length + 1);
  if (kind) query = query.where('link.kind', '=', STORED_LINK_KINDS[kind]);
  if (state) query = query.where(stateOfLink, '=', state);
  if (before !== undefined) query = query.where('link.id', '<', before);
  if (subjectId !== undefined) query = query.where('link.subjectId', '=', subjectId);
  const rows = await query.execute();
  const links = rows.slice(0, length).map(listed);
  return { links, next: rows.length > length ? (links.at(-1)?.id ?? null) : null };
}

/** Revoking a revoked link again changes nothing. */
export async function revokeLink(
  tx: Tx,
  { tenantId, operator }: IssuingOperator,
  id: bigint,
  reason?: string,
): Promise<ListedLink> {
  const { numUpdatedRows } = await tx
    .updateTable('capabilityLinks')
    .set({ revokedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('kind', 'in', Object.values(STORED_LINK_KINDS))
    .where(isOpenLink)
    .executeTakeFirst();
  const row = await linksOf(tx, tenantId).where('link.id', '=', id).executeTakeFirst();
  if (!row) throw notFoundInTenant(`link ${id}`);
  const link = listed(row);
  if (numUpdatedRows === 0n) {
    if (link.state === 'revoked') return link;
    throw new Refusal('link_over', { message: `Link ${id} is ${link.state}: there is nothing to revoke.` });
  }
  await deleteToken(tx, tenantId, id);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'link revoked',
    subject: `link ${id}`,
    details: { kind: link.kind, subject: Number(link.subjectId), ...(reason && { reason }) },
  });
  return link;
}

/** A link in the form of the wire. */
export const shownLink = ({
  issuedAt,
  expiresAt,
  usedAt,
  revokedAt,
  openedAt,
  mailedAt,
  ...link
}: ListedLink) => ({
  ...link,
  issuedAt: issuedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
  openedAt: openedAt?.toISOString() ?? null,
  mailedAt: mailedAt?.toISOString() ?? null,
});
