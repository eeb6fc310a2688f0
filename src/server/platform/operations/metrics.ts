import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type Database, poolStateOf } from '../db/database.ts';
import type { Parts } from './readiness.ts';

/** Node's own figures, for each process. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** The pool that requests and jobs use: who waits for a connection waits here. */
export function measurePool(registry: Registry, db: Database): void {
  new Gauge({
    name: 'portal_database_connections',
    help: 'Connections of the pool (total, idle), and who waits for one (waiting)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolStateOf(db))) this.set({ state }, count);
    },
  });
}

export function measureParts(registry: Registry, parts: Parts): void {
  new Gauge({
    name: 'portal_part_up',
    help: '1 when a part that the portal depends on answers, 0 when it does not',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      const { parts: states } = await parts.readiness();
      for (const [part, state] of Object.entries(states)) this.set({ part }, state === 'up' ? 1 : 0);
    },
  });
}
