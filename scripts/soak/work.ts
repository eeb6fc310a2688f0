import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postAndRecord } from '../../src/server/features/posting/post-and-record.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { createBroker, createOpenOffer } from '../../src/server/testing/offers.ts';
import { createPayingBook, writeDay } from '../../src/server/testing/posting-book.ts';
import { urlOf } from '../../src/server/testing/test-database.ts';
import { keepAsking } from '../shutdown/readers.ts';
import { type Connection, fetchFrom, openPortal } from '../shutdown/visitor.ts';

const run = promisify(execFile);

/** An access token is valid for five minutes, so each visit is shorter. */
const VISIT_MS = 4 * 60_000;
const BETWEEN_ACCEPTANCES_MS = 1_500;
const BETWEEN_DAYS_MS = 60_000;
const DEALS = 300;

export interface Done {
  requests: number;
  exports: number;
  acceptances: number;
  entries: number;
  failures: string[];
}

/** Investors who read and download, brokers who accept, and a day's file each minute, until it is told to end. */
export async function startWork(
  name: string,
  settings: Record<string, string>,
  connection: Connection,
  readers: number,
) {
  const done: Done = { requests: 0, exports: 0, acceptances: 0, entries: 0, failures: [] };
  const owner = openDatabase(urlOf('DATABASE_OWNER_URL', name), { maxConnections: 2 });
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-'));
  const tenantId = await createPayingBook(owner, DEALS);
  const stopped = new AbortController();
  const pause = (ms: number) => setTimeout(ms, undefined, { signal: stopped.signal }).catch(() => undefined);
  const isOver = () => stopped.signal.aborted;
  const portal = (...args: readonly string[]) =>
    run(process.execPath, ['src/server/cli.ts', ...args], { env: { ...process.env, ...settings } });

  async function visit(): Promise<void> {
    while (!isOver()) {
      const load = keepAsking(await openPortal(connection), readers);
      await pause(VISIT_MS);
      const { sent, exports, failures } = await load.end();
      done.requests += sent;
      done.exports += exports;
      done.failures.push(...failures);
    }
  }

  async function accept(): Promise<void> {
    const agent = connection.newAgent();
    while (!isOver()) {
      const broker = createBroker(through(connection, agent), await createOpenOffer(owner, tenantId));
      const [opened, accepted] = [await broker.open(), await broker.accept()];
      if (opened.ok && accepted.ok) done.acceptances += 1;
      else done.failures.push(`an offer answered ${opened.status}, its acceptance ${accepted.status}`);
      await pause(BETWEEN_ACCEPTANCES_MS);
    }
    agent.destroy();
  }

  async function post(db: Database): Promise<void> {
    for (let day = 1; !isOver(); day += 1) {
      const file = path.join(folder, `day-${day}.csv`);
      await writeDay(db, tenantId, file, `S${day}`, DEALS);
      const operator = { via: 'command line', name: 'soak' } as const;
      await postAndRecord(db, tenantId, file, { operator, file: path.basename(file), confirm: 'all' });
      done.entries += DEALS;
      await pause(BETWEEN_DAYS_MS);
    }
  }

  const all = [visit(), accept(), post(owner)];
  const failed = Promise.all(all);
  failed.catch((error) => done.failures.push(String(error)));
  return {
    done,
    reconcile: async () => (await portal('reconcile')).stdout.trim(),
    async end() {
      stopped.abort();
      await Promise.allSettled(all);
      await owner.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

/** The tests' broker, through the proxy. */
const through = (connection: Connection, agent: ReturnType<Connection['newAgent']>) => ({
  async fetch(address: string, { method, headers, body }: RequestInit = {}): Promise<Response> {
    const answer = await fetchFrom(connection, agent, {
      path: address,
      ...(method && { method }),
      ...(body && { body: JSON.parse(String(body)) as object }),
      headers: { ...(headers as Record<string, string>), origin: connection.origin },
    });
    return new Response(new Uint8Array(answer.body), { status: answer.status });
  },
});
