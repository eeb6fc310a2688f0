import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKind } from '../../../shared/contract/operator-imports.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { SHEET_FIELDS, type SheetKind } from '../../../shared/domain/import-runs.ts';
import { importBook as importSources } from '../../import/import-book.ts';
import type { Source } from '../../import/source.ts';
import { keepAnalysis } from '../../ledger/analysis/keep-analyses.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { makeAskedStatements } from '../../statements/make-statements.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { differencesIn } from '../../testing/differences.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { MESSY_CONSTANTS, MESSY_MEANINGS, messyBook } from '../../testing/messy-book.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let ada: ReturnType<typeof importer>;
let investor: string;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ada = importer(await sitDown(portal, 'Ada Lane'));
  investor = await inBook(async (tx) => {
    const { name } = await tx.selectFrom('syndicates').select('name').executeTakeFirstOrThrow();
    return name;
  });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

const TABLES = [
  'deals',
  'participations',
  'payments',
  'payout_lines',
  'syndicates',
  'companies',
  'deal_totals',
  'book_changes',
];

const counted = () =>
  inBook(async (tx) => {
    const counts: Record<string, number> = {};
    for (const table of [
      ...TABLES,
      'participation_totals',
      'syndicate_totals',
      'syndicate_pay_dates',
      'external_ids',
      'tenant_books',
    ]) {
      const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(tx);
      counts[table] = Number(rows[0]?.count);
    }
    return counts;
  });

const dealFile = (external: string) =>
  `Deal ID,Merchant Name,Funded Date,Funding Amount,Factor,RTR,Payment,Freq,Term (Days),Status,Comm %
${external},Canal St Bakery,10/05/26,"$10,000.00",1.40,"$14,000.00",$140.00,Daily,100,Performing,10%
`;

const reconciles = async () => expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);

async function importBook() {
  const { runId } = await ada.start(messyBook(investor));
  const planned = await ada.plan(runId, { meanings: MESSY_MEANINGS, constants: MESSY_CONSTANTS });
  const problems_left_out = planned.problems.map(({ key }) => key);
  await ada.plan(runId, { meanings: MESSY_MEANINGS, constants: MESSY_CONSTANTS, problems_left_out });
  expect(await ada.confirm(runId)).toMatchObject({ state: 'done' });
  return runId;
}

/** Does the work while a transaction that writes what is worked out from the run's new investors ends only after half a second. */
async function whileAnalysesAreWritten<T>(runId: number, work: () => Promise<T>): Promise<T> {
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const writing = inBook(async (tx) => {
    const { rows: added } = await sql<{ id: bigint }>`
      select unnest(imported_ids(${runId}, 'syndicates', true)) as id`.execute(tx);
    expect(added.length).toBeGreaterThan(0);
    for (const { id } of added)
      await keepAnalysis(tx, portal.tenantId, { syndicateId: id, bookVersion: randomUUID() });
    begun();
    await setTimeout(500);
  });
  await isBegun;
  const [done] = await Promise.all([work(), writing]);
  return done;
}

test('IMPORT-19 IMPORT-20 an import is undone as if it had not been, and can be made again', async () => {
  const before = await counted();
  const runId = await importBook();
  const imported = await counted();
  expect(imported).toMatchObject({ deals: 3, participations: 4, payments: 4 });
  // What is worked out in the background from the book of an investor of the import is being written, and does not keep it.
  const undone = await whileAnalysesAreWritten(runId, () => ada.undo(runId));
  expect(undone).toMatchObject({ state: 'undone', failure: null });
  expect(await counted()).toEqual(before);
  await reconciles();
  const trail = await trailOf(portal.database, portal.tenantId, `import ${runId}`);
  expect(trail.at(-1)).toMatchObject({ action: 'import undone', details: { collected: '1703.00' } });
  await importBook();
  expect(await counted()).toEqual({ ...imported });
  await reconciles();
});

