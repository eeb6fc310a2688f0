import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Input, Output, SessionAccess } from '../../shared/contract/endpoint.ts';
import type { PresentedLink } from '../identity/capabilities.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { SentFile } from '../platform/http/sent-files.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import type { Download, STREAMED } from '../platform/http/streams.ts';
import type { RowFormat } from '../platform/records/row-formats.ts';
import type { CallerOf, Guest } from './caller.ts';
import type { InTransaction } from './own-transactions.ts';
import type { RecordUse } from './recorded-use.ts';

interface Context<E extends Endpoint> extends Input<E> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The context of an endpoint that opens its transactions itself. It has the caller as found before the handler began. Each
 * transaction identifies the caller again and refuses one who has lost access in the meantime.
 */
interface OpeningCallerContext<E extends Endpoint, K extends SessionAccess> extends Context<E> {
  caller: CallerOf<K> | GuestOf<E>;
  inTransaction: InTransaction<CallerOf<K> | GuestOf<E>>;
}

/** Endpoints that say so are called by guests as well. */
type GuestOf<E extends Endpoint> = E['guests'] extends string ? Guest : never;

/**
 * The context of a caller's handler. It works in one transaction that sees only the caller's tenant and is read-only if the
 * endpoint only reads.
 */
interface CallerContext<E extends Endpoint, K extends SessionAccess> extends Context<E>, Recording<E> {
  caller: CallerOf<K> | GuestOf<E>;
  tx: Tx;
  /** Present only for endpoints that are commands. It includes the user's id, so that two people may choose the same key. */
  idempotencyKey: E['isCommand'] extends true ? string : undefined;
}

interface Recording<E extends Endpoint> {
  /** Present only for endpoints whose use is recorded. The handler must call it before it answers. */
  recordUse: E['recordsUse'] extends string ? RecordUse : undefined;
}

type Answer<E extends Endpoint> = E['downloads'] extends 'spreadsheet' | 'text'
  ? Download
  : E['downloads'] extends 'stored file'
    ? FileToSend
    : Output<E> | typeof STREAMED;

/** The context of a link holder's handler. It works in one transaction that sees only the link's tenant. */
interface LinkContext<E extends Endpoint> extends Context<E>, Recording<E> {
  link: PresentedLink;
  tx: Tx;
  /** Present only for endpoints that are commands. */
  idempotencyKey: E['isCommand'] extends true ? IdempotencyKey<E> : undefined;
}

/** The context of a link's endpoint that opens its transactions itself. Each transaction looks the link up again. */
interface OpeningLinkContext<E extends Endpoint> extends Context<E> {
  link: PresentedLink;
  inTransaction: InTransaction<PresentedLink>;
  /** The file of a multipart/form-data request, for endpoints that accept one. */
  sentFile: E['takesFile'] extends object ? SentFile | undefined : undefined;
}

type IdempotencyKey<E extends Endpoint> = E['isKeyOptional'] extends true ? string | undefined : string;

/** The context for a system of the funder. It works in one transaction that sees only the tenant of its token. */
interface OperatorContext<E extends Endpoint> extends Context<E>, Recording<E> {
  operator: ServiceToken;
  tenantId: string;
  tx: Tx;
  /** Present only for endpoints that are commands. It includes the token's id, so that two systems may choose the same key. */
  idempotencyKey: E['isCommand'] extends true ? string : undefined;
}

/** The context of an endpoint that accepts a stream of rows. Its handler opens its own transactions. */
interface RowsContext<E extends Endpoint> extends Context<E> {
  operator: ServiceToken;
  tenantId: string;
  rows: Readable;
  format: RowFormat;
}

type ContextOfCaller<E extends Endpoint, K extends SessionAccess> = E['opensTransactions'] extends true
  ? OpeningCallerContext<E, K>
  : CallerContext<E, K>;

interface ContextOf<E extends Endpoint> {
  anyone: Context<E>;
  cookie: Context<E>;
  investor: ContextOfCaller<E, 'investor'>;
  staff: ContextOfCaller<E, 'staff'>;
  'investor or staff': ContextOfCaller<E, 'investor or staff'>;
  guest: ContextOfCaller<E, 'guest'>;
  'offer link': E['opensTransactions'] extends true ? OpeningLinkContext<E> : LinkContext<E>;
  'bank link': E['opensTransactions'] extends true ? OpeningLinkContext<E> : LinkContext<E>;
  'service token': E['takes'] extends 'rows' ? RowsContext<E> : OperatorContext<E>;
}

export type Handler<E extends Endpoint> = (context: ContextOf<E>[E['access']]) => Promise<Answer<E>>;

// The general types, for code that does not know the endpoint's own types.
export type AnyContext = ContextOf<Endpoint>[Endpoint['access']];
export type AnyHandler = (context: AnyContext) => Promise<unknown>;

/** What every handler's context begins with. */
export type RequestContext = Context<Endpoint>;

export const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
  ({ params: request.params, query: request.query, body: request.body, request, reply }) as RequestContext;
