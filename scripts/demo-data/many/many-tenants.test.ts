import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allJobs } from '../../../src/server/all-jobs.ts';
import { reconcile } from '../../../src/server/features/reconciliation/reconcile.ts';
import { findDifferences } from '../../../src/server/ledger/find-differences.ts';
import { readAllNights } from '../../../src/server/operator/tenant-nights.ts';
import { recordAudit } from '../../../src/server/platform/audit/audit.ts';
import { openDatabase } from '../../../src/server/platform/db/database.ts';
import { listTenants } from '../../../src/server/platform/db/tenants.ts';
import { withTenant } from '../../../src/server/platform/db/transactions.ts';
import { calendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { loadBooks } from '../load/load.ts';
import { emptyDatabase } from '../load/loaded-database.ts';
import { addManyTenants } from './many-tenants.ts';

const COUNT = 60;
const asOf = calendarDate('2026-11-13');

let loaded: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  loaded = await emptyDatabase();
  await loadBooks(loaded.ownerUrl, [], [], {
    addRows: (client) => addManyTenants(client, { count: COUNT, asOf, passwordHash: 'not a hash' }),
  });
});
afterAll(() => loaded.database.drop());

const jobNamed = (name: string) => {
  const job = allJobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  return job;
};

const queued = async (name: string) => {
  const { rows } = await sql<{ id: string; payload: { tenantIds: string[]; tenantId?: string } }>`
    select jobs.id::text, payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks task on task.id = task_id where identifier = ${name} order by jobs.id`.execute(
    loaded.database.db,
  );
  return rows;
};

/** Counts the statements of some work. */
async function counted(work: (db: ReturnType<typeof openDatabase>) => Promise<unknown>): Promise<number> {
  let statements = 0;
  const db = openDatabase(loaded.database.url, {
    maxConnections: 2,
    onStatement: () => {
      statements += 1;
    },
  });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
  return statements;
}

test('MANY-01 the books of many tenants agree to the cent', async () => {
  const tenants = await listTenants(loaded.database.db);
  expect(tenants.length).toBe(COUNT);
  for (const { id } of tenants.filter((_, index) => index % 6 === 0))
    expect(await withTenant(loaded.database.db, id, (tx) => findDifferences(tx, id))).toEqual([]);
});

test.each([
  ['start reconciliations', 'reconcile books of tenants', {}],
  ['start statements', 'make statements of tenants', {}],
  ['start checks of audit trails', 'check audit trails of tenants', {}],
  ['start removing personal data', 'remove personal data of tenants', {}],
  ['discard forgotten files', 'discard forgotten files of tenants', {}],
  ['start nightly reports', 'queue nightly reports of tenants', { _cron: { ts: '2026-11-13T06:40:00Z' } }],
])(
  'MANY-01 %s: few jobs and few statements, however many tenants there are',
  async (start, batch, payload) => {
    const statements = await counted((db) => jobNamed(start).run({ db } as never, payload));
    expect(statements).toBeLessThanOrEqual(6);
    const jobs = await queued(batch);
    for (const job of jobs) expect(() => jobNamed(batch).payload.parse(job.payload)).not.toThrow();
    expect(jobs.map((job) => job.payload.tenantIds.length)).toEqual([50, 10]);
    const handed = jobs.flatMap((job) => job.payload.tenantIds);
    expect(handed.toSorted()).toEqual((await listTenants(loaded.database.db)).map(({ id }) => id).toSorted());
  },
);

test('MANY-01 a tenant whose part of a batch fails is tried alone, a large one comes after the others, and the rest is done', async () => {
  const { db } = loaded.database;
  const [broken, large, ...others] = (await listTenants(db)).slice(-5).map(({ id }) => id);
  if (!broken || !large) throw new Error('There are five.');
  await withTenant(db, broken, (tx) => recordAudit(tx, { actorId: null, action: 'signed in', subject: '' }));
  await withTenant(loaded.database.owner, broken, (tx) => sql`delete from audit_heads`.execute(tx));
  await withTenant(db, large, (tx) =>
    sql`update syndicate_totals set participation_count = 5001`.execute(tx),
  );
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  const tenantIds = [broken, large, ...others];
  await jobNamed('check audit trails of tenants').run({ db, logger } as never, { tenantIds });
  const alone = await queued('check audit trail of tenant');
  expect(alone.map(({ payload }) => payload.tenantId).toSorted()).toEqual([broken, large].toSorted());
  expect(logged).toEqual(['a job failed for one tenant, and is tried again for it']);
  const { rows } = await sql<{ priority: number; queue: string | null }>`
    select priority, queue_name as queue from graphile_worker.jobs
    where task_identifier = 'check audit trail of tenant'`.execute(db);
  expect(rows).toEqual([
    { priority: 21, queue: expect.stringMatching(/^work of tenants [01]$/) },
    { priority: 21, queue: expect.stringMatching(/^work of tenants [01]$/) },
  ]);
});

test('MANY-01 BOOK-02 how all nights went is told by as many figures and statements as for one tenant', async () => {
  let told: unknown;
  const statements = await counted(async (db) => {
    told = await readAllNights(db);
  });
  expect(statements).toBeLessThanOrEqual(6);
  expect(told).toMatchObject([
    { tenantCount: COUNT, differingCount: 0, missingCount: COUNT, unsentCount: 0 },
  ]);
});

test('MANY-01 the night of a small book takes few statements', async () => {
  const [tenant] = await listTenants(loaded.database.db);
  const statements = await counted(async (db) => {
    expect((await reconcile(db, tenant?.id ?? '')).differences).toEqual([]);
  });
  expect(statements).toBeLessThanOrEqual(84);
});