test('IMPORT-19 changed rows and payments that came back go back to what they were', async () => {
  const rows = () =>
    inBook(async (tx) => ({
      deals: await tx
        .selectFrom('deals')
        .select(['mid', 'status', 'platform', 'name'])
        .orderBy('mid')
        .execute(),
      payments: await tx
        .selectFrom('payments')
        .select(['reference', 'status', 'returnedDate'])
        .orderBy('reference')
        .execute(),
      totals: await tx
        .selectFrom('dealTotals')
        .select(['dealId', 'collectedCents', 'lastClearedDate'])
        .orderBy('dealId')
        .execute(),
    }));
  const before = await rows();
  const { runId, run } = await ada.start({
    'back.csv':
      'Deal ID,Process Date,Amount,Status,Return Code\n902,10/15/26,($213.00),Returned,R01\n902,10/16/26,$213.00,Cleared,\n',
  });
  expect(run.files[0]?.kind).toBe('payments');
  await ada.upload(runId, 'status.csv', Buffer.from('Deal ID,Status\n902,Collections\n'));
  await expect
    .poll(async () => (await ada.read(runId)).files.map(({ state }) => state).join())
    .toBe('clean,clean');
  const { files } = await ada.settled(runId);
  const kinds = files.map(({ file_id }, index) => ({
    file_id,
    kind: index ? 'deals' : 'payments',
    columns: [],
  }));
  await ada.plan(runId, { files: kinds });
  expect(await ada.confirm(runId)).toMatchObject({ state: 'done' });
  expect(await rows()).not.toEqual(before);
  await reconciles();
  expect(await ada.undo(runId)).toMatchObject({ state: 'undone', failure: null });
  expect(await rows()).toEqual(before);
  await reconciles();
});

test('IMPORT-21 what was built on an import keeps it from being undone, and the page says what', async () => {
  const { runs } = (await (await sitDown(portal, 'Theo Marsh')).get('imports')) as unknown as {
    runs: { run_id: number; state: string }[];
  };
  const runId = runs.find(({ state }) => state === 'done')?.run_id ?? 0;
  await inBook(async (tx) => {
    const { id: dealId } = await tx
      .selectFrom('deals')
      .select('id')
      .where('mid', '=', '900')
      .executeTakeFirstOrThrow();
    const entry = {
      reference: 'later',
      dealId,
      amount: 14_000n,
      date: calendarDate('2026-11-16'),
      debitDate: null,
    };
    await postPayments(tx, portal.tenantId, [{ ...entry, result: 'cleared' }], null);
  });
  const theo = await sitDown(portal, 'Theo Marsh');
  expect(await theo.get(`imports/${runId}/obstacles`)).toMatchObject({
    obstacles: [
      {
        ...{ obstacle: 'payments were posted to its deals since', number: 1, kind: 'deal' },
        things: [{ name: 'Canal St Bakery (900)' }],
      },
    ],
  });
  const before = await counted();
  const kept = await ada.undo(runId);
  expect(kept).toMatchObject({ state: 'done' });
  expect(kept.failure).toMatch(/stays: .*payments were posted to its deals since/);
  expect(await counted()).toEqual(before);
});

test('IMPORT-21 statements that were made of it keep an import, and those of the months before it do not', async () => {
  const { owner, db } = portal.database;
  const tenantId = await createTenant(owner);
  const own = { ...portal, tenantId };
  const [october, september] = [calendarDate('2026-10-01'), calendarDate('2026-09-01')];
  await withTenant(owner, tenantId, async (tx) => {
    await createSyndicate(tx, tenantId, { name: 'Own' });
    await tx.updateTable('tenants').set({ statementsFrom: september }).where('id', '=', tenantId).execute();
  });
  const ben = importer(await sitDown(own, 'Ben Ortiz'));
  const make = (month: CalendarDate) =>
    makeAskedStatements(db, tenantId, {
      ...{ kind: 'month', months: { first: month, last: month }, syndicateId: null },
    });
  // A deal of its own, so that there is something to make a statement of before the import.
  await withTenant(owner, tenantId, async (tx) => {
    const { id: syndicateId } = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow();
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate: '2026-08-03' });
  });
  const agreed = 'Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee\n';
  const takeIn = async (external: string) => {
    const { runId } = await ben.start({
      'Deals.csv': dealFile(external),
      'Shares.csv': `${agreed}${external},Own,10/05/26,5%,10%,4%\n`,
    });
    await ben.plan(runId, { constants: MESSY_CONSTANTS });
    expect(await ben.confirm(runId)).toMatchObject({ state: 'done' });
    return runId;
  };
  const first = await takeIn('D-1');
  expect(await make(september)).toMatchObject({ made: 1 });
  expect(await ben.undo(first)).toMatchObject({ state: 'undone', failure: null });
  const second = await takeIn('D-2');
  expect(await make(october)).toMatchObject({ made: 1 });
  const kept = await ben.undo(second);
  expect(kept).toMatchObject({ state: 'done' });
  expect(kept.failure).toBe('This import stays: statements with its figures were made (1).');
  expect(await differencesIn(db, tenantId)).toEqual([]);
});

