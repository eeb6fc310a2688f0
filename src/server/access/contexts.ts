import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Input, Output } from '../../shared/contract/endpoint.ts';
import type { CallerKind } from '../../shared/domain/permissions.ts';
import type { PresentedLink } from '../identity/capabilities.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { SentFile } from '../platform/http/sent-files.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import type { Download, STREAMED } from '../platform/http/streams.ts';
import type { RowFormat } from '../platform/records/row-formats.ts';
import type { CallerOf } from './caller.ts';
import type { InTransaction } from './own-transactions.ts';
import type { RecordUse } from './recorded-use.ts';

interface Context<E extends Endpoint> extends Input<E> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * For an endpoint that opens its transactions itself: the caller as found before the handler began. Each transaction finds the
 * caller again, and refuses one who has been shut out in the meantime.
 */
interface OpeningCallerContext<E extends Endpoint, K extends CallerKind> extends Context<E> {
  caller: CallerOf<K>;
  inTransaction: InTransaction<CallerOf<K>>;
}

/** A caller's handler works in one transaction in which only the caller's tenant is visible; read-only where the endpoint only reads. */
interface CallerContext<E extends Endpoint, K extends CallerKind> extends Context<E>, Recording<E> {
  caller: CallerOf<K>;
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
  idempotencyKey: E['isCommand'] extends true ? IdempotencyKey<E> : undefined;
}

/** As a member's: each transaction looks the link up anew. */
interface OpeningLinkContext<E extends Endpoint> extends Context<E> {
  link: PresentedLink;
  inTransaction: InTransaction<PresentedLink>;
  /** What came as multipart/form-data, for the endpoints that take it. */
  sentFile: E['takesFile'] extends object ? SentFile | undefined : undefined;
}

type IdempotencyKey<E extends Endpoint> = E['isKeyOptional'] extends true ? string | undefined : string;

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

type ContextOfCaller<E extends Endpoint, K extends CallerKind> = E['opensTransactions'] extends true
  ? OpeningCallerContext<E, K>
  : CallerContext<E, K>;

interface ContextOf<E extends Endpoint> {
  anyone: Context<E>;
  cookie: Context<E>;
  investor: ContextOfCaller<E, 'investor'>;
  staff: ContextOfCaller<E, 'staff'>;
  'offer link': E['opensTransactions'] extends true ? OpeningLinkContext<E> : LinkContext<E>;
  'bank link': E['opensTransactions'] extends true ? OpeningLinkContext<E> : LinkContext<E>;
  'service token': E['takes'] extends 'rows' ? RowsContext<E> : OperatorContext<E>;
}

export type Handler<E extends Endpoint> = (context: ContextOf<E>[E['access']]) => Promise<Answer<E>>;

// Inside, where the endpoint's own types are no longer known.
export type AnyContext = ContextOf<Endpoint>[Endpoint['access']];
export type AnyHandler = (context: AnyContext) => Promise<unknown>;

export const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
  ({ params: request.params, query: request.query, body: request.body, request, reply }) as Context<Endpoint>;
