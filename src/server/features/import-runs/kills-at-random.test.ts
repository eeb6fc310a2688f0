import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDealStatus } from '../../ledger/set-deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { differencesIn } from '../../testing/differences.ts';
import { createFundedDeal, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { startProgram } from '../../testing/programs.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

// `npm run prove import-runs` sets it to its full size.
const KILLS = Number(process.env['KILLS'] ?? 2);
const DEALS = KILLS < 20 ? 10 : 100;
const PAYMENTS = DEALS * 25;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const lines = (header: string, rows: readonly string[]) => [header, ...rows, ''].join('\n');
const deals = Array.from({ length: DEALS }, (_, place) => `K-${place + 1}`);
const dayOf = (place: number) => new Date(Date.UTC(2026, 1, 2 + place)).toISOString().slice(0, 10);

const BOOK = {
  'Deals.csv': lines(
    'Deal ID,Merchant,Industry,Started,Status,Funded On,Funded Amount,RTR,Payment,Freq,Term,Factor',
    deals.map(
      (id) => `${id},Shop ${id},Bakery,03/2019,Active Advance,01/05/2026,10000,14000,100,Daily,140,1.4`,
    ),
  ),
  'Syndication.csv': lines(
    'Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee',
    deals.map((id) => `${id},Red Barn LLC,01/05/2026,12.5%,10%,4%`),
  ),
  'Payments.csv': lines(
    'Reference,Deal ID,Process Date,Amount',
    Array.from({ length: PAYMENTS }, (_, place) => {
      const day = dayOf(Math.floor(place / DEALS));
      return `P-${place},${deals[place % DEALS]},${day},100.00`;
    }),
  ),
};

/** A funder of its own, so that what a change leaves behind is in nobody’s way. */
async function openFunder() {
  const { owner, db } = portal.database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, tenantId, work);
  const person = await sitDown({ ...portal, tenantId }, 'Ada Lane');
  const ada = importer(person);
  const worker = await startTestWorker(portal.database);
  try {
    const { runId } = await ada.start(BOOK);
    const of = { meaning: 'new', value: 'Red Barn LLC' };
    const { problems, blocker } = await ada.plan(runId, {
      meanings: [
        { kind: 'participations', field: 'syndicate', ...of },
        { kind: 'syndicates', field: 'esign_email', ...of, meaning: 'office@redbarn.example' },
      ],
    });
    expect({ problems, blocker }).toEqual({ problems: [], blocker: null });
    return { tenantId, inBook, person, ada, runId };
  } finally {
    await worker.stop();
  }
}
type Funder = Awaited<ReturnType<typeof openFunder>>;

/** Every cent of the book, by names that an import gives. */
const cents = ({ inBook }: Funder) =>
  inBook(async (tx) => {
    const { rows } = await sql<{ entry: string }>`
      select 'line ' || row(payment.reference, syndicate.abbreviation, line.net_pay_cents, line.pay_date, line.is_reversal) as entry
      from payout_lines line
      join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
      join syndicates syndicate on syndicate.tenant_id = line.tenant_id and syndicate.id = line.syndicate_id
      union all
      select 'payment ' || row(reference, amount_cents, status, cleared_date) from payments
      union all
      select 'deal ' || row(deal.mid, deal.name, deal.status, totals.collected_cents)
      from deals deal left join deal_totals totals on totals.tenant_id = deal.tenant_id and totals.deal_id = deal.id
      union all
      select 'share ' || row(deal.mid, syndicate.abbreviation) from participations share
      join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      union all
      select 'investor ' || abbreviation from syndicates
      order by 1`.execute(tx);
    return rows.map(({ entry }) => entry);
  });

