import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Endpoint, Input, Output } from '../../shared/contract/endpoint.ts';
import type { Database, Tx } from '../db/database.ts';
import { inTransaction, isTenantId, withTenant } from '../db/transactions.ts';
import { Refusal } from '../errors.ts';
import { type LinkKind, type PresentedLink, presentLink } from '../identity/capabilities.ts';
import type { ServiceToken } from '../identity/operator.ts';
import { presentServiceToken } from '../identity/service-tokens.ts';
import { hashToken } from '../identity/tokens.ts';
import type { RowFormat } from '../records/row-formats.ts';
import { type Caller, identifyCaller, refuseBeforeDuties } from './caller.ts';
import { type GuessCounter, readIdempotencyKey, readLinkToken } from './link-holder.ts';
import { type RecordUse, recordingUse } from './recorded-use.ts';
import { readRows } from './row-bodies.ts';
import { requireSameOrigin } from './same-origin.ts';
import { type FileToSend, sendFile } from './stored-files.ts';
import { type Download, STREAMED, sendDownload } from './streams.ts';

interface Context<E extends Endpoint> extends Input<E> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A member's handler works in one transaction in which only the caller's tenant is to be seen; read-only where the endpoint only reads. */
interface MemberContext<E extends Endpoint> extends Context<E>, Recording<E> {
  caller: Caller;
  tx: Tx;
}

interface Recording<E extends Endpoint> {
  /** Of the endpoints whose use is recorded: to be called before anything is answered. */
  recordUse: E['recordsUse'] extends string ? RecordUse : undefined;
}

type Answer<E extends Endpoint> = E['downloads'] extends 'spreadsheet' | 'text'
  ? Download
  : E['downloads'] extends 'stored file'
    ? FileToSend
    : Output<E> | typeof STREAMED;

/** Whoever holds a link works in one transaction in which only the link's tenant is to be seen. */
interface LinkContext<E extends Endpoint> extends Context<E>, Recording<E> {
  link: PresentedLink;
  tx: Tx;
  /** Of the endpoints that are commands. */
  idempotencyKey: E['isCommand'] extends true ? string : undefined;
}

/** A system of the funder works in one transaction in which only its token's tenant is to be seen. */
interface OperatorContext<E extends Endpoint> extends Context<E>, Recording<E> {
  operator: ServiceToken;
  tenantId: string;
  tx: Tx;
  /** Of the endpoints that are commands; the token's own, so that two systems may choose the same. */
  idempotencyKey: E['isCommand'] extends true ? string : undefined;
}

/** Rows are taken in transactions of the handler's own. */
interface RowsContext<E extends Endpoint> extends Context<E> {
  operator: ServiceToken;
  tenantId: string;
  rows: Readable;
  format: RowFormat;
}

interface ContextOf<E extends Endpoint> {
  anyone: Context<E>;
  cookie: Context<E>;
  member: MemberContext<E>;
  'offer link': LinkContext<E>;
  'bank link': LinkContext<E>;
  'service token': E['takes'] extends 'rows' ? RowsContext<E> : OperatorContext<E>;
}

type Handler<E extends Endpoint> = (context: ContextOf<E>[E['access']]) => Promise<Answer<E>>;

// Inside, where the endpoint's own types are no longer known.
type AnyContext = ContextOf<Endpoint>[Endpoint['access']];
type AnyHandler = (context: AnyContext) => Promise<unknown>;

/** One handler for each endpoint of a feature's contract: none missing, none besides. */
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> };

export interface Http {
  app: FastifyInstance;
  db: Database;
  publicOrigin: string;
  guesses: GuessCounter;
}

export function registerEndpoints<C extends Record<string, Endpoint>>(
  http: Http,
  endpoints: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handle = handlers[name] as AnyHandler;
    http.app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
      config: { endpoint },
      handler: AS[endpoint.access](http, endpoint, handle),
    } satisfies RouteOptions);
  }
}

const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
  ({ params: request.params, query: request.query, body: request.body, request, reply }) as Context<Endpoint>;

function asAnyone(http: Http, endpoint: Endpoint, handle: AnyHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.access === 'cookie' || endpoint.method !== 'GET')
      requireSameOrigin(request, http.publicOrigin);
    const answer = await handle(contextOf(request, reply));
    return endpoint.downloads === 'stored file' ? sendFile(reply, answer as FileToSend) : answer;
  };
}

