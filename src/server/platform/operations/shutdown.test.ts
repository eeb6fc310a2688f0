import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTenant } from '../../testing/factories.ts';
import { startProgram } from '../../testing/programs.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

const settings = () => ({ DATABASE_URL: database.url });
const PATIENCE = { timeout: 20_000 };

/** Keeps everybody else from a table until it is let go of. */
async function lockTable(name: 'throttles' | 'deal_totals') {
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: noteLocked } = Promise.withResolvers<void>();
  const holding = database.owner.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx);
    noteLocked();
    await isOver;
  });
  await Promise.race([isLocked, holding]);
  return async () => {
    letGo();
    await holding;
  };
}

interface Counts {
  answered: number;
  failed: string[];
  closed: number;
}

/** Clients that keep their connection and ask one thing after the other, until they are told to go elsewhere. */
async function keepAsking(port: number, clients: number, counts: Counts): Promise<void> {
  const ask = (agent: Agent) =>
    new Promise<boolean>((resolve) => {
      const options = { port, host: 'localhost', path: '/api/non-tenant/captcha-challenge', agent };
      const sent = request(options, (answer) => {
        const isLast = answer.headers.connection === 'close';
        if (isLast) counts.closed += 1;
        answer.resume().on('end', () => {
          if (answer.statusCode === 200) counts.answered += 1;
          else counts.failed.push(String(answer.statusCode));
          resolve(!isLast);
        });
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        counts.failed.push(String(error.code));
        resolve(false);
      });
      sent.end();
    });
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (await ask(agent));
      agent.destroy();
    }),
  );
}

test('OPS-05 SIGTERM under load: not ready at once, every request that came is answered, and the exit is clean', async () => {
  const api = await startProgram('api', { ...settings(), SHUTDOWN_DRAIN_SECONDS: '2', LOG_LEVEL: 'error' });
  // As a browser opens one ahead of need, and never uses it.
  const unused = connect(api.port, '127.0.0.1');
  unused.on('error', () => undefined);
  const counts: Counts = { answered: 0, failed: [], closed: 0 };
  const load = keepAsking(api.port, 8, counts);
  await expect.poll(() => counts.answered, PATIENCE).toBeGreaterThan(20);
  const ended = api.end('SIGTERM');
  await vi.waitFor(async () => {
    const response = await api.fetch('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toEqual({ status: 'shutting down' });
  }, PATIENCE);
  // Which also says that it took no longer than it may.
  expect(await ended).toBe(0);
  await load;
  expect(counts.failed).toEqual([]);
  expect(counts.closed).toBe(8);
});

test('OPS-05 what takes longer than the deadline is cut off, and the exit says so', async () => {
  const api = await startProgram('api', { ...settings(), SHUTDOWN_DEADLINE_SECONDS: '1' });
  const letGo = await lockTable('throttles');
  const stuck = api.fetch('/user/user_locked/somebody@investor.example').catch(() => 'cut off');
  await untilWaiting(database.db, 1);
  expect(await api.end('SIGTERM')).toBe(1);
  expect(await stuck).toBe('cut off');
  expect(api.written()).toContain('stopped at the deadline');
  await letGo();
});

test('OPS-05 a worker that is told to stop finishes the job it is at', async () => {
  const worker = await startProgram('worker', settings());
  const done = async () =>
    (
      await sql<{ count: number }>`select count(*)::integer as count from reconciliations`.execute(
        database.owner,
      )
    ).rows[0]?.count;
  const letGo = await lockTable('deal_totals');
  await sql`select graphile_worker.add_job('reconcile book of tenant', ${JSON.stringify({ tenantId })}::json)`.execute(
    database.db,
  );
  await untilWaiting(database.db, 1);
  expect(await done()).toBe(0);
  const ended = worker.end('SIGTERM');
  await vi.waitFor(async () => expect((await worker.fetch('/readyz')).status).toBe(503), PATIENCE);
  await letGo();
  expect(await ended).toBe(0);
  const { rows } = await sql`select from graphile_worker._private_jobs`.execute(database.db);
  expect(rows).toHaveLength(0);
});
