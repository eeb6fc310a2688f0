import type { FastifyRequest } from 'fastify';
import { Refusal } from '../platform/errors.ts';

const KEY = /^[\x21-\x7e]{8,100}$/;

export function readIdempotencyKey(request: FastifyRequest, isOptional = false): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined && isOptional) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Refusal('invalid_request', {
      message: 'An Idempotency-Key of 8 to 100 characters is needed.',
    });
  return key;
}
