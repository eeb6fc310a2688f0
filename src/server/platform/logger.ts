import { trace } from '@opentelemetry/api';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type LoggerOptions } from 'pino';

/** Logs name what happened, never who: of requests, answers and errors only the fields listed here are written. */
export function createLogger(level: string, destination?: NodeJS.WritableStream): FastifyBaseLogger {
  const options: LoggerOptions = {
    level,
    mixin: traceFields,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply: FastifyReply) => ({ status: reply.statusCode }),
      err: (error: Error & { code?: string }) => ({
        type: error.name,
        code: error.code,
        stack: framesOf(error),
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Which trace a line belongs to, where there is one. */
function traceFields(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** The frames without the message: a database's message may quote a value. */
function framesOf(error: Error): string | undefined {
  return error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}