test('IMPORT-21 a row that somebody has changed since keeps the whole import, and is named', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const id = await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: 'Own', abbreviation: 'OWN', esignEmail: 'first@own.example' }),
  );
  const ben = await sitDown({ ...portal, tenantId }, 'Ben Ortiz');
  const stored = () =>
    withTenant(owner, tenantId, (tx) =>
      tx
        .selectFrom('syndicates')
        .select(['esignEmail', 'managementFeePercent'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
  const { runId } = await importer(ben).startOf(
    'syndicates',
    'Investors.csv',
    `Name,Short Name,Pay Days,Usual Share %,Syndication Fee %,E-mail,Mgmt Fee
Own,OWN,Mon Tue Wed Thu Fri,10%,0%,wrong@own.example,5%
`,
  );
  expect(await importer(ben).confirm(runId)).toMatchObject({ state: 'done' });
  expect(await stored()).toEqual({ esignEmail: 'wrong@own.example', managementFeePercent: '5.0000' });
  await withTenant(owner, tenantId, (tx) =>
    tx.updateTable('syndicates').set({ esignEmail: 'right@own.example' }).where('id', '=', id).execute(),
  );
  expect(await importer(ben).undo(runId)).toMatchObject({
    state: 'done',
    failure: 'This import stays: rows of it in investors were changed since (1).',
  });
  expect(await stored()).toEqual({ esignEmail: 'right@own.example', managementFeePercent: '5.0000' });
});

/** An import as the funder's own system sends it, which is no run of the desk. */
function importByApi(tenantId: string, rows: Readonly<Partial<Record<ImportKind, readonly object[]>>>) {
  const sources = IMPORT_KINDS.filter((kind) => rows[kind]).map((kind): Source => {
    const text = (rows[kind] ?? []).map((row) => JSON.stringify(row)).join('\n');
    return {
      ...{ kind, format: 'ndjson', name: `${kind}.ndjson`, folder: null },
      async *open() {
        yield Buffer.from(text);
      },
    };
  });
  return importSources(portal.database.db, {
    tenantId,
    sources,
    operator: { via: 'command line', name: 'test' },
  });
}

const INVESTOR = {
  ...{ external_id: 'SYN-1', name: 'Own', abbreviation: 'OWN', pay_days: 'Mon Tue Wed Thu Fri' },
  ...{ default_share_percent: '10', management_fee_percent: '4', syndication_fee_percent: '0' },
  esign_email: 'first@own.example',
};

/** What the terms of a funded deal are, and what an import finds a row by, stays whatever a file says. */
const NOT_CHANGED: readonly string[] = [
  ...['external_id', 'funded_date', 'funded_amount', 'payback_amount', 'payment', 'payment_frequency'],
  ...['term_days', 'factor_rate', 'commission_percent'],
];

test('IMPORT-19 IMPORT-20 every column that a file can change goes back to what it was, with a value before and without', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const loaded = await importByApi(tenantId, {
    syndicates: [
      { ...INVESTOR, contact_person: 'Ruth Alvarez', phone_number: '(216) 555-0134' },
      {
        ...{ ...INVESTOR, external_id: 'SYN-2', name: 'Bare', abbreviation: 'BARE', pay_days: 'Tue Thu' },
        ...{ default_share_percent: '7.25', syndication_fee_percent: '1.5' },
      },
    ],
    brokers: [
      {
        ...{ external_id: 'ISO-1', name: 'Nina Petrov', company_name: 'Lakefront', email: 'nina@l.example' },
        phone_number: '(312) 555-0171',
      },
      { external_id: 'ISO-2', name: 'Max Roe', company_name: 'Roe', email: 'max@roe.example' },
    ],
    companies: [
      { external_id: 'C-1', name: 'Oak LLC', dba: 'Oak', industry: 'Dental', started: '2019-03' },
      { external_id: 'C-2', name: 'Elm LLC', industry: 'Food', started: '2011-12' },
    ],
    deals: ['1', '2'].map((nth) => ({
      ...{ external_id: `D-${nth}`, company: `C-${nth}`, mid: `M-${nth}`, name: `Merchant ${nth}` },
      ...{
        platform: 'Harbor',
        status: 'Active Advance',
        funded_date: '2026-10-05',
        funded_amount: '10000.00',
      },
      ...{ payback_amount: '14000.00', payment: '140.00', payment_frequency: 'DAILY', term_days: '100' },
      factor_rate: '1.40',
      ...(nth === '1' && { broker: 'ISO-1' }),
    })),
  });
  expect(loaded).toMatchObject({ applied: 'all' });
  // That the address was another for a while stays known: money does not follow a mail that has just moved.
  const KEPT = ['version', 'used_at', 'esign_email_changed_at', 'previous_esign_email'];
  const book = () =>
    withTenant(owner, tenantId, async (tx) => {
      const found: Record<string, unknown> = {};
      for (const table of ['syndicates', 'brokers', 'companies', 'deals']) {
        const { rows } = await sql`
          select to_jsonb(t) - ${KEPT}::text[] as row from ${sql.table(table)} t
          where tenant_id = ${tenantId}::uuid order by id`.execute(tx);
        found[table] = rows;
      }
      return found;
    });
  const before = await book();
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const files = {
    'Investors.csv': `Investor ID,Name,Short Name,Pay Days,Usual Share %,Mgmt Fee,Syndication Fee %,E-mail,Contact,Phone
SYN-1,Own Two,OWN2,Tue,11%,5%,2%,second@own.example,Omar Haddad,(216) 555-0199
SYN-2,Bare Two,BARE2,Mon Fri,12.5%,6%,0%,second@bare.example,Lea Novak,(216) 555-0198
`,
    'Brokers.csv': `Broker ID,Person,Company,E-mail,Phone
ISO-1,Nina Two,Lakefront Two,nina2@l.example,(312) 555-0172
ISO-2,Max Two,Roe Two,max2@roe.example,(312) 555-0173
`,
    'Deals.csv': `Deal ID,MID,Merchant,DBA,Industry,Business Started,Platform,Status,ISO
D-1,M-1B,Merchant One,Oak Two,Retail,01/2020,Shore,Default,Roe Two
D-2,M-2B,Merchant Two,Elm Two,Retail,02/2020,Shore,Collections,ISO-1
`,
  };
  const kindOf: Readonly<Record<string, SheetKind>> = {
    ...{ 'Investors.csv': 'syndicates', 'Brokers.csv': 'brokers', 'Deals.csv': 'deals' },
  };
  const takeIn = async () => {
    const { runId, run } = await ben.start(files);
    const kinds = run.files.map(({ file_id, file_name }) => ({
      file_id,
      kind: kindOf[file_name],
      columns: [],
    }));
    const planned = await ben.plan(runId, { files: kinds });
    expect(planned.problems).toEqual([]);
    // It changes brokers, which takes two: to import it, and to undo it.
    const ada = await sitDown({ ...portal, tenantId }, 'Ada Lane');
    expect(await importer(ada).confirm(runId)).toMatchObject({ state: 'done' });
    expect((await ada.post(`imports/${runId}/undo`)).status).toBe(200);
    return { runId, changes: planned.changes };
  };
  const { runId, changes } = await takeIn();
  // A field that is new in the files is changed here too.
  const changed = new Set(changes.map(({ field }) => field));
  const changeable = Object.values(kindOf).flatMap((kind) => Object.keys(SHEET_FIELDS[kind]));
  expect(changeable.filter((field) => !changed.has(field) && !NOT_CHANGED.includes(field))).toEqual([]);
  expect(await book()).not.toEqual(before);
  expect(await ben.undo(runId)).toMatchObject({ state: 'undone', failure: null });
  expect(await book()).toEqual(before);
});

