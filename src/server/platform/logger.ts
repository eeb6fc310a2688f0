import { trace } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type LoggerOptions } from 'pino';
import { describeError } from './logged-error.ts';

/** Logs name what happened, never who: of requests, answers and errors only listed fields are written. */
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

/** Which trace a line belongs to, where there is one. */
function traceFields(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
