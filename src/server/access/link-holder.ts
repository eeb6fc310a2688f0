import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Endpoint, isReading } from '../../shared/contract/endpoint.ts';
import { TOKEN_IN_HEADER } from '../../shared/contract/offers.ts';
import { belongsToSite } from '../hosts/site.ts';
import { type LinkKind, type PresentedLink, presentLink } from '../identity/capabilities.ts';
import type { Tx } from '../platform/db/database.ts';
import { inTransaction } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { isFromProgram, requireSameOrigin } from '../platform/http/same-origin.ts';
import { receiveFile, sentFileOf } from '../platform/http/sent-files.ts';
import { type AnyContext, type AnyHandler, contextOf, type RequestContext } from './contexts.ts';
import type { Guard, GuardNeeds, Http } from './guard.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { openingTransactions } from './own-transactions.ts';
import { setAsking } from './recorded-refusals.ts';
import { recordingUse } from './recorded-use.ts';

const LINK = /^Link ([\w-]{1,200})$/;

/**
 * Calls of the older system carry the token in the path or the body. The portal's own pages send it in a header or a body, which
 * stay out of logs and browser histories.
 */
function readLinkToken(request: FastifyRequest): string {
  const { linkToken: inPath = TOKEN_IN_HEADER } = (request.params ?? {}) as { linkToken?: string };
  if (inPath !== TOKEN_IN_HEADER) return inPath;
  const inBody = (request.body ?? {}) as { linkToken?: string };
  return inBody.linkToken ?? LINK.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** Finds the link that a request presents, or refuses it. */
function lettingIn(kind: LinkKind, token: string, request: FastifyRequest) {
  return async (tx: Tx): Promise<PresentedLink> => {
    const link = await presentLink(tx, kind, token);
    if (!link || !belongsToSite(request.site, link.tenantId)) throw new Refusal('link_unknown');
    setAsking(request, { tenantId: link.tenantId, actorId: null, sessionId: nameOf(link) });
    return link;
  };
}

/** Counts an unknown link as a guess by the address that tries it. */
async function countingGuesses<T>(
  http: GuardNeeds,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'link_unknown') await http.guesses.linkGuessed(request.ip);
    throw error;
  }
}

export const admittingHolderOf =
  (kind: LinkKind) =>
  (http: GuardNeeds) =>
  async (request: FastifyRequest): Promise<PresentedLink> => {
    if (!isFromProgram(request)) requireSameOrigin(request);
    const letIn = lettingIn(kind, readLinkToken(request), request);
    return countingGuesses(http, request, () => inTransaction(http.db, letIn, { readOnly: true }));
  };

/** Checks that the sender holds an open link before any bytes of the file are read. */
export const takeFileOf = (http: Http, endpoint: Endpoint) => {
  const admit = admittingHolderOf('offer')(http);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.isMultipart()) return;
    const link = await admit(request);
    if (link.state !== 'open') throw new Refusal(link.state === 'used' ? 'link_used' : 'link_expired');
    await receiveFile(endpoint, request, reply, link.tokenHash.toString('hex'));
  };
};

export const asHolderOf =
  (kind: LinkKind): Guard =>
  (http, endpoint, handle) => {
    const answer = answeringHolder(kind, http, endpoint, handle);
    return async (request, reply) => {
      if (endpoint.method !== 'GET' && !isFromProgram(request)) requireSameOrigin(request);
      return answer(readLinkToken(request), contextOf(request, reply));
    };
  };

/** Answers an endpoint for whoever holds a link: finds it, counts guesses, records the use, runs the handler. */
export function answeringHolder(kind: LinkKind, http: GuardNeeds, endpoint: Endpoint, handle: AnyHandler) {
  const readOnly = isReading(endpoint);
  return async (token: string, context: RequestContext): Promise<unknown> => {
    const { request } = context;
    const idempotencyKey = endpoint.isCommand && readIdempotencyKey(request, endpoint.isKeyOptional);
    const letIn = lettingIn(kind, token, request);
    return countingGuesses(http, request, async () => {
      if (endpoint.opensTransactions) {
        const { who: link, inTransaction } = await openingTransactions(http.db, { letIn }, readOnly);
        const sentFile = sentFileOf(request);
        return handle({ ...context, link, inTransaction, sentFile } as AnyContext);
      }
      return recordingUse(http.db, endpoint, (call) =>
        inTransaction(
          http.db,
          async (tx) => {
            const link = await letIn(tx);
            const recordUse = call.recorder(tx, {
              tenantId: link.tenantId,
              actorId: null,
              sessionId: nameOf(link),
            });
            const answer = await handle({ ...context, link, tx, idempotencyKey, recordUse } as AnyContext);
            call.assertSaid();
            return answer;
          },
          { readOnly },
        ),
      );
    });
  };
}

/** A link holder has no session, so part of the hash names the link. It is long enough to tell links apart. */
const nameOf = ({ tokenHash }: PresentedLink): string => `link ${tokenHash.toString('hex', 0, 6)}`;
