import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Collector, type Span, startCollector } from '../../testing/collector.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { type Program, runProgram, startProgram } from '../../testing/programs.ts';
import { asMember, passwords, signInAs } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withTenant } from '../db/transactions.ts';

const EMAIL = 'canary-mail@investor.example';
const PASSWORD = 'canary-password horse battery';
let database: TestDatabase;
let collector: Collector;
let tenantId: string;
let syndicateId: bigint;
const programs: Program[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  collector = await startCollector();
  tenantId = await createTenant(database.owner);
  const userId = await createUser(database.owner, {
    email: EMAIL,
    passwordHash: await passwords.hash(PASSWORD),
  });
  syndicateId = await withTenant(database.owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId);
    await createMembership(tx, tenantId, userId, { syndicateId: id });
    return id;
  });
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.close()));
  await collector.close();
  await database.drop();
});

async function start(name: 'api' | 'worker', settings: Record<string, string> = {}) {
  const program = await startProgram(name, { DATABASE_URL: database.url, ...settings });
  programs.push(program);
  return program;
}

const belowOf = (spans: Span[], parent: Span | undefined) =>
  spans.filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);

test('OPS-05 a request is traced with its SQL, and the trace names no person, token or value', async () => {
  const api = await start('api', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const { accessToken } = await signInAs(api, EMAIL, PASSWORD);
  const response = await api.fetch(
    `/api/payouts/syndication_sums/${syndicateId}?canary-query=1`,
    asMember(accessToken, tenantId),
  );
  expect(response.status).toBe(200);
  await api.fetch(`/user/user_locked/${EMAIL}`);
  expect(await api.end('SIGTERM')).toBe(0);

  const spans = collector.spansOf('portal-api');
  const request = spans.find(({ name }) => name === 'GET /api/payouts/syndication_sums/:syndication_id');
  expect(request?.attributes).toMatchObject({
    'http.route': '/api/payouts/syndication_sums/:syndication_id',
    'http.response.status_code': '200',
  });
  const statements = belowOf(spans, request).map(({ attributes }) => attributes['db.query.text']);
  expect(statements.join('\n')).toContain('identify_caller');
  expect(statements.join('\n')).toContain('syndicate_totals');
  expect(spans.map(({ name }) => name)).toContain('GET /user/user_locked/:email');

  const log = api
    .written()
    .split('\n')
    .filter((line) => line.includes('syndication_sums'));
  expect(log.join('\n')).toContain(`"trace_id":"${request?.traceId}"`);
  for (const secret of ['canary', accessToken, '127.0.0.1:'])
    expect(collector.received()).not.toContain(secret);
  expect(collector.received()).not.toMatch(/set local app\.\S+ = '[^?]/);
});

test("OPS-05 a job is traced with its SQL, one that fails as failed, without the failure's words", async () => {
  const worker = await start('worker', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const add = (payload: object) =>
    sql`select graphile_worker.add_job('reconcile book of tenant', ${JSON.stringify(payload)}::json, max_attempts => 1)`.execute(
      database.db,
    );
  await add({ tenantId });
  await add({ tenantId: 'canary-tenant' });
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`select from graphile_worker._private_jobs where attempts < max_attempts`.execute(
          database.db,
        );
      expect(rows).toHaveLength(0);
    },
    { timeout: 15_000 },
  );
  expect(await worker.end('SIGTERM')).toBe(0);
  const spans = collector.spansOf('portal-worker');
  const jobs = spans.filter(({ name }) => name === 'job reconcile book of tenant');
  expect(jobs.map(({ isError }) => isError).sort()).toEqual([false, true]);
  const done = jobs.find(({ isError }) => !isError);
  expect(
    belowOf(spans, done)
      .map(({ attributes }) => attributes['db.query.text'])
      .join(),
  ).toContain('payout_lines');
  expect(collector.received()).not.toContain('canary');
});

test('OPS-05 without a collector nothing of it is loaded', async () => {
  const loadedWith = async (endpoint: string | undefined) => {
    const program = `
      import { registerHooks } from 'node:module';
      let loaded = 0;
      registerHooks({ load(url, context, next) {
        if (/opentelemetry.(sdk|exporter|instrumentation)/.test(url)) loaded += 1;
        return next(url, context);
      } });
      const { startTracing } = await import(${JSON.stringify(new URL('./tracing.ts', import.meta.url).href)});
      await startTracing('none', ${JSON.stringify({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: 1 })});
      console.log('loaded: ' + loaded);`;
    const { written } = await runProgram(['cli.ts'], {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}`,
    });
    return Number(/loaded: (\d+)/.exec(written)?.[1]);
  };
  expect(await loadedWith(undefined)).toBe(0);
  expect(await loadedWith(collector.url)).toBeGreaterThan(10);
});
