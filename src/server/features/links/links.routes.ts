import type { operatorLinksContract } from '../../../shared/contract/operator-links.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { type IssuedLink, issueLink } from './issue-link.ts';
import { type ListedLink, listLinks, revokeLink } from './listed-links.ts';

export const linksHandlers = (deps: Deps): Handlers<typeof operatorLinksContract> => ({
  async issueLink({ body, operator, tenantId, tx, idempotencyKey }) {
    let address: string | null = null;
    const kept = await answerOnce(
      tx,
      { tenantId, key: idempotencyKey, request: withoutBigints(body) },
      async () => {
        const issued = await issueLink(tx, deps, { tenantId, operator }, body);
        // The answer is stored so that it can be repeated, and the address must not be stored.
        if (!body.isMailed) address = issued.address;
        return keptAnswer(issued);
      },
    );
    return {
      id: kept.id === null ? null : BigInt(kept.id),
      inviteId: kept.inviteId === null ? null : BigInt(kept.inviteId),
      expiresAt: kept.expiresAt,
      mailedTo: kept.mailedTo,
      address: kept.inviteAddress ?? address,
    };
  },

  async listLinks({ query, tenantId, tx }) {
    const { links, next } = await listLinks(tx, tenantId, query);
    return { links: links.map(shown), next };
  },

  async revokeLink({ params, operator, tenantId, tx }) {
    return shown(await revokeLink(tx, { tenantId, operator }, params.id));
  },
});

/** The answer in a form that JSON can hold. It contains an address only if that address grants nothing by itself. */
const keptAnswer = ({ id, inviteId, expiresAt, mailedTo, address }: IssuedLink) => ({
  id: id?.toString() ?? null,
  inviteId: inviteId?.toString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
  mailedTo,
  inviteAddress: inviteId === null ? null : address,
});

const withoutBigints = (body: object) =>
  Object.entries(body).map(([name, value]) => [name, value === undefined ? null : String(value)]);

const shown = ({ issuedAt, expiresAt, usedAt, revokedAt, mailedAt, ...link }: ListedLink) => ({
  ...link,
  issuedAt: issuedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
  mailedAt: mailedAt?.toISOString() ?? null,
});
