import type { Answer, Call } from './client.ts';
import type { OlderBook } from './older-book.ts';

/** What the client has learned so far. The ids of its own user are text, because a browser's storage returns text. */
export interface Known extends OlderBook {
  call: Call;
  /** The headers of a signed-in user: the token and the tenant. */
  member: Record<string, string>;
  userId: string;
  syndicateId: string;
  /** Solves a new captcha for each use. */
  captcha(): Promise<string>;
}

export interface Step {
  /** The call as docs/calls.md writes it. */
  call: string;
  /** The fields of the request that the specification does not require. The call's note names each of them. */
  ours?: readonly string[];
  /** The call that replaces this one. */
  instead?: string;
  /** Missing when there is nothing to call, because the path was never documented or belongs to another system. */
  send?(known: Known): Promise<Answer>;
  /** The fields that the specification's client reads, as paths into the answer. */
  reads?: readonly string[];
  /** The entities of appendix C that the answer contains, and their paths. */
  holds?: Readonly<Record<string, string>>;
  /** The beginning of the file name, for a call that answers with a file instead of JSON. */
  downloads?: string;
}
