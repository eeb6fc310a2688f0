import type { Output } from '../../../shared/contract/endpoint.ts';
import type { LinkRequest, operatorLinksContract } from '../../../shared/contract/operator-links.ts';
import type { Tx } from '../../platform/db/database.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { type IssuedLink, type IssuingOperator, issueLink, type LinkDeps } from './issue-link.ts';

type Answer = Output<typeof operatorLinksContract.issueLink>;

/** Issues a link once for each key that the sender chooses: the same request again gets the same answer and mails nothing. */
export async function issueLinkOnce(
  tx: Tx,
  deps: LinkDeps,
  issuer: IssuingOperator & { idempotencyKey: string },
  request: LinkRequest,
): Promise<Answer> {
  const { tenantId, idempotencyKey: key } = issuer;
  let address: string | null = null;
  const kept = await answerOnce(tx, { tenantId, key, request: withoutBigints(request) }, async () => {
    const issued = await issueLink(tx, deps, issuer, request);
    // The answer is stored so that it can be repeated, and the address must not be stored.
    if (!request.isMailed) address = issued.address;
    return keptAnswer(issued);
  });
  return {
    id: kept.id === null ? null : BigInt(kept.id),
    inviteId: kept.inviteId === null ? null : BigInt(kept.inviteId),
    expiresAt: kept.expiresAt,
    mailedTo: kept.mailedTo,
    address: kept.inviteAddress ?? address,
  };
}

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