const BEARER = /^Bearer ([\w-]{43})$/;

function asMember(http: Http, endpoint: Endpoint, handle: AnyHandler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!token) throw new Refusal('not_signed_in');
    const tenantId = request.headers['x-tenant'];
    if (typeof tenantId !== 'string' || !isTenantId(tenantId)) throw new Refusal('tenant_not_allowed');
    const credential = hashToken(token);
    const isDownload = isMadeWhileSent(endpoint);
    const options = { readOnly: isReading(endpoint), isSnapshot: isDownload };
    const answered = recordingUse(http.db, endpoint, (call) =>
      inTransaction(
        http.db,
        async (tx) => {
          const caller = await identifyCaller(tx, tenantId, credential);
          refuseBeforeDuties(caller, endpoint.openBefore);
          const { userId: actorId, sessionId } = caller;
          const recordUse = call.recorder(tx, { tenantId, actorId, sessionId });
          const answer = await handle({ ...contextOf(request, reply), caller, tx, recordUse } as AnyContext);
          call.assertSaid();
          return isDownload ? sendDownload(tx, reply, answer as Download) : answer;
        },
        options,
      ),
    );
    return unlessBrokenOff(request, reply, answered);
  };
}

/** Sent while it is made: what fails then can no longer be answered otherwise. */
async function unlessBrokenOff(request: FastifyRequest, reply: FastifyReply, answered: Promise<unknown>) {
  try {
    const answer = await answered;
    return answer === STREAMED ? undefined : answer;
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    // The answer has begun: there is no other way left to tell the reader than to break it off.
    request.log.warn({ err: error }, 'an answer broke off');
    return undefined;
  }
}

const isReading = ({ method, reads }: Endpoint): boolean => method === 'GET' || reads === true;

const isMadeWhileSent = ({ downloads }: Endpoint): boolean =>
  downloads === 'spreadsheet' || downloads === 'text';

const asHolderOf = (kind: LinkKind) => (http: Http, endpoint: Endpoint, handle: AnyHandler) => {
  const readOnly = isReading(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.method !== 'GET') requireSameOrigin(request, http.publicOrigin);
    const token = readLinkToken(request);
    const idempotencyKey = endpoint.isCommand && readIdempotencyKey(request);
    try {
      return await recordingUse(http.db, endpoint, (call) =>
        inTransaction(
          http.db,
          async (tx) => {
            const link = await presentLink(tx, kind, token);
            if (!link) throw new Refusal('link_unknown');
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

function asServiceToken(http: Http, endpoint: Endpoint, handle: AnyHandler) {
  const isDownload = isMadeWhileSent(endpoint);
  const options = { readOnly: isReading(endpoint), isSnapshot: isDownload };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = endpoint.isCommand && readIdempotencyKey(request);
    // In a transaction of its own: that the token was used is noted in its row, which a long answer must not hold.
    const presented = await inTransaction(http.db, (tx) =>
      presentServiceToken(tx, request.headers.authorization),
    );
    if (!presented) {
      await http.guesses.linkGuessed(request.ip);
      throw new Refusal('token_not_valid');
    }
    const { token: operator, tenantId } = presented;
    if (endpoint.scope && !operator.scopes.includes(endpoint.scope)) throw new Refusal('scope_missing');
    if (endpoint.takes === 'rows')
      return handle({ ...contextOf(request, reply), operator, tenantId, ...readRows(request) } as AnyContext);
    const answered = recordingUse(http.db, endpoint, (call) =>
      withTenant(
        http.db,
        tenantId,
        async (tx) => {
          const recordUse = call.recorder(tx, { tenantId, actorId: null, operator });
          const idempotencyKey = key && `service token ${operator.id} ${key}`;
          const answer = await handle({
            ...{ ...contextOf(request, reply), operator, tenantId, tx, idempotencyKey, recordUse },
          } as AnyContext);
          call.assertSaid();
          return isDownload ? sendDownload(tx, reply, answer as Download) : answer;
        },
        options,
      ),
    );
    return unlessBrokenOff(request, reply, answered);
  };
}

const AS = {
  anyone: asAnyone,
  cookie: asAnyone,
  member: asMember,
  'offer link': asHolderOf('offer'),
  'bank link': asHolderOf('bank link'),
  'service token': asServiceToken,
};
