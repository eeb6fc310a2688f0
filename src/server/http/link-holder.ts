import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Counts links that nobody was given, by the address they are tried from. Rejects with a refusal when there are too many. */
export interface GuessCounter {
  linkGuessed(address: string): Promise<void>;
}

const LINK = /^Link ([\w-]{1,200})$/;

/** In the path where the older address has it there, otherwise in a header, which no log and no history keeps. */
export function readLinkToken(request: FastifyRequest): string {
  const { linkToken } = (request.params ?? {}) as { linkToken?: string };
  return linkToken ?? LINK.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

const KEY = /^[\x21-\x7e]{8,100}$/;

export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('invalid_request');
  return key;
}
