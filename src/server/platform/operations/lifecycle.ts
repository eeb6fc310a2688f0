import type { FastifyInstance } from 'fastify';

/** Whether the process is shutting down. */
export interface Lifecycle {
  isStopping: boolean;
}

/** Once a process is stopping, each answer asks its client to reconnect, which leads to another process. */
export function askToReconnect(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.isStopping) reply.header('connection', 'close');
    done();
  });
}
