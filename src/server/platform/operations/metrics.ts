import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type Database, poolStateOf } from '../db/database.ts';
import type { Dependencies } from './readiness.ts';
import { readVersion } from './version.ts';

/** A registry with Node's default metrics. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  tellVersion(registry);
  return registry;
}

/** Always 1: what it tells is in its labels, so that a graph shows when which version was running. */
function tellVersion(registry: Registry): void {
  const { version, commit } = readVersion();
  new Gauge({
    name: 'portal_build_info',
    help: 'The version of the program and the commit that it was built from',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? 'unknown' }, 1);
}

/** The connection pool of requests and jobs, including how many wait for a connection. */
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

export function measureDependencies(registry: Registry, dependencies: Dependencies): void {
  new Gauge({
    name: 'portal_dependency_up',
    help: '1 when something that the portal depends on answers, 0 when it does not',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      const { dependencies: states } = await dependencies.readiness();
      for (const [dependency, state] of Object.entries(states))
        this.set({ dependency }, state === 'up' ? 1 : 0);
    },
  });
}
