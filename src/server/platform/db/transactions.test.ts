import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, pooledUrlOf, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { together } from './together.ts';
import { inTransaction, withTenant } from './transactions.ts';

let database: TestDatabase;
/** One database as the api opens it, one as the worker and the command line do. */
let api: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  api = openDatabase(pooledUrlOf(database.url), { maxConnections: 1, pipelinesReading: true });
  worker = openDatabase(database.url, { maxConnections: 1 });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([api.destroy(), worker.destroy()]);
  await database.drop();
});

interface Sent {
  text: string;
  isPipelined: boolean;
}

/** Returns what is sent to the driver during the work, and in which mode the connection is. */
async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args as [string | { text: string }];
    sent.push({ text: typeof asked === 'string' ? asked : asked.text, isPipelined: this.pipeline });
    return send.apply(this, args) as never;
  });
  await work();
  spy.mockRestore();
  return sent;
}

const ask = (tx: Tx) => sql`select 1`.execute(tx);
const SETTINGS = 'set local join_collapse_limit = 1; set local plan_cache_mode = force_generic_plan';
const TENANT = '00000000-0000-4000-8000-000000000001';

test('only what reads for a request is pipelined: its begin and settings go out with its first statement', async () => {
  const sent = await sentDuring(() => withTenant(api, TENANT, ask, { readOnly: true }));
  expect(sent).toEqual([
    {
      text: `start transaction read only; ${SETTINGS}; set local app.tenant = '${TENANT}'`,
      isPipelined: true,
    },
    { text: 'select 1', isPipelined: true },
    { text: 'commit', isPipelined: true },
  ]);
});

test('what a request sends at once is one write: the begin with the first statement, and statements that do not wait for each other', async () => {
  await withTenant(api, TENANT, ask, { readOnly: true });
  await setImmediate();
  const many = vi.spyOn(net.Socket.prototype, '_writev');
  const single = vi.spyOn(net.Socket.prototype, '_write');
  await withTenant(
    api,
    TENANT,
    async (tx) => {
      await ask(tx);
      expect(many.mock.calls.length + single.mock.calls.length).toBe(1);
      await together(tx, sql`select 1`.compile(tx), sql`select 2`.compile(tx));
      expect(many.mock.calls.length + single.mock.calls.length).toBe(2);
    },
    { readOnly: true },
  );
});

test.each<[string, () => Promise<unknown>]>([
  ['a writing transaction of the api', () => inTransaction(api, ask)],
  ['a statement of the api without a transaction', () => sql`select 1`.execute(api)],
  ['a reading transaction of the worker', () => inTransaction(worker, ask, { readOnly: true })],
  ['a writing transaction of the worker', () => inTransaction(worker, ask)],
])("%s has a connection in the driver's ordinary mode", async (_, work) => {
  const sent = await sentDuring(work);
  expect(sent.map(({ text }) => text)).toContain('select 1');
  expect(sent.filter(({ isPipelined }) => isPipelined)).toEqual([]);
});

test('no program but the api asks for pipelining', async () => {
  const server = path.resolve(import.meta.dirname, '../..');
  const asking: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: server }))
    if (
      !/testing\/|[.]test[.]ts$/.test(file) &&
      /pipelinesReading: true/.test(readFileSync(path.join(server, file), 'utf8'))
    )
      asking.push(file);
  expect(asking).toEqual(['api.ts']);
});

async function plannerOf(tx: Tx) {
  const { rows } = await sql<{ joins: string; plans: string }>`
    select current_setting('join_collapse_limit') as joins, current_setting('plan_cache_mode') as plans`.execute(
    tx,
  );
  return rows[0];
}

test('every transaction that only reads is planned alike, whichever program it is of; one that writes as PostgreSQL likes', async () => {
  for (const db of [api, worker]) {
    const reading = await inTransaction(db, plannerOf, { readOnly: true });
    expect(reading).toEqual({ joins: '1', plans: 'force_generic_plan' });
    const writing = await inTransaction(db, plannerOf);
    expect(writing).toEqual({ joins: '8', plans: 'auto' });
  }
});
