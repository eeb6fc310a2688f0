import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Lifecycle } from './lifecycle.ts';
import type { Dependencies } from './readiness.ts';
import { readVersion } from './version.ts';

export interface Operations {
  lifecycle: Lifecycle;
  dependencies: Dependencies;
  metrics: Registry;
}

/** Monitors call a process by its IP address or an internal name, so any host is accepted. */
const BESIDE_THE_PORTAL = { schema: { hide: true }, config: { isForAnyHost: true } } as const;

/** For the operator and the load balancer; the reverse proxy hides these routes from the internet. */
export function addOperationsRoutes(
  app: FastifyInstance,
  { lifecycle, dependencies, metrics }: Operations,
): void {
  const version = readVersion();
  app.get('/healthz', { logLevel: 'silent', ...BESIDE_THE_PORTAL }, async () => ({
    status: 'up',
    ...version,
  }));

  app.get('/readyz', { logLevel: 'error', ...BESIDE_THE_PORTAL }, async (_request, reply) => {
    if (lifecycle.isStopping) return reply.status(503).send({ status: 'shutting down' });
    const { isReady, dependencies: states } = await dependencies.readiness();
    const status = isReady ? 'ready' : 'not ready';
    return reply.status(isReady ? 200 : 503).send({ status, dependencies: states });
  });

  app.get('/metrics', { logLevel: 'silent', ...BESIDE_THE_PORTAL }, async (_request, reply) => {
    const text = await metrics.metrics();
    return reply.type(metrics.contentType).send(text);
  });
}
