import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** The disk of temporary files. On a single machine it is usually that of the database too. */
export function measureDisk(registry: Registry): void {
  new Gauge({
    name: 'portal_disk_free_ratio',
    help: 'The free share of the disk on which temporary files are',
    registers: [registry],
    async collect() {
      const { bavail, blocks } = await statfs(tmpdir());
      this.set(blocks === 0 ? 1 : bavail / blocks);
    },
  });
}

/** The scanner is asked at each scrape. Where it does not answer, or has no date, there is no figure. */
export function measureSignatures(
  registry: Registry,
  scanner: { signedAt(): Promise<Date | undefined> },
): void {
  const gauge = new Gauge({
    name: 'portal_virus_signatures_timestamp_seconds',
    help: 'When the signatures of the virus scanner were made',
    registers: [registry],
    async collect() {
      const at = await scanner.signedAt().catch(() => undefined);
      if (at) this.set(at.getTime() / 1000);
      else this.remove();
    },
  });
  gauge.remove();
}
