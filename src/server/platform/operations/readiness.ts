import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { FileStorage } from '../integrations/file-storage.ts';
import type { Mailer } from '../integrations/mail.ts';
import type { VirusScanner } from '../integrations/virus-scan.ts';

export interface PartDeps {
  /** Of its own, so that a busy pool is not taken for a database that is down. */
  operationsDb: Database;
  fileStorage: FileStorage;
  mailer: Mailer;
  virusScanner: VirusScanner;
  logger: FastifyBaseLogger;
}

/**
 * Without a needed part no request can be answered, so a balancer should look elsewhere. The others are shared by every process:
 * taking processes away because one is down would make an outage of a nuisance.
 */
interface Part {
  isNeeded?: true;
  check(): Promise<unknown>;
}

export type PartState = 'up' | 'down';

export interface Readiness {
  isReady: boolean;
  parts: Record<string, PartState>;
}

const PATIENCE_MS = 3_000;
/** How long an answer of a part that is not needed counts: a balancer asks every few seconds. */
const GOOD_FOR_MS = 10_000;

export type Parts = ReturnType<typeof watchParts>;

export function watchParts({ operationsDb, fileStorage, mailer, virusScanner, logger }: PartDeps) {
  const parts: Record<string, Part> = {
    database: { isNeeded: true, check: () => sql`select 1`.execute(operationsDb) },
    queue: {
      isNeeded: true,
      check: () => sql`select from graphile_worker._private_jobs limit 1`.execute(operationsDb),
    },
    files: { check: () => fileStorage.ping() },
    mail: { check: () => mailer.ping() },
    'virus scan': { check: () => virusScanner.ping() },
  };
  const known = new Map<string, { state: PartState; at: number }>();

  async function stateOf(name: string, { isNeeded, check }: Part): Promise<PartState> {
    const last = known.get(name);
    if (last && !isNeeded && performance.now() - last.at < GOOD_FOR_MS) return last.state;
    let state: PartState = 'up';
    try {
      await inTime(check());
    } catch (err) {
      state = 'down';
      if (last?.state !== 'down') logger.error({ err, part: name }, 'a part is down');
    }
    if (state === 'up' && last?.state === 'down') logger.info({ part: name }, 'a part is up again');
    known.set(name, { state, at: performance.now() });
    return state;
  }

  return {
    async readiness(): Promise<Readiness> {
      const entries = Object.entries(parts);
      const states = await Promise.all(entries.map(([name, part]) => stateOf(name, part)));
      return {
        isReady: entries.every(([, { isNeeded }], index) => !isNeeded || states[index] === 'up'),
        parts: Object.fromEntries(entries.map(([name], index) => [name, states[index] ?? 'down'])),
      };
    },
  };
}

async function inTime(check: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  const tooLate = setTimeout(PATIENCE_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error('A part did not answer in time.');
  });
  try {
    await Promise.race([check, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    late.abort();
    check.catch(() => undefined);
  }
}
