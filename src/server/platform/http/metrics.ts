import { trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isForSession } from '../../../shared/contract/endpoint.ts';
import type { RefusalCode } from '../../../shared/contract/errors.ts';

declare module 'fastify' {
  interface FastifyReply {
    refusalCode: RefusalCode | null;
  }
}

/**
 * Time per route and refusals per code for Prometheus. The Server-Timing header has the time of an answer to somebody who is
 * signed in: strangers could measure with it, to a hundredth of a millisecond, what exists.
 */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  // One is enough for an alert, and the first would be no increase of a series that begins with it.
  for (const route of ['/api/syndicate/bank_change/cancel', '/api/syndicate/bank_change/cancel_by_link'])
    duration.zero({ method: 'POST', route, status: 200 });
  const refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Answers that refuse, by their stable code; unexpected is our own fault, temporarily_unavailable the database’s',
    labelNames: ['code'],
    registers: [registry],
  });
  for (const code of ['unexpected', 'temporarily_unavailable']) refusals.inc({ code }, 0);
  app.decorateReply('refusalCode', null);
  app.addHook('onRequest', (request, _reply, done) => {
    // A trace names the route and never the URL, which may contain an e-mail address.
    const { url } = request.routeOptions;
    const span = trace.getActiveSpan();
    if (url) span?.updateName(`${request.method} ${url}`).setAttribute('http.route', url);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint && isForSession(endpoint.access) && reply.statusCode < 400)
      reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(2)}`);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.refusalCode) refusals.inc({ code: reply.refusalCode });
    const labels = { method: request.method, route: routeOf(reply), status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

/** Each file of the browser app is a route of its own; they are counted as one. */
function routeOf({ request }: FastifyReply): string {
  const url = request.routeOptions.url ?? 'unknown';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}
