import { trace } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type LoggerOptions } from 'pino';
import { describeError } from './logged-error.ts';

/** Logs say what happened but never to whom. Only the listed fields of requests, answers and errors are written. */
export function createLogger(level: string, destination?: NodeJS.WritableStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    mixin: traceFields,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
      err: describeError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Says something now, and again at the earliest after this time, with how often it was left unsaid meanwhile. */
export function sayingSometimes(everyMs: number): (say: (unsaid: number) => void) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (say) => {
    if (performance.now() - saidAt < everyMs) {
      unsaid += 1;
      return;
    }
    say(unsaid);
    saidAt = performance.now();
    unsaid = 0;
  };
}

/** The ids of the current trace, if there is one. */
function traceFields(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
