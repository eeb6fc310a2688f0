import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Database } from '../platform/db/database.ts';
import { STREAMED } from '../platform/http/streams.ts';
import type { AnyHandler } from './contexts.ts';

/** Counts unknown links by the address that tries them. It rejects with a refusal when there are too many. */
export interface GuessCounter {
  linkGuessed(address: string): Promise<void>;
}

export interface GuardNeeds {
  db: Database;
  guesses: GuessCounter;
}

export interface Http extends GuardNeeds {
  app: FastifyInstance;
  /** The handler of each registered endpoint, for pages that arrive with the answers of their first calls. */
  handlers: Map<Endpoint, AnyHandler>;
}

/** Answers an endpoint's requests: it checks the caller against the endpoint's access and then runs the handler. */
export type Guard = (
  http: Http,
  endpoint: Endpoint,
  handle: AnyHandler,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Lets whoever sends a request in by what its headers and address say, and refuses everybody else. */
export type Admission = (
  http: GuardNeeds,
  endpoint: Endpoint,
) => (request: FastifyRequest) => Promise<unknown>;

/** An answer is sent while it is generated, so an error that occurs later cannot become another answer. */
export async function unlessBrokenOff(
  request: FastifyRequest,
  reply: FastifyReply,
  answered: Promise<unknown>,
) {
  try {
    const answer = await answered;
    return answer === STREAMED ? undefined : answer;
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    // The answer has already begun, so closing the connection is the only way to tell the reader that it failed.
    request.log.warn({ err: error }, 'an answer broke off');
    return undefined;
  }
}

export const isMadeWhileSent = ({ downloads }: Endpoint): boolean =>
  downloads === 'spreadsheet' || downloads === 'text';
