import type * as z from 'zod/mini';
import type { AuditAction } from './audit-actions.ts';
import type { RefusalCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call. `anyone`: no session needed. `cookie`: the session cookie alone, same origin only.
 * `member`: bearer token and X-TENANT of a live session with a membership in that tenant.
 * `offer link`, `bank link`: no session; the token of a link of that kind, as `Authorization: Link …` or, where the path or the
 * body has it, there.
 * `service token`: a system of the funder, with a token that was issued for the endpoint's scope. The token names its tenant.
 */
export type Access = 'anyone' | 'cookie' | 'member' | 'offer link' | 'bank link' | 'service token';

/** What a user may owe. Until it is done, only the endpoints that name it are answered. */
export type Duty = 'password change' | 'second factor';

type Schema = z.ZodMiniType;

/** A file that came among the fields of a form. */
export interface FileInParts {
  name: string;
  size: number;
  fields: Readonly<Record<string, string>>;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path parameters are written `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** What a service token must have been issued for. */
  readonly scope?: Scope;
  /** A POST, by the older system's habit, that changes nothing: its transaction is read-only like a GET's. */
  readonly reads?: true;
  /** What the changes that it makes leave in the audit trail, each in the change's own transaction. */
  readonly records?: readonly AuditAction[];
  /** Where it only reads: what its use leaves in the audit trail, before anything is answered. */
  readonly recordsUse?: AuditAction;
  /** Sent with an Idempotency-Key: the same key again gets the same answer and changes nothing. */
  readonly isCommand?: true;
  /** Of a command that older clients send without a key. */
  readonly isKeyOptional?: true;
  /** Where the older call has a link's token, it stays there; otherwise it comes in a header. */
  readonly linkTokenIn?: 'path' | 'body';
  /** What may be refused besides what every endpoint of its access may refuse; for whoever reads the API's description. */
  readonly refusals?: readonly RefusalCode[];
  /** Where a request may be larger than usual. */
  readonly maxBodyBytes?: number;
  /** Waits for something outside the database, and so opens its transactions itself, before and after that. */
  readonly opensTransactions?: true;
  /** Takes its body as a stream, CSV or NDJSON, and works on it in transactions of its own. */
  readonly takes?: 'rows';
  /** Takes a file as multipart/form-data as well: of which part, and how its body reads where no bytes come along. */
  readonly takesFile?: { readonly partName: string; readonly announce: (file: FileInParts) => unknown };
  /** Taken from a form too, as pages without a script send one. Its fields are not read. */
  readonly takesForm?: true;
  /** Answers a file instead of `response`: a spreadsheet or a text that is made while it is sent, or one that is stored. */
  readonly downloads?: 'spreadsheet' | 'text' | 'stored file';
  /** Answered also while the user still owes these. */
  readonly openBefore?: readonly Duty[];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The wire on one side, the code's own names and types on the other. */
  readonly response: Schema;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Decoded<S> = S extends Schema ? z.output<S> : undefined;

/** What a handler receives and a caller passes, in the code's own types. */
export type Input<E extends Endpoint> = {
  params: Decoded<E['params']>;
  query: Decoded<E['query']>;
  body: Decoded<E['body']>;
};

export type Output<E extends Endpoint> = z.output<E['response']>;
