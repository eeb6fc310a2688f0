import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { createBroker, createOpenOffer } from '../../src/server/testing/offers.ts';
import { keepAsking } from '../shutdown/readers.ts';
import { type Connection, fetchFrom, openPortal } from '../shutdown/visitor.ts';

export interface Counts {
  requests: number;
  exports: number;
  signIns: number;
  acceptances: number;
  /** Files of pages, of whichever release. */
  files: number;
  longestMs: number;
  failures: string[];
}

interface Options {
  connection: Connection;
  owner: Database;
  readers: number;
  /** The files of the pages of the release that people have open. */
  filesOfOpenPages: readonly string[];
}

/** People who read tables, download, sign in, open pages and accept offers, until it is ended. Whatever is not as it should be is counted. */
export async function startLoad({ connection, owner, readers, filesOfOpenPages }: Options) {
  const counts: Counts = {
    requests: 0,
    exports: 0,
    signIns: 0,
    acceptances: 0,
    files: 0,
    longestMs: 0,
    failures: [],
  };
  let isOver = false;
  const since = new Date();
  const ask = async (agent: ReturnType<Connection['newAgent']>, path: string) => {
    counts.requests += 1;
    const started = performance.now();
    const answer = await fetchFrom(connection, agent, { path });
    counts.longestMs = Math.max(counts.longestMs, performance.now() - started);
    if (answer.status !== 200) counts.failures.push(`${path} answered ${answer.status}`);
    return answer;
  };
  async function repeat(pauseMs: number, act: (agent: ReturnType<Connection['newAgent']>) => Promise<void>) {
    const agent = connection.newAgent();
    while (!isOver) {
      await act(agent).catch((error: unknown) => counts.failures.push(String(error)));
      await setTimeout(pauseMs);
    }
    agent.destroy();
  }
  const askForFile = async (agent: ReturnType<Connection['newAgent']>, path: string) => {
    const { body } = await ask(agent, path);
    if (body.length === 0) counts.failures.push(`${path} is empty`);
    counts.files += 1;
  };

  /** A page is opened, and its files come from whichever process is asked. */
  const openPage = () =>
    repeat(20, async (agent) => {
      const { body } = await ask(agent, '/login');
      const files = new Set([...body.toString().matchAll(/\/assets\/[\w.-]+/g)].map(([file]) => file));
      if (files.size === 0) counts.failures.push('a page has no files');
      for (const file of files) await askForFile(agent, file);
    });
  /** A page that has been open since before: whatever it has not loaded yet, it asks for now. */
  const readOnOpenPage = () =>
    repeat(20, async (agent) => {
      const file = filesOfOpenPages[Math.floor(Math.random() * filesOfOpenPages.length)];
      await askForFile(agent, `/assets/${file}`);
    });
  const signIn = () =>
    repeat(500, async () => {
      counts.requests += 3;
      await openPortal(connection);
      counts.signIns += 1;
    });
  const visitor = await openPortal(connection);
  const accept = () =>
    repeat(100, async (agent) => {
      const offer = await createOpenOffer(owner, visitor.tenantId);
      counts.requests += 1;
      const fetch = async (path: string, init: RequestInit = {}) => {
        const { status, body } = await fetchFrom(connection, agent, {
          path,
          method: init.method ?? 'GET',
          ...(init.body && { body: JSON.parse(String(init.body)) as object }),
          headers: { ...(init.headers as Record<string, string>), origin: connection.origin },
        });
        return new Response(body as unknown as BodyInit, { status });
      };
      const answer = await createBroker({ fetch } as Parameters<typeof createBroker>[0], offer).accept(
        {},
        randomUUID(),
      );
      if (answer.status !== 200) counts.failures.push(`an acceptance was answered with ${answer.status}`);
      else counts.acceptances += 1;
    });
  const asking = keepAsking(visitor, readers);
  const everybody = [openPage(), openPage(), readOnOpenPage(), readOnOpenPage(), signIn(), accept()];
  return {
    /** How many requests were sent by those who do not only read. */
    counts,
    async end(): Promise<Counts> {
      isOver = true;
      await Promise.all(everybody);
      const tally = await asking.end();
      counts.requests += tally.sent;
      counts.exports += tally.exports;
      counts.failures.push(...tally.failures);
      counts.longestMs = Math.max(counts.longestMs, tally.longestMs);
      const made = await acceptedOf(owner, visitor.tenantId, since);
      if (made !== counts.acceptances)
        counts.failures.push(`${counts.acceptances} acceptances were acknowledged, and ${made} made`);
      return counts;
    },
  };
}

const acceptedOf = (owner: Database, tenantId: string, since: Date): Promise<number> =>
  withTenant(owner, tenantId, async (tx) => {
    const { made } = await tx
      .selectFrom('auditEvents')
      .select((eb) => eb.fn.countAll<bigint>().as('made'))
      .where('action', '=', 'offer accepted')
      .where('at', '>=', since)
      .executeTakeFirstOrThrow();
    return Number(made);
  });
