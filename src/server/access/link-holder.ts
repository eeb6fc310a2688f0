import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { belongsToSite } from '../hosts/site.ts';
import { type LinkKind, type PresentedLink, presentLink } from '../identity/capabilities.ts';
import type { Tx } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { isFromProgram, requireSameOrigin } from '../platform/http/same-origin.ts';
import { receiveFile, sentFileOf } from '../platform/http/sent-files.ts';
import { type AnyContext, contextOf } from './contexts.ts';
import { type Guard, type Http, isReading } from './guard.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { openingTransactions } from './own-transactions.ts';
import { recordingUse } from './recorded-use.ts';

const LINK = /^Link ([\w-]{1,200})$/;

/**
 * Calls of the older system carry the token in the path or the body. All others send it in a header, which stays out of logs
 * and browser histories.
 */
function readLinkToken(request: FastifyRequest): string {
  const inPath = (request.params ?? {}) as { linkToken?: string };
  const inBody = (request.body ?? {}) as { linkToken?: string };
  return inPath.linkToken ?? inBody.linkToken ?? LINK.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Checks that the sender holds an open link before any bytes of the file are read. */
export const takeFileOf =
  (http: Http, endpoint: Endpoint) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.isMultipart()) return;
    if (!isFromProgram(request)) requireSameOrigin(request);
    const token = readLinkToken(request);
    const link = await inTransaction(http.db, (tx) => presentLink(tx, 'offer', token), { readOnly: true });
    if (!link || !belongsToSite(request.site, link.tenantId)) {
      await http.guesses.linkGuessed(request.ip);
      throw new Refusal('link_unknown');
    }
    if (link.state !== 'open') throw new Refusal(link.state === 'used' ? 'link_used' : 'link_expired');
    await receiveFile(endpoint, request, reply, link.tokenHash.toString('hex'));
  };

export const asHolderOf =
  (kind: LinkKind): Guard =>
  (http, endpoint, handle) => {
    const readOnly = isReading(endpoint);
    return async (request, reply) => {
      if (endpoint.method !== 'GET' && !isFromProgram(request)) requireSameOrigin(request);
      const token = readLinkToken(request);
      const idempotencyKey = endpoint.isCommand && readIdempotencyKey(request, endpoint.isKeyOptional);
      const letIn = async (tx: Tx) => {
        const link = await presentLink(tx, kind, token);
        if (!link || !belongsToSite(request.site, link.tenantId)) throw new Refusal('link_unknown');
        return link;
      };
      try {
        if (endpoint.opensTransactions) {
          const { who: link, inTransaction } = await openingTransactions(http.db, letIn, readOnly);
          const sentFile = sentFileOf(request);
          return await handle({ ...contextOf(request, reply), link, inTransaction, sentFile } as AnyContext);
        }
        return await recordingUse(http.db, endpoint, (call) =>
          inTransaction(
            http.db,
            async (tx) => {
              const link = await letIn(tx);
              const recordUse = call.recorder(tx, {
                tenantId: link.tenantId,
                actorId: null,
                sessionId: nameOf(link),
              });
              const answer = await handle({
                ...contextOf(request, reply),
                link,
                tx,
                idempotencyKey,
                recordUse,
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

/** A link holder has no session, so part of the hash names the link. It is long enough to tell links apart. */
const nameOf = ({ tokenHash }: PresentedLink): string => `link ${tokenHash.toString('hex', 0, 6)}`;
