/**
 * Measures what grows with the number of tenants: the same calls of the same investor in a database with the demo's book alone and
 * in one with 10,000 tenants beside it, in turn; and the nightly work of all tenants.
 *   npm run prove many --one postgresql://… --many postgresql://… [--requests 300]
 * The databases are filled by `npm run demo-data -- --size demo` and `--size many`. Jobs that send mail are queued and not run.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pino from 'pino';
import { allJobs } from '../src/server/all-jobs.ts';
import { readAllNights } from '../src/server/operator/tenant-nights.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { HERE, type Portal, startPortal } from './bench/against.ts';
import { type PortalClient, signIn } from './bench/portal-client.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    one: { type: 'string' },
    many: { type: 'string' },
    requests: { type: 'string', default: '300' },
    login: { type: 'string', default: 'dana@northgate.example' },
    password: { type: 'string', default: 'Harbor-demo-2026' },
  },
});
const { one, many, login, password } = options;
if (!one || !many) throw new Error('--one and --many expect the address of a database.');
const requests = Number(options.requests);

/** Each night's work, the job that starts it and the jobs that do it. */
const NIGHT: [start: string, batch: string, alone: string][] = [
  ['start nightly reports', 'queue nightly reports of tenants', 'queue nightly reports of tenant'],
  ['start reconciliations', 'reconcile books of tenants', 'reconcile book of tenant'],
  ['start statements', 'make statements of tenants', 'make statements of tenant'],
  ['start checks of audit trails', 'check audit trails of tenants', 'check audit trail of tenant'],
  ['start removing personal data', 'remove personal data of tenants', 'remove personal data of tenant'],
  ['discard forgotten files', 'discard forgotten files of tenants', 'discard forgotten files of tenant'],
];

/** The default of DATABASE_POOL_SIZE_WORKER. */
const WORKER_CONNECTIONS = 10;

const CALLS = {
  'sums of the strip': (id: number) => ({ path: `/api/payouts/syndication_sums/${id}` }),
  'first page of the deals': (id: number) => ({
    path: '/api/payouts/get_dealsyndication_payouts',
    body: { syndication_id: id, page: 1, length: 25 },
  }),
  'pay dates': (id: number) => ({ path: `/api/payouts/get_payouts_paydates/${id}` }),
};

await comparePages(one, many);
for (const url of [one, many]) await measureNight(url);

async function comparePages(...urls: [string, string]): Promise<void> {
  const portals: Portal[] = [];
  try {
    for (const url of urls) portals.push(await startPortal(HERE, url));
    const [small, large] = portals as [Portal, Portal];
    const signIns = await inTurn(Math.ceil(requests / 4), [small, large], async ({ url }) => {
      const started = performance.now();
      await signIn(url, login, password);
      return performance.now() - started;
    });
    console.log('| call | one tenant, p50 | p10 | many, p50 | p10 | many / one, p50 | p10 |');
    console.log('|---|---|---|---|---|---|---|');
    printRow('sign-in, with its captcha', signIns);
    for (const [name, callOf] of Object.entries(CALLS)) {
      const clients = [await signIn(small.url, login, password), await signIn(large.url, login, password)];
      const syndicateIds = new Map<PortalClient, number>();
      for (const client of clients) syndicateIds.set(client, await syndicateOf(client));
      const taken = await inTurn(requests, clients, async (client) => {
        return (await client.time(callOf(syndicateIds.get(client) ?? 0))).server;
      });
      printRow(name, taken);
    }
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
  }
}

async function syndicateOf(client: PortalClient): Promise<number> {
  const path = `/api/getPortalUserProfile/${client.userId}`;
  const [user] = await client.ask<[{ syndication: { id: number } }]>({ path });
  return user.syndication.id;
}

/** One after the other on either side, so that other load on the machine affects both equally. */
async function inTurn<T>(
  times: number,
  sides: readonly T[],
  time: (side: T) => Promise<number>,
): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []];
  const warmUp = Math.ceil(times / 5);
  for (let round = 0; round < times + warmUp; round += 1)
    for (const place of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const side = sides[place];
      const milliseconds = side === undefined ? 0 : await time(side);
      if (round >= warmUp) taken[place].push(milliseconds);
    }
  return taken;
}

function printRow(name: string, [few, lots]: [number[], number[]]): void {
  // On a busy machine the faster tenth says more about the program, because other load did not slow it down.
  const parts = [0.5, 0.1];
  const cells = [few, lots].flatMap((of) => parts.map((part) => quantile(of, part).toFixed(2)));
  const ratios = parts.map((part) => (quantile(lots, part) / quantile(few, part)).toFixed(2));
  console.log(`| ${name} | ${[...cells, ...ratios].join(' | ')} |`);
}

async function measureNight(url: string): Promise<void> {
  // As many as a worker has: a job that compares a book takes several at once.
  const db = openDatabase(url, { maxConnections: WORKER_CONNECTIONS });
  const deps = { db, logger: pino({ level: 'error' }) } as never;
  const seconds = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    return ((performance.now() - started) / 1000).toFixed(2);
  };
  const [nights] = await readAllNights(db);
  console.log(
    `\n${nights?.tenantCount} tenants\n| work of a night | jobs | to queue them, s | to do them, s |\n|---|---|---|---|`,
  );
  for (const [start, batch, alone] of NIGHT) {
    const payload = { _cron: { ts: '2026-11-13T06:40:00Z' } };
    const toQueue = await seconds(() => jobNamed(start).run(deps, jobNamed(start).payload.parse(payload)));
    let jobs = 0;
    const toDo = await seconds(async () => {
      // The jobs of large tenants are added by the batches.
      for (const name of [batch, alone]) jobs += await runQueued(db, name, deps);
    });
    console.log(`| ${start} | ${jobs} | ${toQueue} | ${toDo} |`);
  }
  const purge = 'purge what is past';
  console.log(`| ${purge} | 1 | | ${await seconds(() => jobNamed(purge).run(deps, {}))} |`);
  console.log(`| how all nights went, for the metrics | | | ${await seconds(() => readAllNights(db))} |`);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db);
  await db.destroy();
}

function jobNamed(name: string) {
  const job = allJobs.find((each) => each.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  return job;
}

/** Runs the queued jobs of a name, four at a time like a worker, and takes them out of the queue. */
async function runQueued(db: Database, name: string, deps: never): Promise<number> {
  const { rows } = await sql<{ id: bigint; payload: unknown }>`
    select jobs.id, payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks task on task.id = task_id where identifier = ${name} order by jobs.id`.execute(
    db,
  );
  const left = rows.values();
  const job = jobNamed(name);
  const takeNext = async () => {
    for (const { payload } of left) await job.run(deps, job.payload.parse(payload));
  };
  await Promise.all(Array.from({ length: 4 }, takeNext));
  const ids = rows.map(({ id }) => id);
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db);
  return rows.length;
}
