import type { FastifyInstance } from 'fastify';

/** Whether the process is on its way out. */
export interface Lifecycle {
  isStopping: boolean;
}

/** From the moment a process is told to stop, each answer asks its client to come back on another connection. */
export function askToReconnect(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping) reply.header('connection', 'close');
  });
}
