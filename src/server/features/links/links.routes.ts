import type { operatorLinksContract } from '../../../shared/contract/operator-links.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { issueLinkOnce } from './issue-once.ts';
import { listLinks, revokeLink, shownLink } from './listed-links.ts';

export const linksHandlers = (deps: Deps): Handlers<typeof operatorLinksContract> => ({
  issueLink: ({ body, operator, tenantId, tx, idempotencyKey }) =>
    issueLinkOnce(tx, deps, { tenantId, operator, idempotencyKey }, body),

  async listLinks({ query, tenantId, tx }) {
    const { links, next } = await listLinks(tx, tenantId, query);
    return { links: links.map(shownLink), next };
  },

  async revokeLink({ params, operator, tenantId, tx }) {
    return shownLink(await revokeLink(tx, { tenantId, operator }, params.id));
  },
});
