import type { LinkRequest } from '../../../shared/contract/operator-links.ts';
import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { Deps } from '../../deps.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import { issueCapability } from '../../identity/capabilities.ts';
import { type AuditEvent, recordAudit } from '../../platform/audit/audit.ts';
import { type Operator, operatorName } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { pathOfInvite, pathOfLink } from './link-addresses.ts';
import { queueLinkMail } from './link-mails.ts';
import { findLinkedPage, type LinkedPage, type Recipients } from './linked-pages.ts';
import { tellOfInvite } from './tell-of-invite.ts';

export type LinkDeps = Pick<Deps, 'publicOrigin' | 'encryption'>;

export interface IssuingOperator {
  tenantId: string;
  operator: Operator;
}

export interface IssuedLink {
  id: bigint | null;
  inviteId: bigint | null;
  expiresAt: Date | null;
  mailedTo: string | null;
  /** For a link that grants access by itself, shown only once, because only its hash is stored. */
  address: string;
}

/** Issues a link and queues the mail that contains it, in the caller's transaction. */
export async function issueLink(
  tx: Tx,
  deps: LinkDeps,
  issuer: IssuingOperator,
  request: LinkRequest,
): Promise<IssuedLink> {
  const page = await findLinkedPage(tx, issuer, request);
  return page.inviteId === undefined
    ? issueCapabilityLink(tx, deps, issuer, page)
    : sendInvite(tx, deps, issuer, page);
}

type CapabilityPage = Extract<LinkedPage, { subjectId: bigint }>;
type InvitePage = Exclude<LinkedPage, CapabilityPage>;

async function issueCapabilityLink(
  tx: Tx,
  deps: LinkDeps,
  issuer: IssuingOperator,
  { page, kind, subjectId, seconds, recipients }: CapabilityPage,
): Promise<IssuedLink> {
  const { tenantId, operator } = issuer;
  const capability = { kind, subjectId, seconds, issuedBy: null, issuer: operatorName(operator) };
  const { id, token, expiresAt } = await issueCapability(tx, tenantId, capability);
  if (recipients) await queueLinkMail(tx, deps, { tenantId, page, recipients, linkId: id, token });
  const subject = `${SUBJECTS[kind]} ${subjectId}`;
  await audit(tx, issuer, { action: ISSUED[kind], subject }, { link: Number(id) }, recipients);
  const origin = await originOfTenant(tx, tenantId, deps.publicOrigin);
  const address = `${origin}${pathOfLink({ page, subjectId, token })}`;
  return { id, inviteId: null, expiresAt, mailedTo: recipients?.to ?? null, address };
}

/** The page of an invite requires signing in, so the address grants nothing. Returns it and queues the mail with it. */
async function sendInvite(
  tx: Tx,
  deps: LinkDeps,
  issuer: IssuingOperator,
  { page, inviteId, isNew, recipients, publicId }: InvitePage,
): Promise<IssuedLink> {
  const subject = `invite ${inviteId}`;
  if (isNew) await audit(tx, issuer, { action: 'syndicate invited', subject }, {}, null);
  if (recipients) {
    await queueLinkMail(tx, deps, { tenantId: issuer.tenantId, page, recipients, inviteId });
    await audit(tx, issuer, { action: 'invite mailed', subject }, { page }, recipients);
  }
  if (page === 'prefunding') await tellOfInvite(tx, issuer.tenantId, { inviteId, recipients });
  const origin = await originOfTenant(tx, issuer.tenantId, deps.publicOrigin);
  const address = `${origin}${pathOfInvite(page, publicId)}`;
  return { id: null, inviteId, expiresAt: null, mailedTo: recipients?.to ?? null, address };
}

const SUBJECTS = { offer: 'offer', 'bank link': 'company', 'sign-in ticket': 'user' } as const;

const ISSUED = {
  offer: 'offer link issued',
  'bank link': 'bank link issued',
  'sign-in ticket': 'sign-in ticket issued',
} as const;

const audit = (
  tx: Tx,
  { operator }: IssuingOperator,
  event: Pick<AuditEvent, 'action' | 'subject'>,
  details: Record<string, string | number>,
  recipients: Recipients | null,
): Promise<void> =>
  recordAudit(tx, {
    ...event,
    actorId: null,
    operator,
    details: { ...details, ...(recipients && { mailedTo: maskEmail(recipients.to) }) },
  });
