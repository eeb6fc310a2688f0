import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/v4/core';
import { refusalBody } from '../../../shared/contract/refusal-body.ts';
import { isCollision, isOutage } from '../db/outages.ts';
import { Refusal } from '../errors.ts';
import { sayingSometimes } from '../logger.ts';

/** Every failure is answered in one way: a stable code and plain words for the caller; the details go to the log only. */
export function handleErrors(app: FastifyInstance): void {
  // An outage fails every request in the same way, so it is not said for each of them.
  const sayOutage = sayingSometimes(OUTAGE_LOG_MS);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === 'temporarily_unavailable')
      sayOutage((unsaid) =>
        request.log.error({ err: error, unsaid }, 'the database is away, so requests are refused'),
      );
    else if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    return sendRefusal(request, reply, refusal);
  });
}

const OUTAGE_LOG_MS = 30_000;
/** A switch to another primary takes some seconds. A client that comes too early is told once more. */
const OUTAGE_RETRY_SECONDS = 3;
const COLLISION_RETRY_SECONDS = 1;

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
  if (isOutage(error))
    return new Refusal('temporarily_unavailable', { retryAfterSeconds: OUTAGE_RETRY_SECONDS });
  // PostgreSQL has undone this transaction for the sake of another one, which is over by the next try.
  if (isCollision(error)) return new Refusal('server_busy', { retryAfterSeconds: COLLISION_RETRY_SECONDS });
  return new Refusal('unexpected');
}
