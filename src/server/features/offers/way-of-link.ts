import { sql } from 'kysely';
import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { escapeHtml } from '../../platform/mail/letter.ts';

/** How a link got out: by mail to its broker, by two people of the staff, or from a system or command that got its address. */
interface WayOfLink {
  id: bigint;
  issuer: string | null;
  mailedTo: string | null;
  approvalId: bigint | null;
  askedBy: bigint | null;
  askerName: string | null;
  approvedBy: bigint | null;
  approverName: string | null;
}

export async function readWayOfLink(
  tx: Tx,
  { tenantId, tokenHash }: Pick<PresentedLink, 'tenantId' | 'tokenHash'>,
): Promise<WayOfLink> {
  const { rows } = await sql<WayOfLink>`
    select link.id, link.issuer, mail.to_address as "mailedTo", link.approval_id as "approvalId",
      approval.asked_by as "askedBy", asker.name as "askerName",
      approval.decided_by as "approvedBy", approver.name as "approverName"
    from capability_links link
    left join link_mails mail on mail.tenant_id = link.tenant_id and mail.link_id = link.id
    left join approvals approval on approval.tenant_id = link.tenant_id and approval.id = link.approval_id
    left join memberships asker on asker.tenant_id = link.tenant_id and asker.user_id = approval.asked_by
    left join memberships approver on approver.tenant_id = link.tenant_id and approver.user_id = approval.decided_by
    where link.tenant_id = ${tenantId}::uuid and link.token_hash = ${tokenHash}`.execute(tx);
  const [way] = rows;
  if (!way) throw new Error('A link was lost on the way.');
  return way;
}

/** For the acceptance in the audit trail, by ids. */
export function wayInTrail({ id, issuer, mailedTo, approvalId, askedBy, approvedBy }: WayOfLink) {
  const link = { link: Number(id) };
  if (mailedTo !== null) return { ...link, mailedTo: maskEmail(mailedTo) };
  if (approvalId === null) return { ...link, linkGivenOutBy: issuer ?? 'unknown' };
  return { ...link, linkAskedForBy: `user ${askedBy}`, linkGivenOutBy: `user ${approvedBy}` };
}

/** After the words of an acceptance, where two people handed the link on. */
export function wayInNote({ approvalId, askerName, approverName }: WayOfLink): string {
  if (approvalId === null) return '';
  const somebody = 'somebody who left';
  return escapeHtml(
    `. The link was not mailed. ${askerName ?? somebody} asked for it, and ${approverName ?? somebody} approved that and handed it on.`,
  );
}
