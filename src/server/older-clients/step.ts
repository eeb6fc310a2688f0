import type { Answer, Call } from './client.ts';
import type { OlderBook } from './older-book.ts';

/** What the client has learned on its way; the ids of its own user are texts, as a browser's storage gives them back. */
export interface Known extends OlderBook {
  call: Call;
  /** The headers of somebody who is signed in: the token and the tenant. */
  member: Record<string, string>;
  userId: string;
  syndicateId: string;
  /** Solved anew for each use. */
  captcha(): Promise<string>;
}

export interface Step {
  /** As docs/calls.md writes it. */
  call: string;
  /** What the request has that the specification does not ask for; the note of the call names each. */
  ours?: readonly string[];
  /** What to call in its place. */
  instead?: string;
  /** None where there is no path to call: one was never written down, one is somebody else's. */
  send?(known: Known): Promise<Answer>;
  /** Fields that the specification's client reads, as paths into the answer. */
  reads?: readonly string[];
  /** The entities of appendix C that the answer holds, and where. */
  holds?: Readonly<Record<string, string>>;
  /** A file instead of JSON: the beginning of its name. */
  downloads?: string;
}
