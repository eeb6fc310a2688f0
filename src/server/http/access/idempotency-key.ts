import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';

const KEY = /^[\x21-\x7e]{8,100}$/;

export function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) throw new Refusal('invalid_request');
  return key;
}
