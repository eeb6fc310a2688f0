import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { ReadOnlyDatabaseError } from '../db/outages.ts';
import { requireWritable } from '../db/writable.ts';
import type { FileStorage } from '../integrations/file-storage.ts';
import type { Mailer } from '../integrations/mail.ts';
import type { VirusScanner } from '../integrations/virus-scan.ts';

export interface DependencyClients {
  /** A separate pool, so that a busy one is not mistaken for a database that is down. */
  operationsDb: Database;
  fileStorage: FileStorage;
  mailer: Mailer;
  virusScanner: VirusScanner;
  logger: FastifyBaseLogger;
  /** Of a worker: whether it takes jobs from the queue. */
  isWorking?: () => boolean;
}

/**
 * Without a needed dependency no request can be answered, so the load balancer should use another process. The others are shared
 * by every process: taking processes out because one is down would turn a nuisance into an outage.
 */
interface Dependency {
  isNeeded?: true;
  check(): Promise<unknown>;
}

export type DependencyState = 'up' | 'read only' | 'down';

export interface Readiness {
  isReady: boolean;
  dependencies: Record<string, DependencyState>;
}

const PATIENCE_MS = 3_000;
/** How long the state of a dependency that is not needed is reused, because load balancers ask every few seconds. */
const GOOD_FOR_MS = 10_000;

export type Dependencies = ReturnType<typeof watchDependencies>;

export function watchDependencies({
  operationsDb,
  fileStorage,
  mailer,
  virusScanner,
  logger,
  isWorking,
}: DependencyClients) {
  const dependencies: Record<string, Dependency> = {
    database: { isNeeded: true, check: () => requireWritable(operationsDb) },
    queue: {
      isNeeded: true,
      check: () => sql`select from graphile_worker._private_jobs limit 1`.execute(operationsDb),
    },
    files: { check: () => fileStorage.ping() },
    mail: { check: () => mailer.ping() },
    'virus scan': { check: () => virusScanner.ping() },
    ...(isWorking && { 'job runner': { isNeeded: true, check: async () => requireWorking(isWorking()) } }),
  };
  const known = new Map<string, { state: DependencyState; at: number }>();

  async function stateOf(name: string, { isNeeded, check }: Dependency): Promise<DependencyState> {
    const last = known.get(name);
    if (last && !isNeeded && performance.now() - last.at < GOOD_FOR_MS) return last.state;
    let state: DependencyState = 'up';
    try {
      await inTime(check());
    } catch (err) {
      state = err instanceof ReadOnlyDatabaseError ? 'read only' : 'down';
      if (last?.state !== state) logger.error({ err, dependency: name }, `a dependency is ${state}`);
    }
    if (state === 'up' && last && last.state !== 'up')
      logger.info({ dependency: name }, 'a dependency is up again');
    known.set(name, { state, at: performance.now() });
    return state;
  }

  return {
    async readiness(): Promise<Readiness> {
      const entries = Object.entries(dependencies);
      const states = await Promise.all(entries.map(([name, dependency]) => stateOf(name, dependency)));
      return {
        isReady: entries.every(([, { isNeeded }], index) => !isNeeded || states[index] === 'up'),
        dependencies: Object.fromEntries(entries.map(([name], index) => [name, states[index] ?? 'down'])),
      };
    },
  };
}

function requireWorking(isWorking: boolean): void {
  if (!isWorking) throw new Error('The worker takes no jobs.');
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const tooLate = setTimeout(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('A dependency did not answer in time.');
  });
  try {
    await Promise.race([check, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    late.abort();
    check.catch(() => undefined);
  }
}
