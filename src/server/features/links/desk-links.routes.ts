import type { deskLinksContract } from '../../../shared/contract/desk-links.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
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
    // Whoever has the address of a ticket is signed in as that person, and staff look at an investor's portal under their own name.
    if (body.kind === 'ticket' && !body.isMailed)
      throw new Refusal('invalid_request', {
        message: 'At the desk a sign-in ticket is only mailed to the person whom it is for.',
      });
    const operator = await deskOperator(tx, caller);
    return issueLinkOnce(tx, deps, { tenantId: caller.tenantId, operator, idempotencyKey }, body);
  },

  async revokeLink({ params: { id }, body: { reason }, caller, tx }) {
    const { tenantId } = caller;
    const link = await revokeLink(tx, { tenantId, operator: await deskOperator(tx, caller) }, id, reason);
    const [shown] = await withSubjects(tx, tenantId, [link]);
    if (!shown) throw new Error('A link was lost on the way.');
    return shown;
  },
});
