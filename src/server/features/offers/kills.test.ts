import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain } from '../../platform/audit/audit-chain.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { installJobs } from '../../platform/jobs/install.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { createTenant } from '../../testing/factories.ts';
import { type KeptRunning, keepRunning } from '../../testing/kept-running.ts';
import { createBroker, createCategory, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { freePort, type PrivatePostgres, startPrivatePostgres } from '../../testing/private-postgres.ts';
import { pdf } from '../../testing/sample-files.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { ORIGIN } from '../../testing/test-app.ts';

// `npm run prove offers` sets it to its full size.
const RUNS = Number(process.env['KILLS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const LONG = { timeout: 3 * 60 * 60_000 };
const SERVER = join(import.meta.dirname, '../..');
const JOBS = 'graphile_worker._private_jobs';

const say = (text: string) => process.stdout.write(`${text}\n`);

type Victim = 'api' | 'worker' | 'postgres';
type Step = 'stage' | 'uploaded' | 'check' | 'accept' | 'mail';

/** When a run is interrupted: while it waits to write to that table or, without a table, some milliseconds into the step. */
interface Moment {
  victim: Victim;
  step: Step;
  table: string | null;
}

const TABLES: Readonly<Record<Step, readonly (string | null)[]>> = {
  stage: ['staged_files', JOBS],
  uploaded: ['staged_files', JOBS],
  check: ['staged_files', JOBS, null],
  accept: [
    ...['idempotency_keys', 'capability_links', 'offers', 'deal_notes', 'deal_status_changes', 'deals'],
    ...['files', 'staged_files', 'offer_mails', JOBS, 'audit_events', null],
  ],
  mail: ['offer_mails', JOBS, null],
};
const WORKERS_STEPS: readonly Step[] = ['check', 'mail'];

const momentsOf = (victim: Victim): Moment[] =>
  (Object.entries(TABLES) as [Step, readonly (string | null)[]][])
    .filter(([step]) => victim === 'postgres' || WORKERS_STEPS.includes(step) === (victim === 'worker'))
    .flatMap(([step, tables]) => tables.map((table) => ({ victim, step, table })));

/** Lists every moment of each victim in random order, and repeats the list until there are enough runs. */
function chooseMoments(): Moment[] {
  const shuffled = (['worker', 'api', 'postgres'] as const).map((victim, index) => {
    const moments = momentsOf(victim);
    const [sample = []] = fc.sample(fc.shuffledSubarray(moments, { minLength: moments.length }), {
      numRuns: 1,
      seed: SEED + index,
    });
    return sample;
  });
  return Array.from({ length: RUNS }, (_, run) => {
    const moments = shuffled[run % shuffled.length] ?? [];
    return moments[Math.floor(run / shuffled.length) % moments.length] as Moment;
  });
}

let postgres: PrivatePostgres;
let smtp: SmtpServer;
let owner: Database;
let db: Database;
let api: KeptRunning;
let worker: KeptRunning;
let address: string;
let tenantId: string;
let categoryId: number;
const offers: OpenOffer[] = [];

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  // A separate mail server, because a killed sender can bring one down that other tests use.
  smtp = await startSmtpServer();
  await migrate(postgres.ownerUrl);
  await installJobs(postgres.ownerUrl);
  owner = openDatabase(postgres.ownerUrl, { maxConnections: 2 });
  db = openDatabase(postgres.url, { maxConnections: 2 });
  tenantId = await createTenant(owner);
  categoryId = await createCategory(owner, tenantId);
  const port = await freePort();
  address = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: postgres.url,
    PUBLIC_ORIGIN: ORIGIN,
    PORT: String(port),
    // Each bucket has its own setting of which pages may upload, so this test uses its own bucket.
    S3_BUCKET: 'portal-test-kills',
    S3_UPLOAD_BUCKET: 'portal-test-kills-uploads',
    SMTP_URL: smtp.url,
    LOG_LEVEL: 'silent',
  };
  api = keepRunning(join(SERVER, 'api.ts'), env);
  worker = keepRunning(join(SERVER, 'worker.ts'), env);
  await persist(async () => (await fetch(`${address}/healthz`)).ok);
}, LONG.timeout);
afterAll(async () => {
  await Promise.all([api.stop(), worker.stop()]);
  await Promise.all([owner.destroy(), db.destroy()]);
  await smtp.close();
  await postgres.stop();
});