/** What of the file is in the book. */
async function partOf(book: readonly string[]) {
  const of = (what: string) => book.filter((entry) => entry.startsWith(`${what} (`)).length;
  const payments = book.filter((entry) => /^payment \(P-/.test(entry)).length;
  const imported = { deals: of('deal'), shares: of('share'), payments };
  const isWhole = payments === PAYMENTS && imported.shares === DEALS;
  const phase = isWhole ? 'all' : payments > 0 ? 'some payments' : imported.shares > 0 ? 'rows' : 'nothing';
  return { ...imported, isWhole, phase } as const;
}

const operator = { via: 'command line', name: 'test' } as const;

/** It stands beside the import, is built on what the import has brought, or has made a deal of the file in another way. */
type Place = 'beside' | 'on top' | 'in its place';

/** What somebody does to the book right after the kill. */
const CHANGES: readonly ((funder: Funder, hasDeals: boolean) => Promise<Place>)[] = [
  async () => 'beside',
  // From now on nobody can tell which of the two a file means.
  ({ inBook, tenantId }) =>
    inBook(async (tx): Promise<Place> => {
      await createSyndicate(tx, tenantId, { name: 'Red Barn LLC', abbreviation: 'RB2' });
      return 'beside';
    }),
  ({ inBook, tenantId }, hasDeals) =>
    inBook(async (tx): Promise<Place> => {
      const dealId = hasDeals
        ? (await tx.selectFrom('deals').select('id').where('mid', '=', 'K-1').executeTakeFirstOrThrow()).id
        : await createFundedDeal(tx, tenantId, { mid: 'K-1' });
      const day = await readToday(tx);
      const payment = { dealId, reference: 'by hand', amount: 5_000n, clearedDate: day, postedOn: day };
      await postPayment(tx, tenantId, payment);
      return hasDeals ? 'on top' : 'in its place';
    }),
  ({ inBook, tenantId }, hasDeals) =>
    inBook(async (tx): Promise<Place> => {
      if (!hasDeals) await createFundedDeal(tx, tenantId, { mid: 'K-2' });
      const change = { mid: 'K-2', status: 'Collections', reason: 'A test' } as const;
      await setDealStatus(tx, tenantId, change, operator);
      return hasDeals ? 'on top' : 'in its place';
    }),
];

const startWorker = () =>
  startProgram('worker', {
    DATABASE_URL: portal.database.url,
    S3_BUCKET: requiredVariable('S3_BUCKET'),
    S3_UPLOAD_BUCKET: requiredVariable('S3_UPLOAD_BUCKET'),
  });

const confirm = async (person: AtDesk, ada: Funder['ada'], runId: number) => {
  const { revision } = await ada.read(runId);
  expect(await person.post(`imports/${runId}/confirm`, { revision })).toMatchObject({ status: 200 });
};

/** Waits until a worker has taken the import. */
async function untilTaken(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'carry out import run' and job.locked_at is not null`.execute(
      portal.database.owner,
    );
    if (rows.length > 0) return;
    await setTimeout(5);
  }
}

/** A job of a worker that died is taken over after a minute, which nobody waits for here. */
async function releaseJobs(): Promise<void> {
  for (const locked of ['_private_jobs', '_private_job_queues'])
    await sql`update ${sql.table(`graphile_worker.${locked}`)} set locked_at = locked_at - interval '2 minutes'
      where locked_at is not null`.execute(portal.database.owner);
}

/** How long the worker needs for all of it. */
async function measure(): Promise<number> {
  const { person, ada, runId } = await openFunder();
  await confirm(person, ada, runId);
  const worker = await startWorker();
  try {
    await untilTaken();
    const begun = performance.now();
    expect(await ada.settled(runId, true)).toMatchObject({ state: 'done', failure: null });
    return performance.now() - begun;
  } finally {
    await worker.end('SIGTERM');
  }
}

/** Kills the worker at a moment, changes the book, and has the next one go on. Returns how far the import was. */
async function killAt(ms: number, change: (typeof CHANGES)[number]): Promise<string> {
  const funder = await openFunder();
  const { person, ada, runId } = funder;
  const before = await cents(funder);
  await confirm(person, ada, runId);
  const killed = await startWorker();
  await untilTaken();
  await setTimeout(ms);
  await killed.end('SIGKILL');
  const { phase, isWhole } = await partOf(await cents(funder));
  // The page says that it is at work until the next worker knows more.
  const { state } = await ada.read(runId);
  expect(state).toMatch(isWhole ? /^(importing|done)$/ : /^importing$/);
  const place = await change(funder, phase !== 'nothing');
  const changed = await cents(funder);
  await releaseJobs();
  const next = await startWorker();
  try {
    const ended = await ada.settled(runId, true);
    const book = await cents(funder);
    const part = await partOf(book);
    if (ended.state === 'failed') {
      expect(ended.failure).toContain('Nothing was imported.');
      expect(book).toEqual(changed);
      return phase;
    }
    expect(ended.state).toBe('done');
    expect(ended.failure).toEqual(
      part.isWhole && place !== 'in its place'
        ? null
        : expect.stringMatching(/^(Not all|Only a part) of it was imported/),
    );
    expect(await differencesIn(portal.database.db, funder.tenantId)).toEqual([]);
    await undo(funder, { place, book, without: phase === 'nothing' ? changed : before });
  } finally {
    await next.end('SIGTERM');
  }
  return phase;
}

/** It is undone whole, or all of it stays and the page says what is in the way. */
async function undo(
  funder: Funder,
  { place, book, without }: { place: Place; book: string[]; without: string[] },
): Promise<void> {
  const { person, ada, runId, tenantId } = funder;
  const { obstacles } = (await person.get(`imports/${runId}/obstacles`)) as unknown as {
    obstacles: object[];
  };
  const isKept = obstacles.length > 0;
  if (place !== 'in its place') expect(isKept).toBe(place === 'on top');
  await person.post(`imports/${runId}/undo`);
  expect((await ada.settled(runId, true)).state).toBe(isKept ? 'done' : 'undone');
  const others = (entries: string[]) => entries.filter((entry) => entry !== 'investor RB2');
  expect(others(await cents(funder))).toEqual(others(isKept ? book : without));
  expect(await differencesIn(portal.database.db, tenantId)).toEqual([]);
}

test(`IMPORT-24 the worker is killed at ${KILLS} random moments of an import, and the book changes at once: the page tells the truth, and it resumes or is undone whole`, {
  timeout: 240_000 + KILLS * 90_000,
}, async () => {
  const whole = await measure();
  const phases: Record<string, number> = {};
  for (let kill = 0; kill < KILLS; kill += 1) {
    const ms = whole * ((kill + Math.random()) / KILLS);
    const change = CHANGES[kill % CHANGES.length] ?? CHANGES[0];
    if (!change) throw new Error('There are changes.');
    const phase = await killAt(ms, change);
    phases[phase] = (phases[phase] ?? 0) + 1;
  }
  if (KILLS < 20) return;
  process.stdout.write(`Killed at random within ${Math.round(whole)} ms: ${JSON.stringify(phases)}\n`);
  // Between the rows and the last payment.
  expect((phases['rows'] ?? 0) + (phases['some payments'] ?? 0)).toBeGreaterThan(0);
});
