import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, pooledUrlOf, type TestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase, type Tx } from './database.ts';
import { inTransaction, withTenant } from './transactions.ts';

let database: TestDatabase;
/** One database as the api opens it, one as the worker and the command line do. */
let api: Database;
let worker: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  api = openDatabase(pooledUrlOf(database.url), { maxConnections: 1 });
  worker = openDatabase(database.url, { maxConnections: 1 });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([api.destroy(), worker.destroy()]);
  await database.drop();
});

interface Sent {
  text: string;
  /** The number of statements before it that the driver had no answer to yet. */
  unanswered: number;
}

/** Returns what is given to the driver during the work. */
async function sentDuring(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  let unanswered = 0;
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args as [string | { text: string }];
    sent.push({ text: typeof asked === 'string' ? asked : asked.text, unanswered });
    unanswered += 1;
    const answer = send.apply(this, args) as Promise<unknown>;
    const answered = () => {
      unanswered -= 1;
    };
    answer.then(answered, answered);
    return answer as never;
  });
  await work();
  spy.mockRestore();
  return sent;
}

const ask = (tx: Tx) => sql`select 1`.execute(tx);
const SETTINGS = 'set local join_collapse_limit = 1; set local plan_cache_mode = force_generic_plan';
const TENANT = '00000000-0000-4000-8000-000000000001';

test.each([
  ['of the api', () => api],
  ['of the worker', () => worker],
])(
  'a reading transaction %s sends its begin and settings as one text, and no statement before the last was answered',
  async (_, db) => {
    const sent = await sentDuring(() =>
      withTenant(db(), TENANT, (tx) => Promise.all([ask(tx), ask(tx)]), { readOnly: true }),
    );
    expect(sent).toEqual([
      { text: `start transaction read only; ${SETTINGS}; set local app.tenant = '${TENANT}'`, unanswered: 0 },
      { text: 'select 1', unanswered: 0 },
      { text: 'select 1', unanswered: 0 },
      { text: 'commit', unanswered: 0 },
    ]);
  },
);

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
