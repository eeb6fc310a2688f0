import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { createReportBook, reportDateNow } from '../../testing/report-book.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { queueReports } from './nightly-report.jobs.ts';

let database: TestDatabase;
let smtp: SmtpServer;
let tenantId: string;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  smtp = await startSmtpServer();
  tenantId = await createTenant(database.owner);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => stop(worker, 'SIGKILL')));
  await smtp.close();
  await database.drop();
});

/** The worker itself, as it runs in production: a process of its own. */
function startWorkerProcess(): ChildProcess {
  const worker = spawn(process.execPath, [path.resolve('src/server/worker.ts')], {
    env: { ...process.env, DATABASE_URL: database.url, SMTP_URL: smtp.url, LOG_LEVEL: 'silent' },
    stdio: 'inherit',
  });
  workers.push(worker);
  return worker;
}

async function stop(worker: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill(signal);
  await once(worker, 'exit');
}

const reports = () =>
  withTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('nightlyReports').select(['state', 'messageId']).execute(),
  );
const states = async () => (await reports()).map(({ state }) => state);

/** A worker that starts also catches up on other jobs, which is not waited for. */
async function jobCount(): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'send nightly report'`.execute(database.owner);
  return rows.length;
}

const PATIENCE = { timeout: 30_000 };

/** As though hours had passed: the dead worker's job is free, and nobody thinks any more that it is still sending. */
async function hoursPass(): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker._private_jobs`.execute(
    database.owner,
  );
  await withTenant(database.owner, tenantId, (tx) =>
    sql`update nightly_reports set sending_since = sending_since - interval '4 hours'`.execute(tx),
  );
}

test('OPS-03 a worker killed when the mail server had the mail: the next one sends it under the same Message-ID, and that was all', async () => {
  const { syndicateId } = await createReportBook(database.db, tenantId, { dealCount: 2 });
  const reportDate = await reportDateNow(database.db);
  await queueReports(database.db, tenantId, reportDate);

  smtp.stall(true);
  const first = startWorkerProcess();
  await smtp.waitFor(1);
  await stop(first, 'SIGKILL');
  expect(await states()).toEqual(['sending']);

  // Too early: for all that anybody can know, the first one is still at it.
  expect(await queueReports(database.db, tenantId, reportDate)).toBe(0);

  smtp.stall(false);
  await hoursPass();
  const second = startWorkerProcess();
  await smtp.waitFor(2);
  await expect.poll(states, PATIENCE).toEqual(['sent']);
  await stop(second, 'SIGTERM');
  const [sent] = await reports();
  expect(smtp.received).toEqual([sent?.messageId, sent?.messageId]);

  expect(await queueReports(database.db, tenantId, reportDate)).toBe(0);
  const payload = JSON.stringify({ tenantId, syndicateId: String(syndicateId), reportDate });
  await sql`select graphile_worker.add_job('send nightly report', ${payload}::json)`.execute(database.db);
  const third = startWorkerProcess();
  await expect.poll(jobCount, PATIENCE).toBe(0);
  await stop(third, 'SIGTERM');
  expect(smtp.received).toHaveLength(2);
}, 120_000);
