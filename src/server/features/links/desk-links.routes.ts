import type { deskLinksContract } from '../../../shared/contract/desk-links.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { readSendableOffer } from '../../book/sendable-offer.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { withSubjects } from './desk-links.ts';
import type { LinkDeps } from './issue-link.ts';
import { issueLinkOnce } from './issue-once.ts';
import { listLinks, revokeLink } from './listed-links.ts';

const PAGE_LENGTH = 25;

export const deskLinksHandlers = (deps: Pick<Deps, keyof LinkDeps>): Handlers<typeof deskLinksContract> => ({
  async links({ query, caller: { tenantId }, tx }) {
    const { links, next } = await listLinks(tx, tenantId, query, PAGE_LENGTH);
    return { links: await withSubjects(tx, tenantId, links), next };
  },

  async issueLink({ body, caller, tx, idempotencyKey }) {
    // Whoever has the address acts as the person whom the link is for: as the broker, the merchant or the investor.
    if (!body.isMailed)
      throw new Refusal('invalid_request', {
        message: 'At the desk, links are only mailed to the person whom they are for.',
      });
    const operator = await deskOperator(tx, caller);
    return issueLinkOnce(tx, deps, { tenantId: caller.tenantId, operator, idempotencyKey }, body);
  },

  async askForLink({ body: { offerId, reason }, caller, tx }) {
    const { tenantId } = caller;
    await readSendableOffer(tx, tenantId, offerId);
    const asked = { tenantId, kind: 'give out offer link', subjectId: offerId, reason } as const;
    return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
  },

  async revokeLink({ params: { id }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    const link = await revokeLink(tx, { tenantId, operator: await deskOperator(tx, caller) }, id, reason);
    const [shown] = await withSubjects(tx, tenantId, [link]);
    if (!shown) throw new Error('A link was lost on the way.');
    return shown;
  },
});
