import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { createToldPerson, happen, mailsToSend } from '../testing/told-person.ts';

let portal: TestPortal;
let smtp: SmtpServer;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => stop(worker, 'SIGKILL')));
  await smtp.close();
  await portal.close();
});

/** The worker itself, as it runs in production: a process of its own. */
function startWorkerProcess(): ChildProcess {
  const worker = spawn(process.execPath, [path.resolve('src/server/worker.ts')], {
    env: { ...process.env, DATABASE_URL: portal.database.url, SMTP_URL: smtp.url, LOG_LEVEL: 'silent' },
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

test('TELL-08 a worker killed when the mail server had the mail: the next one sends it under the same Message-ID, and that was all', async () => {
  const { database, tenantId, syndicateId } = portal;
  await createToldPerson(portal, syndicateId);
  await happen(portal, syndicateId, 'new_deal');
  smtp.stall(true);
  const first = startWorkerProcess();
  await smtp.waitFor(1);
  await stop(first, 'SIGKILL');
  smtp.stall(false);
  await sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker._private_jobs`.execute(
    database.owner,
  );
  const second = startWorkerProcess();
  await smtp.waitFor(2);
  await expect.poll(() => mailsToSend(portal), { timeout: 30_000 }).toBe(0);
  const items = await withTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('notificationItems').select(['mailId', 'sentAt']).execute(),
  );
  expect(items).toMatchObject([{ sentAt: expect.any(Date) }]);
  const payload = JSON.stringify({ tenantId, mailId: String(items[0]?.mailId) });
  await sql`select graphile_worker.add_job('mail notification', ${payload}::json)`.execute(database.db);
  await expect.poll(() => mailsToSend(portal), { timeout: 30_000 }).toBe(0);
  await stop(second, 'SIGTERM');
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received).size).toBe(1);
}, 120_000);
