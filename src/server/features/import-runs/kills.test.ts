import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { differencesIn } from '../../testing/differences.ts';
import { createSyndicate } from '../../testing/factories.ts';
import { MESSY_CONSTANTS, MESSY_MEANINGS, messyBook } from '../../testing/messy-book.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startProgram } from '../../testing/programs.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

// `npm run prove import-runs` sets it to its full size.
const KILLS = Number(process.env['KILLS'] ?? 2);

type Step = 'confirm' | 'undo';

/** Tables that a step writes to: the worker is killed while it waits to write there. */
const MOMENTS: readonly (readonly [Step, string])[] = [
  // The rows are in the book by then, and the payments are not.
  ['confirm', 'payments'],
  ['undo', 'payments'],
  ['confirm', 'deals'],
  ['undo', 'audit_events'],
  ['confirm', 'payout_lines'],
  ['undo', 'payout_lines'],
  ['confirm', 'deal_totals'],
  ['undo', 'deals'],
  ['confirm', 'participations'],
  ['undo', 'deal_totals'],
  ['confirm', 'audit_events'],
  ['undo', 'participations'],
];

let portal: TestPortal;
let person: AtDesk;
let ada: ReturnType<typeof importer>;
let investor: string;
beforeAll(async () => {
  portal = await openTestPortal();
  person = await sitDown(portal, 'Ada Lane');
  ada = importer(person);
  ({ name: investor } = await inBook((tx) =>
    tx.selectFrom('syndicates').select('name').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => portal.close());

const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

/** Every cent of the book by names that an import gives, because its ids are others each time. */
const cents = () =>
  inBook(async (tx) => {
    const { rows } = await sql<{ entry: string }>`
      select 'line ' || row(payment.reference, syndicate.name, line.gross_cents, line.management_fee_cents, line.pay_date, line.is_reversal)
        as entry
      from payout_lines line
      join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
      join participations share on share.tenant_id = line.tenant_id and share.id = line.participation_id
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      union all
      select 'payment ' || row(reference, amount_cents, status, cleared_date, returned_date) from payments
      union all
      select 'deal ' || row(deal.mid, deal.name, deal.status, totals.collected_cents, totals.cleared_count, totals.returned_count)
      from deals deal left join deal_totals totals on totals.tenant_id = deal.tenant_id and totals.deal_id = deal.id
      union all
      select 'share ' || row(deal.mid, syndicate.name) from participations share
      join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      union all
      select 'investor ' || name from syndicates
      order by 1`.execute(tx);
    return rows.map(({ entry }) => entry);
  });
const reconciles = async () => expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);

/** The sample, checked, and everything about it settled. */
async function openRun(): Promise<number> {
  const worker = await startTestWorker(portal.database);
  try {
    const { runId } = await ada.start(messyBook(investor));
    const said = { meanings: MESSY_MEANINGS, constants: MESSY_CONSTANTS };
    const { problems } = await ada.plan(runId, said);
    await ada.plan(runId, { ...said, problems_left_out: problems.map(({ key }) => key) });
    return runId;
  } finally {
    await worker.stop();
  }
}

const startWorker = () =>
  startProgram('worker', {
    DATABASE_URL: portal.database.url,
    S3_BUCKET: requiredVariable('S3_BUCKET'),
    S3_UPLOAD_BUCKET: requiredVariable('S3_UPLOAD_BUCKET'),
  });

/** Takes the step, its worker being killed while it waits to write to the table, if one is named. */
async function take(runId: number, step: Step, table: string | null) {
  const { revision } = await ada.read(runId);
  expect(await person.post(`imports/${runId}/${step}`, { revision })).toMatchObject({ status: 200 });
  if (table !== null) {
    await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
      const killed = await startWorker();
      await untilBlockedBy(portal.database.db, tx);
      await killed.end('SIGKILL');
    });
    expect((await ada.read(runId)).state).toBe(step === 'confirm' ? 'importing' : 'undoing');
    await releaseJobs();
  }
  await goOn(runId, step);
}

/** A job of a worker that died is taken over after a minute, which nobody waits for here. */
async function releaseJobs(): Promise<void> {
  for (const locked of ['_private_jobs', '_private_job_queues'])
    await sql`update ${sql.table(`graphile_worker.${locked}`)} set locked_at = locked_at - interval '2 minutes'
      where locked_at is not null`.execute(portal.database.owner);
}

async function goOn(runId: number, step: Step): Promise<void> {
  const next = await startWorker();
  try {
    const ended = await ada.settled(runId, true);
    expect(ended).toMatchObject({ state: step === 'confirm' ? 'done' : 'undone', failure: null });
  } finally {
    await next.end('SIGTERM');
  }
}

test(`IMPORT-24 the worker is killed ${KILLS} times while it imports or undoes: the same cents each time`, {
  timeout: 120_000 + KILLS * 90_000,
}, async () => {
  const before = await cents();
  const whole = await openRun();
  await take(whole, 'confirm', null);
  const imported = await cents();
  expect(imported.length).toBeGreaterThan(before.length + 10);
  await take(whole, 'undo', null);
  expect(await cents()).toEqual(before);
  let runId: number | null = null;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [step, table] = MOMENTS[kill % MOMENTS.length] ?? ['confirm', 'payments'];
    runId ??= await openRun();
    await take(runId, step, table);
    expect(await cents(), `${step}, ${table}`).toEqual(step === 'confirm' ? imported : before);
    await reconciles();
    if (step === 'undo') runId = null;
  }
});

test('IMPORT-24 an import that was killed between rows and payments goes on although the book has changed since, is whole, and is undone whole', {
  timeout: 120_000,
}, async () => {
  const { owner, db } = portal.database;
  const before = await cents();
  const runId = await openRun();
  const { revision, asks } = await ada.read(runId);
  expect(await person.post(`imports/${runId}/confirm`, { revision })).toMatchObject({ status: 200 });
  await withTenant(owner, portal.tenantId, async (tx) => {
    await sql`lock table payments in share row exclusive mode`.execute(tx);
    const killed = await startWorker();
    await untilBlockedBy(db, tx);
    await killed.end('SIGKILL');
  });
  expect(await cents()).not.toEqual(before);
  // From now on nobody can tell which of the two a file means.
  const namesake = await inBook((tx) =>
    createSyndicate(tx, portal.tenantId, { name: 'Red Barn LLC', abbreviation: 'RB2' }),
  );
  await releaseJobs();
  const next = await startWorker();
  try {
    const ended = await ada.settled(runId, true);
    // The rows are in, whatever their names mean by now, and the payments do not need them.
    expect(ended).toMatchObject({ state: 'done', failure: null });
    // Its rows count as unchanged by now, and undoing them asks what bringing them in has asked.
    expect(asks).not.toEqual([]);
    expect(ended['asks']).toEqual(asks);
    await reconciles();
    expect(await person.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
    expect(await ada.settled(runId, true)).toMatchObject({ state: 'undone', failure: null });
  } finally {
    await next.end('SIGTERM');
  }
  await withTenant(owner, portal.tenantId, (tx) =>
    tx.deleteFrom('syndicates').where('id', '=', namesake).execute(),
  );
  expect(await cents()).toEqual(before);
  await reconciles();
});