/**
 * Acts like a person who tries again: requests without an answer, or answered with "busy" or "went wrong", are sent once more.
 */
async function persist<T>(attempt: () => Promise<T | false>): Promise<T> {
  const end = Date.now() + 60_000;
  for (;;) {
    const result = await attempt().catch(() => false as const);
    if (result !== false) return result;
    if (Date.now() > end) throw new Error('Nothing answers any more.');
    await setTimeout(50);
  }
}

const answered = (response: Response): Response | false => (response.status >= 500 ? false : response);

async function blockWrites(table: string) {
  const client = new pg.Client({ connectionString: postgres.superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return {
    isReached: () => untilBlocked(client),
    release: () => client.end().catch(() => undefined),
  };
}

/** Waits until somebody waits for a lock. A step that never gets there is interrupted after a while. */
async function untilBlocked(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await client.query('select from pg_locks where not granted');
    if (rows.length > 0) return true;
    await setTimeout(5);
  }
  return false;
}

/** Simulates a minute passing, after which the jobs of a dead worker are released. */
const aMinutePasses = async (): Promise<void> => {
  await persist(() =>
    sql`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from graphile_worker._private_jobs
      where locked_by is not null`.execute(owner),
  );
};

const strike: Record<Victim, (release: () => Promise<void>) => Promise<void>> = {
  api: (release) => api.kill(release),
  worker: (release) =>
    worker.kill(async () => {
      await release();
      await aMinutePasses();
    }),
  postgres: () => postgres.killAndRestart(),
};

/** Performs a step and kills its victim during it. Returns true if that happened at the intended moment. */
async function hit({ victim, table }: Moment, part: number, act: () => Promise<unknown>): Promise<boolean> {
  const block = table === null ? null : await blockWrites(table);
  const acting = act();
  acting.catch(() => undefined);
  const isThere = block ? await block.isReached() : true;
  await setTimeout(part * (block ? 5 : 120));
  await strike[victim](async () => block?.release());
  await block?.release();
  await acting;
  return isThere;
}

/** Pauses the worker during the previous step, so that the worker's own step can be interrupted at its start. */
async function withWorkerHeld(isHeld: boolean, act: () => Promise<unknown>): Promise<void> {
  if (isHeld) worker.signal('SIGSTOP');
  await act();
}

async function acceptUnderFire(moment: Moment, part: number): Promise<boolean> {
  const offer = await createOpenOffer(owner, tenantId);
  offers.push(offer);
  const broker = createBroker({ fetch: (path, init) => fetch(address + path, init) }, offer);
  const bytes = pdf();
  let isThere = false;
  const step = async (name: Step, act: () => Promise<unknown>) => {
    if (moment.step === name) isThere = await hit(moment, part, act);
    else await act();
  };

  let id = '';
  let upload = { url: '', headers: {} as Record<string, string> };
  await step('stage', async () => {
    const announced = await persist(async () =>
      answered(
        await broker.announce({ file_name: 'a.pdf', file_size: bytes.length, file_category_id: categoryId }),
      ),
    );
    ({ id, upload } = (await announced.json()) as { id: string; upload: typeof upload });
  });
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
  expect(put.status).toBe(200);
  await withWorkerHeld(moment.step === 'check', () =>
    step('uploaded', () =>
      persist(async () => answered(await broker.under('POST', `/api/deal_file/deal_files/${id}/uploaded`))),
    ),
  );
  await step('check', async () => {
    worker.signal('SIGCONT');
    await untilDone(async () =>
      (await broker.staged()).some((file) => file.id === id && file.state === 'clean'),
    );
  });
  const key = crypto.randomUUID();
  await withWorkerHeld(moment.step === 'mail', () =>
    step('accept', async () => {
      const response = await persist(async () => answered(await broker.accept({ deal_files: [id] }, key)));
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
        status: 200,
        success: true,
      });
    }),
  );
  await step('mail', async () => {
    worker.signal('SIGCONT');
    await untilDone(async () => (await unsentMails()) === 0);
  });
  return isThere;
}

