import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Counts links that nobody was given, by the address they are tried from. Rejects with a refusal when there are too many. */
export interface GuessCounter {
  linkGuessed(address: string): Promise<void>;
}

const LINK = /^Link ([\w-]{1,200})$/;

/** In the path or the body where the older call has it there, otherwise in a header, which no log and no history keeps. */
export function readLinkToken(request: FastifyRequest): string {
  const inPath = (request.params ?? {}) as { linkToken?: string };
  const inBody = (request.body ?? {}) as { linkToken?: string };
  return inPath.linkToken ?? inBody.linkToken ?? LINK.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

const KEY = /^[\x21-\x7e]{8,100}$/;

export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Refusal('invalid_request', {
      message: 'An Idempotency-Key of 8 to 100 characters is needed.',
    });
  return key;
}
