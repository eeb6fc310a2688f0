import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reconcile } from '../../features/reconciliation/reconcile.ts';
import { createTenant } from '../../testing/factories.ts';
import { type Program, startProgram } from '../../testing/programs.ts';
import { createReportBook } from '../../testing/report-book.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withTenant } from '../db/transactions.ts';

let database: TestDatabase;
let api: Program;
let worker: Program;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { slug: 'harbor' });
  api = await startProgram('api', { DATABASE_URL: database.url });
  worker = await startProgram('worker', { DATABASE_URL: database.url });
});
afterAll(async () => {
  await Promise.all([api.close(), worker.close()]);
  await database.drop();
});

const metricsOf = async (program: Program) => (await program.fetch('/metrics')).text();

const addJob = (name: string, payload: object, options = '') =>
  sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json ${sql.raw(options)})`.execute(
    database.db,
  );

test('OPS-05 the api tells time per route and status, refusals by code, and nothing of an address', async () => {
  await api.fetch('/api/payouts/syndication_sums/1');
  await api.fetch('/user/user_locked/canary-7f3a@x.example');
  await api.fetch('/no/such/canary-7f3a');
  const text = await metricsOf(api);
  expect(text).toContain(
    'portal_http_request_seconds_count{method="GET",route="/api/payouts/syndication_sums/:syndication_id",status="401"} 1',
  );
  expect(text).toContain(
    'portal_http_request_seconds_count{method="POST",route="/api/syndicate/bank_change/cancel",status="200"} 0',
  );
  expect(text).toMatch(/portal_refusals_total\{code="\w+"\} 1/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(text).toMatch(/^portal_disk_free_ratio 0\.\d+$/m);
  expect(text).not.toContain('canary');
});

test('OPS-05 queue depth is told by job and state, with how long the first has waited', async () => {
  await addJob('send nightly report', {}, `, run_at => now() + interval '1 hour'`);
  await sql`
    update graphile_worker._private_jobs set attempts = 25, run_at = now() - interval '2 hours'
    where id in (select id from graphile_worker._private_jobs order by id desc limit 1)`.execute(database.db);
  await addJob('reconcile book of tenant', { tenantId }, `, run_at => now() + interval '1 hour'`);
  for (const program of [api, worker]) {
    const text = await metricsOf(program);
    expect(text).toContain('portal_jobs{job_name="send nightly report",state="failed"} 1');
    expect(text).toContain('portal_jobs{job_name="reconcile book of tenant",state="waiting"} 1');
    expect(text).toContain('portal_oldest_ready_job_seconds{job_name="send nightly report"} 0');
  }
});

test('OPS-05 the worker tells which jobs it did and which failed, and how long they took', async () => {
  await addJob('reconcile book of tenant', { tenantId });
  await addJob('reconcile book of tenant', { tenantId: 'no tenant' }, ', max_attempts => 1');
  await vi.waitFor(
    async () => {
      const text = await metricsOf(worker);
      expect(text).toContain(
        'portal_job_seconds_count{job_name="reconcile book of tenant",outcome="done"} 1',
      );
      expect(text).toContain(
        'portal_job_seconds_count{job_name="reconcile book of tenant",outcome="failed"} 1',
      );
    },
    { timeout: 15_000, interval: 200 },
  );
});

test('OPS-05 the worker tells when each book was last compared, what differed, and which reports are missing', async () => {
  await reconcile(database.db, tenantId);
  expect(await metricsOf(worker)).toContain('portal_nightly_reports_missing 0');
  await createReportBook(database.owner, tenantId);
  // Who was added since has had no night yet.
  expect(await metricsOf(worker)).toContain('portal_nightly_reports_missing 0');
  await withTenant(database.owner, tenantId, (tx) =>
    sql`update tenants set created_at = now() - interval '9 days' where id = ${tenantId}`.execute(tx),
  );
  const text = await metricsOf(worker);
  expect(text).toContain('portal_reconciliation_differences 0');
  expect(text).toContain('portal_nightly_reports_missing 1');
  expect(text).toContain('portal_nightly_reports_unsent 0');
  // Who never posted by file may have another way. Who did so before has missed a day.
  expect(text).toContain('portal_days_not_posted 0');
  await withTenant(database.owner, tenantId, (tx) =>
    sql`
      insert into posting_runs (tenant_id, file_hash, file_name, posted_on, entry_count)
      values (${tenantId}, sha256('a day'), 'day.csv', current_date - 9, 1)`.execute(tx),
  );
  expect(await metricsOf(worker)).toContain('portal_days_not_posted 1');
  const at = Number(/^portal_oldest_reconciliation_timestamp_seconds (\S+)/m.exec(text)?.[1]);
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60);
});

test('OPS-47 STMT-08 the worker tells whose statements of the last month are due and not made', async () => {
  const set = (from: string, through: string | null) =>
    withTenant(database.owner, tenantId, (tx) =>
      sql`
        update tenants set statements_from = date_trunc('month', current_date) - ${from}::interval,
          statements_through = date_trunc('month', current_date) - ${through}::interval
        where id = ${tenantId}`.execute(tx),
    );
  // They begin with this month, so nothing is due.
  await set('0', null);
  expect(await metricsOf(worker)).toContain('portal_tenants_without_statements 0');
  await set('4 months', null);
  expect(await metricsOf(worker)).toContain('portal_tenants_without_statements 1');
  await set('4 months', '3 months');
  expect(await metricsOf(worker)).toContain('portal_tenants_without_statements 1');
  await set('4 months', '1 month');
  expect(await metricsOf(worker)).toContain('portal_tenants_without_statements 0');
});

test('OPS-46 the worker tells when the last backup was complete, and nothing before there was one', async () => {
  expect(await metricsOf(worker)).not.toMatch(/^portal_last_backup_timestamp_seconds /m);
  await sql`select operations.note_backup(2600000)`.execute(database.owner);
  const text = await metricsOf(worker);
  expect(text).toContain('portal_last_backup_bytes 2600000');
  const at = Number(/^portal_last_backup_timestamp_seconds (\S+)/m.exec(text)?.[1]);
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60);
});
