import { sql } from 'kysely';
import type { Output } from '../../../shared/contract/endpoint.ts';
import type { invitationsContract } from '../../../shared/contract/invitations.ts';
import type { Deps } from '../../deps.ts';
import { consumeLink, type PresentedLink } from '../../identity/capabilities.ts';
import { acceptInvitation, declineInvitation, noteInvitationOpened } from '../../identity/invitations.ts';
import { type MailedLink, withMailedLink } from '../../identity/mailed-links.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

type LinkDeps = Pick<Deps, 'db' | 'throttle'>;

/** Also found for a used or late link, so that the page can say what became of the invitation. */
export const findInvitation = (deps: LinkDeps, presented: MailedLink) =>
  withMailedLink(deps, 'invitation', presented, async (tx, link) => {
    const { acceptedAt, declinedAt, isTerminated, ...invitation } = await readInvitation(tx, link);
    const state = stateOf(link, { acceptedAt, declinedAt, isTerminated });
    if (state === 'open') await noteInvitationOpened(tx, { tenantId: link.tenantId, userId: link.subjectId });
    return { ...invitation, state };
  });

/** Using the link up comes first, so that only one of several answers at the same moment counts. */
export const answerInvitation = (deps: LinkDeps, presented: MailedLink, isAccepted: boolean): Promise<void> =>
  withMailedLink(deps, 'invitation', presented, async (tx, link) => {
    const invited = { tenantId: link.tenantId, userId: link.subjectId };
    if (!(await consumeLink(tx, link))) throw new Refusal('invitation_settled');
    const isDone = await (isAccepted ? acceptInvitation : declineInvitation)(tx, invited);
    if (!isDone) throw new Refusal('invitation_settled');
    await recordAudit(tx, {
      actorId: invited.userId,
      action: isAccepted ? 'invitation accepted' : 'invitation declined',
      subject: `user ${invited.userId}`,
    });
  });

async function readInvitation(tx: Tx, { tenantId, subjectId: userId }: PresentedLink) {
  await claim(tx, { userId });
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as user', 'user.id', 'm.userId')
    .innerJoin('tenants as tenant', 'tenant.id', 'm.tenantId')
    .leftJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'm.tenantId').onRef('s.id', '=', 'm.syndicateId'),
    )
    .select([
      'm.acceptedAt',
      'm.declinedAt',
      'm.isTerminated',
      'tenant.name as funderName',
      sql<string | null>`coalesce(s.name, ${nameOfGuestsBook})`.as('syndicateName'),
      sql<boolean>`m.role = 'guest'`.as('isGuest'),
      'user.email',
    ])
    .where('m.tenantId', '=', tenantId)
    .where('m.userId', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The book that was opened last to somebody who is invited as a guest. */
const nameOfGuestsBook = sql<string>`(
  select book.name from guests g join syndicates book on book.tenant_id = g.tenant_id and book.id = g.syndicate_id
  where g.tenant_id = m.tenant_id and g.user_id = m.user_id and g.ended_at is null
  order by g.id desc limit 1)`;

interface Kept {
  acceptedAt: Date | null;
  declinedAt: Date | null;
  isTerminated: boolean;
}

type InvitationState = Output<typeof invitationsContract.invitationOfLink>['state'];

function stateOf({ state }: PresentedLink, { acceptedAt, declinedAt, isTerminated }: Kept): InvitationState {
  if (isTerminated) return 'withdrawn';
  if (acceptedAt !== null) return 'accepted';
  if (state === 'open') return 'open';
  if (declinedAt !== null) return 'declined';
  // A used link without an answer was replaced: the person was invited again since.
  return state === 'expired' ? 'expired' : 'withdrawn';
}