/** Waits for the worker's part, which nobody helps it with. */
async function untilDone(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    if (await isDone().catch(() => false)) return;
    await setTimeout(30);
  }
  throw new Error('The worker does not come to an end.');
}

const unsentMails = () =>
  withTenant(db, tenantId, async (tx) => {
    const rows = await tx.selectFrom('offerMails').select('reader').where('sentAt', 'is', null).execute();
    return rows.length;
  });

interface Counts {
  [what: string]: bigint;
}

/** Each of these counts is one per acceptance at any moment. */
const tally = () =>
  persist(() =>
    withTenant(db, tenantId, async (tx) => {
      const { rows } = await sql<Counts>`
        select
          (select count(*) from offers where status = 'Offer Accepted' and version = 2 and commission_percent = 10) as accepted,
          (select count(*) from capability_links where used_at is not null) as links,
          (select count(*) from deals where status = 'Contract Request' and next_processor_role = 'Credit Analyst') as deals,
          (select count(*) from deal_notes where kind = 'Offer') as messages,
          (select count(*) from deal_notes where kind = 'Activity') as activities,
          (select count(*) from deal_status_changes where status = 'Request Price Adjustment') as adjustments,
          (select count(*) from deal_status_changes where status = 'Contract Request') as requests,
          (select count(*) from files where scan_status = 'clean') as files,
          (select count(*) from staged_files where state = 'attached') as attached,
          (select count(*) from offer_mails where reader = 'desk') as desk_mails,
          (select count(*) from offer_mails where reader = 'broker') as broker_mails,
          (select count(*) from audit_events where action = 'offer accepted') as audited,
          (select count(*) from idempotency_keys where response is not null) as answers`.execute(tx);
      return rows[0] ?? false;
    }),
  );

test(
  `OFFER-06 ${RUNS} acceptances, in each of which the server, the worker or the database is killed: all done, nothing half, nothing twice`,
  LONG,
  async () => {
    const moments = chooseMoments();
    const parts = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: RUNS, seed: SEED });
    const started = performance.now();
    let there = 0;
    for (const [run, moment] of moments.entries()) {
      there += Number(await acceptUnderFire(moment, parts[run] ?? 0));
      const counts = await tally();
      const done = BigInt(run + 1);
      for (const [what, count] of Object.entries(counts))
        expect({ run, ...moment, what, count }).toEqual({ run, ...moment, what, count: done });
      if ((run + 1) % 25 === 0)
        say(`${run + 1} runs, ${((performance.now() - started) / 1000).toFixed(0)} s`);
    }

    const { rows: left } = await sql<{ task: string }>`
      select task_identifier as task from graphile_worker.jobs
      where task_identifier in ('mail acceptance', 'check uploaded file') and attempts >= max_attempts`.execute(
      owner,
    );
    expect(left).toEqual([]);
    await withTenant(db, tenantId, async (tx) => {
      expect(await checkChain(tx, tenantId)).toMatchObject({ firstBroken: null });
    });

    // The server recovers by itself when the database is back, so it restarts only when it was killed itself.
    expect(api.starts).toBe(1 + moments.filter(({ victim }) => victim === 'api').length);

    // A mailbox that drops repeated Message-IDs holds each mail once, and none is missing.
    const meant = offers.flatMap(({ offerId }) =>
      ['broker', 'desk'].map((reader) => messageIdOf(ORIGIN, 'acceptance', [tenantId, offerId, reader])),
    );
    expect([...new Set(smtp.received)].sort()).toEqual(meant.sort());
    const repeated = smtp.received.length - meant.length;
    say(
      `${RUNS} runs (seed ${SEED}) in ${((performance.now() - started) / 1000).toFixed(0)} s, ${there} hit where they were aimed at; ` +
        `${smtp.received.length} mails came, ${repeated} of them repetitions with a known Message-ID; ` +
        `starts: server ${api.starts}, worker ${worker.starts}`,
    );
  },
);
