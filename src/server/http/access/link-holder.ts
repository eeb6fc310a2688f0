import type { FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/transactions.ts';
import { Refusal } from '../../errors.ts';
import { isOfSite } from '../../hosts/site.ts';
import { type LinkKind, type PresentedLink, presentLink } from '../../identity/capabilities.ts';
import { recordingUse } from '../recorded-use.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { type Access, isReading } from './access.ts';
import { type AnyContext, contextOf } from './contexts.ts';
import { readIdempotencyKey } from './idempotency-key.ts';

const LINK = /^Link ([\w-]{1,200})$/;

/** In the path or the body where the older call has it there, otherwise in a header, which no log and no history keeps. */
function readLinkToken(request: FastifyRequest): string {
  const inPath = (request.params ?? {}) as { linkToken?: string };
  const inBody = (request.body ?? {}) as { linkToken?: string };
  return inPath.linkToken ?? inBody.linkToken ?? LINK.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

export const asHolderOf =
  (kind: LinkKind): Access =>
  (http, endpoint, handle) => {
    const readOnly = isReading(endpoint);
    return async (request, reply) => {
      if (endpoint.method !== 'GET') requireSameOrigin(request);
      const token = readLinkToken(request);
      const idempotencyKey = endpoint.isCommand && readIdempotencyKey(request);
      try {
        return await recordingUse(http.db, endpoint, (call) =>
          inTransaction(
            http.db,
            async (tx) => {
              const link = await presentLink(tx, kind, token);
              if (!link || !isOfSite(request.site, link.tenantId)) throw new Refusal('link_unknown');
              const recordUse = call.recorder(tx, {
                tenantId: link.tenantId,
                actorId: null,
                sessionId: nameOf(link),
              });
              const answer = await handle({
                ...{ ...contextOf(request, reply), link, tx, idempotencyKey, recordUse },
              } as AnyContext);
              call.assertSaid();
              return answer;
            },
            { readOnly },
          ),
        );
      } catch (error) {
        if (error instanceof Refusal && error.code === 'link_unknown')
          await http.guesses.linkGuessed(request.ip);
        throw error;
      }
    };
  };

/** Enough of the hash to tell a link from others; whoever holds one has no session. */
const nameOf = ({ tokenHash }: PresentedLink): string => `link ${tokenHash.toString('hex', 0, 6)}`;
