import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Database } from '../platform/db/database.ts';
import { STREAMED } from '../platform/http/streams.ts';
import type { AnyHandler } from './contexts.ts';

/** Counts links that nobody was given, by the address they are tried from. Rejects with a refusal when there are too many. */
export interface GuessCounter {
  linkGuessed(address: string): Promise<void>;
}

export interface Http {
  app: FastifyInstance;
  db: Database;
  guesses: GuessCounter;
}

/** What answers an endpoint's requests: lets in whom its access names, and has the handler answer. */
export type Guard = (
  http: Http,
  endpoint: Endpoint,
  handle: AnyHandler,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Sent while it is made: what fails then can no longer be answered otherwise. */
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
    // The answer has begun: there is no other way left to tell the reader than to break it off.
    request.log.warn({ err: error }, 'an answer broke off');
    return undefined;
  }
}

export const isReading = ({ method, reads }: Endpoint): boolean => method === 'GET' || reads === true;

export const isMadeWhileSent = ({ downloads }: Endpoint): boolean =>
  downloads === 'spreadsheet' || downloads === 'text';
