import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Deps } from '../app.ts';

/** For the operator and its load balancer; the reverse proxy keeps these from the outside. */
export function addOperationsRoutes(app: FastifyInstance, deps: Deps, metrics: Registry): void {
  app.get('/healthz', { logLevel: 'silent', schema: { hide: true } }, async () => ({ status: 'up' }));

  app.get('/readyz', { logLevel: 'error', schema: { hide: true } }, async (request, reply) => {
    const checks = {
      database: () => sql`select 1`.execute(deps.db),
      files: () => deps.fileStorage.ping(),
      mail: () => deps.mailer.ping(),
      'virus scan': () => deps.virusScanner.ping(),
    };
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'up'] as const;
        } catch (err) {
          request.log.error({ err, part: name }, 'a part is not ready');
          return [name, 'down'] as const;
        }
      }),
    );
    const isReady = states.every(([, state]) => state === 'up');
    return reply.status(isReady ? 200 : 503).send(Object.fromEntries(states));
  });

  app.get('/metrics', { logLevel: 'silent', schema: { hide: true } }, async (_request, reply) => {
    const text = await metrics.metrics();
    return reply.type(metrics.contentType).send(text);
  });
}
