import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTenant } from '../../testing/factories.ts';
import { type KeptRunning, keepRunning } from '../../testing/kept-running.ts';
import { createBroker, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { freePort, type PrivatePostgres, startPrivatePostgres } from '../../testing/private-postgres.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { ORIGIN } from '../../testing/test-app.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { withTenant } from '../db/transactions.ts';
import { installJobs } from '../jobs/install.ts';

const SERVER = join(import.meta.dirname, '../..');
const LONG = 120_000;
const PATIENCE = { timeout: 60_000, interval: 20 };
const IN_EACH_OUTAGE = 6;
const CLIENTS = 3;

let postgres: PrivatePostgres;
let smtp: SmtpServer;
let owner: Database;
let api: KeptRunning;
let worker: KeptRunning;
const ports = { api: 0, worker: 0 };
let tenantId: string;
const offers: OpenOffer[] = [];

beforeAll(async () => {
  [postgres, smtp, ports.api, ports.worker] = await Promise.all([
    startPrivatePostgres(),
    startSmtpServer(),
    freePort(),
    freePort(),
  ]);
  await migrate(postgres.ownerUrl);
  await installJobs(postgres.ownerUrl);
  owner = openDatabase(postgres.ownerUrl, { maxConnections: 1 });
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_QUERY_TIMEOUT_SECONDS: '1',
    PUBLIC_ORIGIN: ORIGIN,
    PORT: String(ports.api),
    WORKER_PORT: String(ports.worker),
    S3_BUCKET: 'portal-test-outage',
    S3_UPLOAD_BUCKET: 'portal-test-outage-uploads',
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'silent',
  };
  api = keepRunning(join(SERVER, 'api.ts'), env);
  worker = keepRunning(join(SERVER, 'worker.ts'), env);
  tenantId = await createTenant(owner);
  for (let count = 0; count < 2 * IN_EACH_OUTAGE; count += 1)
    offers.push(await createOpenOffer(owner, tenantId));
  await bothAre(200);
}, LONG);
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  await owner.destroy();
  await smtp.close();
  await postgres.stop();
});

const readiness = async (port: number) =>
  (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status;

/** A worker whose job runner has ended is being started again, and says nothing meanwhile. */
const bothAre = (status: 200 | 503) =>
  vi.waitFor(async () => {
    const [ofApi, ofWorker = 503] = await Promise.all([readiness(ports.api), readiness(ports.worker)]);
    expect([ofApi, ofWorker]).toEqual([status, status]);
  }, PATIENCE);

interface Answer {
  status: number;
  code?: string;
  retryAfter: string | null;
}

/** Sends an acceptance until it is acknowledged, as the browser does: always with the same key. */
async function acceptPatiently(offer: OpenOffer, answers: Answer[]): Promise<void> {
  const broker = createBroker(
    { fetch: (at, init) => fetch(`http://localhost:${ports.api}${at}`, init) },
    offer,
  );
  const key = crypto.randomUUID();
  for (;;) {
    const response = await broker.accept({}, key);
    const { code } = (await response.json()) as { code?: string };
    answers.push({
      status: response.status,
      ...(code && { code }),
      retryAfter: response.headers.get('retry-after'),
    });
    if (response.ok) return;
    await setTimeout(100);
  }
}

/** Sends commands while the database fails, and lets it come back when at least one was refused. */
async function through(fail: () => Promise<() => unknown>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const mine = offers.splice(0, IN_EACH_OUTAGE);
  const sending = Array.from({ length: CLIENTS }, async () => {
    for (let next = mine.pop(); next; next = mine.pop()) await acceptPatiently(next, answers);
  });
  // The first is acknowledged before and the last after it.
  await expect.poll(() => answers.length, PATIENCE).toBeGreaterThan(0);
  const comeBack = await fail();
  await bothAre(503);
  await expect.poll(() => answers.some(({ status }) => status !== 200), PATIENCE).toBe(true);
  await comeBack();
  await Promise.all(sending);
  await bothAre(200);
  return answers;
}

interface Counts {
  [what: string]: bigint;
}

async function tally(): Promise<Counts> {
  const { rows } = await withTenant(owner, tenantId, (tx) =>
    sql<Counts>`
      select
        (select count(*) from offers where status = 'Offer Accepted' and version = 2) as accepted,
        (select count(*) from deal_notes where kind = 'Offer') as messages,
        (select count(*) from audit_events where action = 'offer accepted') as audited,
        (select count(*) from offer_mails where reader = 'desk') as desk_mails,
        (select count(*) from idempotency_keys where response is not null) as answers`.execute(tx),
  );
  return rows[0] ?? {};
}

test('OPS-20 OPS-21 the database freezes, and is killed, under commands: each is refused in time or done once, and the worker goes on by itself', {
  timeout: LONG,
}, async () => {
  const frozen = await through(() => postgres.freeze());
  const killed = await through(async () => {
    await postgres.kill();
    return () => postgres.startAgain();
  });
  for (const answers of [frozen, killed])
    expect(answers.filter(({ status }) => status !== 200)).toSatisfy((refused: Answer[]) =>
      refused.every(
        ({ status, code, retryAfter }) =>
          status === 503 && code === 'temporarily_unavailable' && retryAfter === '3',
      ),
    );
  const all = 2 * IN_EACH_OUTAGE;
  const done = BigInt(all);
  expect([...frozen, ...killed].filter(({ status }) => status === 200)).toHaveLength(all);
  expect(await tally().catch(tally)).toEqual({
    accepted: done,
    messages: done,
    audited: done,
    deskMails: done,
    answers: done,
  });
  // The worker has sent what they cause, although nobody has helped it.
  await expect.poll(() => new Set(smtp.received).size, PATIENCE).toBe(2 * all);
  expect(api.starts).toBe(1);
});
