import Fastify from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createRegistry, measureParts, measurePool } from './metrics.ts';
import { measureQueue } from './queue-metrics.ts';
import { type PartDeps, watchParts } from './readiness.ts';
import { addOperationsRoutes } from './routes.ts';

interface WorkerDoorDeps extends PartDeps {
  db: Database;
  lifecycle: Lifecycle;
  jobs: readonly Job[];
}

interface WorkerDoor {
  metrics: Registry;
  listen(port: number, host: string): Promise<void>;
  close(): Promise<void>;
}

/** A worker answers nobody's requests; this is for its operator alone. */
export async function openWorkerDoor(deps: WorkerDoorDeps): Promise<WorkerDoor> {
  const app = Fastify({ loggerInstance: deps.logger });
  const metrics = createRegistry();
  const parts = watchParts(deps);
  measurePool(metrics, deps.db);
  measureParts(metrics, parts);
  measureQueue(metrics, deps.operationsDb, deps);
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ status: 'not found' }));
  addOperationsRoutes(app, { lifecycle: deps.lifecycle, parts, metrics });
  return {
    metrics,
    listen: async (port, host) => void (await app.listen({ port, host })),
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