/** A funder with a deal 901 of which an investor has a tenth, and one debit of it. */
async function openSmallBook() {
  const { owner, db } = portal.database;
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    for (const mid of ['901', '902']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
  const sit = (name: string) => sitDown({ ...portal, tenantId }, name);
  return { tenantId, sit, differences: () => differencesIn(db, tenantId) };
}

type Importer = ReturnType<typeof importer>;

const DEBITS = 'Deal ID,Process Date,Amount,Status,Return Code\n';
const debits = (mid: string, days: readonly string[]) =>
  DEBITS + days.map((day) => `${mid},${day},$700.00,Cleared,\n`).join('');

async function bring(who: Importer, kind: 'deals' | 'payments', text: string): Promise<number> {
  const { runId } = await who.startOf(kind, `${kind}.csv`, text);
  expect(await who.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  return runId;
}

test('IMPORT-19 imports of one day that are undone, the newest first, leave no difference', async () => {
  const { sit, differences } = await openSmallBook();
  const ben = importer(await sit('Ben Ortiz'));
  await bring(ben, 'payments', debits('901', ['10/14/26']));
  await bring(ben, 'deals', 'Deal ID,Status\n901,Default\n');
  const second = await bring(ben, 'deals', 'Deal ID,Status\n901,Collections\n');
  const third = await bring(ben, 'payments', debits('901', ['10/15/26']));
  for (const runId of [third, second]) {
    expect(await ben.undo(runId)).toMatchObject({ state: 'undone', failure: null });
    expect(await differences()).toEqual([]);
  }
});

test('IMPORT-19 an import is undone although an alert that it closed has opened again', async () => {
  const { tenantId, sit, differences } = await openSmallBook();
  const ben = importer(await sit('Ben Ortiz'));
  const alerts = () =>
    withTenant(portal.database.owner, tenantId, async (tx) => {
      const { rows } = await sql<{ isOpen: boolean }>`
        select alert.closed_on is null as is_open from deal_alerts alert
        join deals deal on deal.tenant_id = alert.tenant_id and deal.id = alert.deal_id
        where deal.mid = '901' and alert.reason = 'missed' order by alert.id`.execute(tx);
      return rows.map(({ isOpen }) => isOpen);
    });
  const turn = () => turnDay(portal.database.db, tenantId);
  const october = ['02', '05', '06', '07', '08', '09', '13', '14', '15', '16', '19', '20', '21', '22', '23'];
  const days = october.map((day) => `10/${day}/26`);
  await bring(ben, 'payments', debits('902', days));
  await turn();
  const runId = await bring(ben, 'payments', debits('901', days));
  await turn();
  const november = ['02', '03', '04', '05', '06', '09', '10', '12', '13', '16'];
  await bring(
    ben,
    'payments',
    debits(
      '902',
      november.map((day) => `11/${day}/26`),
    ),
  );
  await turn();
  expect(await alerts()).toEqual([false, true]);
  expect(await ben.undo(runId)).toMatchObject({ state: 'undone', failure: null });
  expect(await alerts()).toEqual([true]);
  expect(await differences()).toEqual([]);
});

test('IMPORT-27 security rule: a request to undo ends with an undo that the import stayed after', async () => {
  const { sit } = await openSmallBook();
  const ben = importer(await sit('Ben Ortiz'));
  const [lamar, theo] = [await sit('Lamar Reed'), await sit('Theo Grant')];
  const runId = await bring(ben, 'payments', debits('901', ['10/15/26']));
  const later = await bring(ben, 'payments', debits('901', ['10/16/26']));
  expect(await lamar.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
  expect(await importer(theo).undo(runId)).toMatchObject({
    state: 'done',
    failure: expect.stringContaining('This import stays'),
  });
  expect(await ben.undo(later)).toMatchObject({ state: 'undone', failure: null });
  // Theo asks anew, and nothing is undone yet.
  expect(await importer(theo).undo(runId)).toMatchObject({ state: 'done', undo_asked_by: 'Theo Grant' });
});

test('IMPORT-22 nobody else takes anything out of the ledger', async () => {
  const refused = (work: (tx: Tx) => Promise<unknown>) => expect(inBook(work)).rejects;
  await refused((tx) => sql`delete from payout_lines`.execute(tx)).toThrow(/permission denied/);
  await refused((tx) => sql`delete from payments`.execute(tx)).toThrow(/permission denied/);
  // Saying that an import is undone is not enough, for the server's role and for an import that is through.
  await refused(async (tx) => {
    await sql`select set_config('app.undoing_import', 'on', true)`.execute(tx);
    await sql`delete from payout_lines`.execute(tx);
  }).toThrow(/permission denied/);
  const { rows } = await inBook((tx) =>
    sql<{ id: bigint }>`select id from import_runs where state = 'done' limit 1`.execute(tx),
  );
  await refused((tx) => sql`select undo_import(${rows[0]?.id})`.execute(tx)).toThrow(/is not being undone/);
  const asOwner = withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql`delete from payout_lines`.execute(tx),
  );
  await expect(asOwner).rejects.toThrow(/append-only/);
});
