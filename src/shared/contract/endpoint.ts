import type * as z from 'zod/mini';
import type { GuestPart } from '../domain/guest-parts.ts';
import type { CallerKind, Permission } from '../domain/permissions.ts';
import type { AuditAction } from './audit-actions.ts';
import type { RefusalCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call an endpoint.
 * `anyone`: no session is needed.
 * `cookie`: the session cookie alone is enough, from the same origin only.
 * `investor`, `staff`: the bearer token and X-TENANT of a live session. Its user must have a membership of that kind in that
 * tenant, with the permissions that the endpoint needs.
 * `investor or staff`: the same, of either kind.
 * `guest`: the same, of somebody whom an investor let in. Where other callers are asked for, guests answer to `guests`.
 * `offer link`, `bank link`: no session, but the token of a link of that kind. It is sent as `Authorization: Link …` unless the
 * endpoint has it in the path or the body.
 * `service token`: a system of the funder, with a token that was issued for the endpoint's scope. The token names its tenant.
 */
export type AllowedCaller =
  | 'anyone'
  | 'cookie'
  | SessionAccess
  | 'offer link'
  | 'bank link'
  | 'service token';

/** Who may call an endpoint that asks for a session. */
export type SessionAccess = CallerKind | 'investor or staff';

export const isForSession = (access: AllowedCaller): access is SessionAccess =>
  access === 'investor' || access === 'staff' || access === 'investor or staff' || access === 'guest';

export const isReading = ({ method, reads }: Endpoint): boolean => method === 'GET' || reads === true;

/** Whether the same request may be sent again by itself when nobody knows what became of the first. */
export const mayRepeat = (endpoint: Endpoint): boolean =>
  isReading(endpoint) || endpoint.isCommand === true || endpoint.isRepeatable === true;

/** What a user may have to do first. Until it is done, only endpoints that list it in `openBefore` answer. */
export type Duty = 'password change' | 'second factor';

type Schema = z.ZodMiniType;

/** A file from a multipart form. */
export interface FileInParts {
  name: string;
  size: number;
  fields: Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters are written `:name`. */
  readonly path: `/${string}`;
  readonly access: AllowedCaller;
  readonly summary: string;
  /** The scope that a service token needs. */
  readonly scope?: Scope;
  /**
   * What lets guests of investors call it as well: a part of the book that was opened to them, or that it is about nothing but
   * their own account. Without it, guests are refused.
   */
  readonly guests?: GuestPart | 'own account';
  /** The permissions that the caller must hold, all of them. They are checked before the handler runs. */
  readonly needs?: readonly Permission[];
  /**
   * Whoever has a second factor must have shown it in the session within the last minutes. `true` is checked before the handler
   * runs. For `some changes`, the handler checks it, because only some of what the endpoint changes is sensitive.
   */
  readonly needsFreshFactor?: true | 'for some changes';
  /** True for a POST that changes nothing. Its transaction is read-only like that of a GET, and the browser repeats it like one. */
  readonly reads?: true;
  /** Reads in several statements what has to agree, so that nothing that is posted in between may be seen by some of them only. */
  readonly readsOneMoment?: true;
  /** The audit events of the changes it makes, each recorded in the transaction of the change. */
  readonly records?: readonly AuditAction[];
  /** For an endpoint that only reads: the audit event that is recorded before the answer is sent. */
  readonly recordsUse?: AuditAction;
  /** The request carries an Idempotency-Key. The same key again gets the same answer and changes nothing. */
  readonly isCommand?: true;
  /**
   * True for a change that needs no key: the same request again changes nothing more and gets the same answer. The browser repeats
   * it by itself when the server did not answer.
   */
  readonly isRepeatable?: true;
  /** True for a command that older clients send without an Idempotency-Key. */
  readonly isKeyOptional?: true;
  /** Where a call of the older system carries the token of a link. All others send it in a header. */
  readonly linkTokenIn?: 'path' | 'body';
  /**
   * The refusals beyond those that every endpoint with this `access` can give. They are listed in the API
   * documentation.
   */
  readonly refusals?: readonly RefusalCode[];
  /**
   * The size limit of a request that may be larger than usual.
   * Its sender is let in before it is read.
   */
  readonly maxBodyBytes?: number;
  /**
   * True for an endpoint that waits for something outside the database, so it opens its transactions itself, before and after
   * that.
   */
  readonly opensTransactions?: true;
  /** Accepts its body as a stream of CSV or NDJSON, and opens its own transactions. */
  readonly takes?: 'rows';
  /**
   * Also accepts a file as multipart/form-data: the name of the file's part, and how to read the body when no bytes
   * were sent.
   */
  readonly takesFile?: { readonly partName: string; readonly announce: (file: FileInParts) => unknown };
  /** Also accepts an HTML form, which a page without script sends. Its fields are ignored. */
  readonly takesForm?: true;
  /**
   * Answers with a file instead of `response`: a spreadsheet or text that is generated while it is sent, or a stored
   * file.
   */
  readonly downloads?: 'spreadsheet' | 'text' | 'stored file';
  /** Duties of the user that do not keep this endpoint from answering. */
  readonly openBefore?: readonly Duty[];
  /**
   * Changes how the user signs in, which is the same with every tenant. A session that was opened by a tenant's ticket is refused:
   * the tenant vouches for the user in its own portal only.
   */
  readonly changesAccount?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Converts between the wire and the code's own names and types. */
  readonly response: Schema;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Decoded<S> = S extends Schema ? z.output<S> : undefined;

/** What a handler receives and what a client passes, in the code's own types. */
export type Input<E extends Endpoint> = {
  params: Decoded<E['params']>;
  query: Decoded<E['query']>;
  body: Decoded<E['body']>;
};

export type Output<E extends Endpoint> = z.output<E['response']>;
