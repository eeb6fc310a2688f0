import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, Input, Output } from '../../shared/contract/endpoint.ts';
import type { PresentedLink } from '../identity/capabilities.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { SentFile } from '../platform/http/sent-files.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import type { Download, STREAMED } from '../platform/http/streams.ts';
import type { RowFormat } from '../platform/records/row-formats.ts';
import type { Caller } from './caller.ts';
import type { InTransaction } from './own-transactions.ts';
import type { RecordUse } from './recorded-use.ts';

interface Context<E extends Endpoint> extends Input<E> {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Where the endpoint opens its transactions itself: who is calling, as found before the handler began. Each transaction finds them
 * anew, and refuses whoever has been shut out meanwhile.
 */
interface OpeningMemberContext<E extends Endpoint> extends Context<E> {
  caller: Caller;
  inTransaction: InTransaction<Caller>;
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

interface ContextOf<E extends Endpoint> {
  anyone: Context<E>;
  cookie: Context<E>;
  member: E['opensTransactions'] extends true ? OpeningMemberContext<E> : MemberContext<E>;
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
