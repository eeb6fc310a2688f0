import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/v4/core';
import { refusalBody } from '../../../shared/contract/errors.ts';
import { movingRefusalOf } from '../cells/moving-refusal.ts';
import { Refusal } from '../errors.ts';

/** Every failure is answered in one way: a stable code and plain words for the caller; the details go to the log only. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500 && refusal.code !== 'tenant_moving')
      request.log.error({ err: error }, 'request failed');
    return sendRefusal(request, reply, refusal);
  });
}

/** Answers an address that cannot be parsed and therefore matches no route. */
export const refuseAddress = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  void sendRefusal(request, reply, new Refusal('invalid_request'));
};

export const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(request, reply, new Refusal('not_found'));

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { code, message, retryAfterSeconds, methods } = refusal;
  reply.refusalCode = code;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  // A person who opens a call in a tab, such as the link to a file, gets text to read instead of JSON.
  if (request.headers['sec-fetch-dest'] === 'document')
    return reply.status(refusal.status).type('text/plain; charset=utf-8').serializer(String).send(message);
  const body = z.encode(refusalBody, { code, message, requestId: request.id, retryAfterSeconds, methods });
  return reply.status(refusal.status).type('application/json').serializer(JSON.stringify).send(body);
}

/** PostgreSQL stores no text with a zero byte, and only the caller could have sent one. */
const NO_TEXT = '22021';

function toRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // Only what Fastify found wrong with the request is the caller's fault. An answer that breaks the contract is ours.
  const isCallersFault = 'validationContext' in error;
  if (isCallersFault || (error.statusCode !== undefined && error.statusCode < 500))
    return new Refusal('invalid_request');
  if (error.code === NO_TEXT) return new Refusal('invalid_request');
  const moving = movingRefusalOf(error);
  if (moving) return moving;
  return new Refusal('unexpected');
}
