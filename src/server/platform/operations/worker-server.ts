import Fastify from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createRegistry, measureDependencies, measurePool } from './metrics.ts';
import { measureQueue } from './queue-metrics.ts';
import { type DependencyClients, watchDependencies } from './readiness.ts';
import { addOperationsRoutes } from './routes.ts';

interface WorkerServerDeps extends DependencyClients {
  db: Database;
  lifecycle: Lifecycle;
  jobs: readonly Job[];
  isWorking: () => boolean;
}

interface WorkerServer {
  metrics: Registry;
  listen(port: number, host: string): Promise<void>;
  close(): Promise<void>;
}

/** A worker serves no users; its HTTP server has only the operator's routes. */
export async function startWorkerServer(deps: WorkerServerDeps): Promise<WorkerServer> {
  const app = Fastify({ loggerInstance: deps.logger });
  const metrics = createRegistry();
  const dependencies = watchDependencies(deps);
  measurePool(metrics, deps.db);
  measureDependencies(metrics, dependencies);
  measureQueue(metrics, deps.operationsDb, deps);
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ status: 'not found' }));
  addOperationsRoutes(app, { lifecycle: deps.lifecycle, dependencies, metrics });
  return {
    metrics,
    listen: async (port, host) => void (await app.listen({ port, host })),
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
