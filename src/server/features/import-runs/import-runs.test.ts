import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { nameRows } from '../../import/external-ids.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { differencesIn } from '../../testing/differences.ts';
import { createFundedDeal, createSyndicate, createTenant } from '../../testing/factories.ts';
import { MESSY_CONSTANTS, MESSY_MEANINGS, messyBook } from '../../testing/messy-book.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { EICAR } from '../../testing/sample-files.ts';
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

const collected = () =>
  inBook(async (tx) => {
    const { rows } = await sql<{ mid: string; cents: bigint }>`
      select deal.mid, total.collected_cents as cents from deals deal
      join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
      order by deal.mid`.execute(tx);
    return Object.fromEntries(rows.map(({ mid, cents }) => [mid, cents]));
  });

const sharesOf = (tenantId: string) =>
  withTenant(portal.database.owner, tenantId, async (tx) => {
    const { rows } = await sql<{ mid: string; syndicateId: bigint; abbreviation: string }>`
      select deal.mid, share.syndicate_id, syndicate.abbreviation from participations share
      join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      where share.tenant_id = ${tenantId}::uuid order by deal.mid, share.id`.execute(tx);
    return rows;
  });

const INVESTORS_HEADER =
  'Investor ID,Name,Short Name,Contact,Pay Days,Usual Share %,Mgmt Fee,Syndication Fee %,E-mail';
const SHARES_HEADER = 'Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee';

type InvestorCells = readonly [id: string, name: string, short: string, contact: string];

const addressOfRow = (row: InvestorCells) =>
  `${row
    .filter(Boolean)
    .join('.')
    .replaceAll(/[^\w.-]/g, '')}@cove.example`;

/** Each with an address of its own. */
const investorsFile = (
  rows: readonly InvestorCells[],
  share = '10%',
  addressOf: (row: InvestorCells) => string = addressOfRow,
) =>
  [INVESTORS_HEADER, ...rows.map((row) => `${row.join(',')},Mon,${share},4%,0%,${addressOf(row)}`), ''].join(
    '\n',
  );

const sharesFile = (rows: readonly (readonly [deal: string, investor: string])[]) =>
  [SHARES_HEADER, ...rows.map((row) => `${row.join(',')},10/05/26,5%,10%,4%`), ''].join('\n');

/** Files whose names begin with Shares, and else with Investors. */
async function startBoth(person: ReturnType<typeof importer>, contents: Readonly<Record<string, string>>) {
  const { runId, run } = await person.start(contents);
  const files = run.files.map(({ file_id, file_name }) => ({
    ...{ file_id, columns: [] },
    kind: file_name.startsWith('Shares') ? 'participations' : 'syndicates',
  }));
  return { runId, files };
}

test('IMPORT-25 rows of deals that are not right yet wait for them, and one value for all rows is read as a cell is', async () => {
  const { runId, run } = await ada.start(messyBook(investor));
  const ofDeals = (problems: typeof run.problems) =>
    problems
      .filter(({ field }) => field === 'deal')
      .map(({ kind, reason, values }) => [kind, reason, values.map(({ value }) => value)]);
  const WAITS = 'is a deal of these files that is not right yet or left out';
  // Nobody is tempted to leave shares and payments out because of a word in another file.
  expect(ofDeals(run.problems)).toEqual([
    ['participations', WAITS, ['']],
    ['payments', WAITS, ['']],
    ['payments', 'is no deal known here', ['777']],
  ]);
  const [industry] = MESSY_CONSTANTS;
  const said = (started: string) => ({
    meanings: MESSY_MEANINGS,
    constants: [industry, { kind: 'deals', field: 'started', value: started }].flatMap((each) => each ?? []),
  });
  const unread = await ada.plan(runId, said('years ago'));
  expect(unread.problems).toContainEqual(
    expect.objectContaining({ kind: 'deals', field: 'started', fix: 'constant', count: 3 }),
  );
  expect(unread.constants).toContainEqual({ kind: 'deals', field: 'started', value: 'years ago' });
  for (const started of ['03/2019', '3/15/2019', '2019-03']) {
    const { problems } = await ada.plan(runId, said(started));
    expect(ofDeals(problems)).toEqual([['payments', 'is no deal known here', ['777']]]);
    expect(problems.filter(({ kind }) => kind === 'deals')).toEqual([]);
  }
});

test('IMPORT-12 a name that more than one investor has is asked for, whichever of them has it as a short name', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const ids = await withTenant(owner, tenantId, async (tx) => {
    await createFundedDeal(tx, tenantId, { mid: 'SHARED-1' });
    await createFundedDeal(tx, tenantId, { mid: 'SHARED-2' });
    const named = (name: string, abbreviation: string) =>
      createSyndicate(tx, tenantId, { name, abbreviation });
    return [
      await named('Acme Capital', 'ACA'),
      await named('ACME  capital', 'ACB'),
      await named('Cedar Creek', 'Cove'),
      await named('Cove', 'CVE'),
    ];
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const shares = ['Acme Capital', 'cove', 'CVE', `#${ids[0]}`]
    .map((name, place) => `SHARED-${1 + (place % 2)},${name},10/05/26,5%,10%,4%`)
    .join('\n');
  const { runId, run } = await ben.startOf(
    'participations',
    'Shares.csv',
    `Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee\n${shares}\n`,
  );
  expect(run.problems).toMatchObject([
    {
      ...{ field: 'syndicate', reason: 'matches more than one investor', fix: 'name', is_namesake: true },
      values: [{ value: 'Acme Capital' }, { value: 'cove' }],
    },
  ]);
  expect(run.syndicates.map(({ name }) => name).toSorted()).toEqual([
    'ACME  capital (ACB)',
    'Acme Capital (ACA)',
    'Cedar Creek',
    'Cove',
  ]);
  const means = (value: string, meaning: string) => ({
    ...{ kind: 'participations', field: 'syndicate', value, meaning },
  });
  // Another one of the same name would be one of those that are there.
  const asNew = await ben.plan(runId, { meanings: [means('Acme Capital', 'new'), means('cove', 'new')] });
  expect(asNew.problems).toHaveLength(1);
  const meanings = [means('Acme Capital', `#${ids[1]}`), means('cove', `#${ids[3]}`)].map((meaning) => ({
    ...meaning,
    is_namesake: true,
  }));
  expect((await ben.plan(runId, { meanings })).problems).toEqual([]);
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done' });
  expect(await sharesOf(tenantId)).toMatchObject([
    { mid: 'SHARED-1', syndicateId: ids[1] },
    { mid: 'SHARED-1', syndicateId: ids[3] },
    { mid: 'SHARED-2', syndicateId: ids[3] },
    { mid: 'SHARED-2', syndicateId: ids[0] },
  ]);

  const { runId: withNew, files } = await startBoth(ben, {
    'Investors.csv': 'Investor ID,Name\nT-1,Twin Peaks\nT-2,Twin Peaks\n,Acme Capital\n',
    'Shares.csv': sharesFile([['SHARED-1', 'Twin Peaks']]),
  });
  const ofNew = await ben.plan(withNew, {
    files,
    constants: [{ kind: 'syndicates', field: 'management_fee_percent', value: '4%' }],
    meanings: [
      { kind: 'syndicates', field: 'esign_email', value: 'Twin Peaks', meaning: 'office@harbor.example' },
    ],
  });
  expect(
    ofNew.problems.map(({ kind, reason, values }) => [kind, reason, values[0]?.value]).toSorted(),
  ).toEqual([
    [
      'participations',
      'matches more than one investor, none of which can be chosen here: write the ID or the short name in place of the name',
      'Twin Peaks',
    ],
    ['syndicates', 'matches more than one investor', 'Acme Capital'],
  ]);
});

test('IMPORT-12 of two investors of one name, an investors file says which by its ID or by the short name beside the name', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    const named = (name: string, abbreviation: string) =>
      createSyndicate(tx, tenantId, { name, abbreviation });
    await createFundedDeal(tx, tenantId, { mid: 'D-1' });
    const cedar = await named('Cedar', 'Cove');
    await named('Cove', 'CVE');
    // Somebody else is called as the ID of the first one is.
    await named('Sound', 'INV-7');
    await nameRows(tx, tenantId, [{ kind: 'syndicates', externalId: 'INV-7', id: cedar }]);
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const SEVERAL = 'matches more than one investor';
  // Neither the short name of the other one, nor one that nobody has, says which.
  const { run } = await ben.startOf(
    'syndicates',
    'Unclear.csv',
    investorsFile([
      ['', 'Cove', 'Cove', 'A'],
      ['', 'Cove', 'CVX', 'B'],
      ['', 'Cove', '', 'C'],
    ]),
  );
  expect(run.problems).toMatchObject([{ field: 'name', reason: SEVERAL, fix: null, count: 3 }]);

  const { runId, files } = await startBoth(ben, {
    'Investors.csv': investorsFile([
      ['', 'Cove', 'CVE', 'Lea Novak'],
      ['INV-7', 'Cedar', 'Cove', 'Max Roe'],
    ]),
    'Shares.csv': sharesFile([['D-1', 'Cove']]),
  });
  const said = await ben.plan(runId, { files });
  // The row of one of them does not say whose the shares are.
  expect(said.problems).toMatchObject([
    { kind: 'participations', reason: SEVERAL, fix: 'name', is_namesake: true },
  ]);
  await ben.plan(runId, { files, problems_left_out: said.problems.map(({ key }) => key) });
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done' });
  const stored = await withTenant(owner, tenantId, (tx) =>
    tx
      .selectFrom('syndicates')
      .select(['name', 'contactPerson'])
      .where('tenantId', '=', tenantId)
      .orderBy('id')
      .execute(),
  );
  expect(stored.map(({ name, contactPerson }) => [name, contactPerson])).toEqual([
    ['Cedar', 'Max Roe'],
    ['Cove', 'Lea Novak'],
    ['Sound', null],
  ]);
});

test('IMPORT-12 a name that an investor of the book and another one of the files have is asked for, and what is chosen counts', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const [acme, cedar] = await withTenant(owner, tenantId, async (tx) => {
    for (const mid of ['D-1', 'D-2', 'D-3', 'D-4', 'D-5', 'D-6', 'D-7'])
      await createFundedDeal(tx, tenantId, { mid });
    const named = (name: string, abbreviation: string) =>
      createSyndicate(tx, tenantId, { name, abbreviation });
    const ids = [await named('Acme Capital', 'ACA'), await named('Cedar', 'Bay')] as const;
    for (const [name, short] of [
      ['Cove', 'CVE'],
      ['Dune', 'DUN'],
      ['Elm', 'ELM'],
    ] as const)
      await named(name, short);
    await nameRows(tx, tenantId, [{ kind: 'syndicates', externalId: 'INV-7', id: ids[1] }]);
    return ids;
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const { runId, files } = await startBoth(ben, {
    'Investors.csv': investorsFile([
      ['T-9', 'Acme Capital', 'ACN', ''],
      ['T-8', 'Bay', 'BAY-2', ''],
      ['INV-7', 'Cove', 'Bay', ''],
    ]),
    // Nobody says how these can be imported, and still the shares may be theirs.
    'Investors without a mail.csv': investorsFile([['T-7', 'Dune', 'DU2', '']], '10%', () => ''),
    'Investors without a share.csv': investorsFile([['T-6', 'Elm', 'EL2', '']], 'some'),
    'Shares.csv': sharesFile([
      ['D-1', 'Acme Capital'],
      ['D-2', 'bay'],
      ['D-3', 'Cove'],
      ['D-4', 'Dune'],
      ['D-5', 'Elm'],
      // These are one investor's alone.
      ['D-6', 'ACA'],
      ['D-6', 't-9'],
      ['D-7', 'BAY-2'],
      ['D-7', 'INV-7'],
    ]),
  });
  const said = await ben.plan(runId, { files });
  const ofInvestors = said.problems.filter(({ kind }) => kind === 'syndicates');
  expect(ofInvestors).toMatchObject([{ field: 'default_share_percent' }, { field: 'esign_email' }]);
  const leftOut = ofInvestors.map(({ key }) => key);
  const { problems } = await ben.plan(runId, { files, problems_left_out: leftOut });
  const asked = problems.filter(({ kind }) => kind === 'participations');
  expect(asked).toMatchObject([
    {
      ...{ field: 'syndicate', fix: 'name', is_namesake: true },
      reason:
        'matches more than one investor, a new one among them: choose which one it is, or write the ID or the short name of the new one in place of the name',
      values: [{ value: 'Acme Capital' }, { value: 'bay' }, { value: 'Dune' }, { value: 'Elm' }],
    },
    {
      ...{ field: 'syndicate', fix: 'name', is_namesake: true },
      reason: 'matches more than one investor',
      values: [{ value: 'Cove' }],
    },
  ]);
  const meanings = [
    ['Acme Capital', acme],
    ['bay', cedar],
    ['Cove', cedar],
    ['Dune', acme],
    ['Elm', acme],
  ].map(([value, id]) => ({
    ...{ kind: 'participations', field: 'syndicate', value, meaning: `#${id}` },
    is_namesake: true,
  }));
  const chosen = await ben.plan(runId, { files, meanings, problems_left_out: leftOut });
  expect(chosen.problems.filter(({ is_left_out }) => !is_left_out)).toEqual([]);
  // Another name of an investor takes two.
  const cleo = importer(await sitDown({ ...portal, tenantId }, 'Cleo Marsh'));
  expect(await cleo.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  expect((await sharesOf(tenantId)).map(({ mid, abbreviation }) => `${mid} ${abbreviation}`)).toEqual([
    ...['D-1 ACA', 'D-2 Bay', 'D-3 Bay', 'D-4 ACA', 'D-5 ACA', 'D-6 ACA', 'D-6 ACN', 'D-7 BAY-2', 'D-7 Bay'],
  ]);
});

test('IMPORT-12 what was chosen before anybody had a name is asked for again once somebody has it', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const [harbor] = await withTenant(owner, tenantId, async (tx) => {
    for (const mid of ['D-1', 'D-2', 'D-3']) await createFundedDeal(tx, tenantId, { mid });
    const named = (name: string, abbreviation: string) =>
      createSyndicate(tx, tenantId, { name, abbreviation });
    const ids = [await named('Harbor Capital', 'HAC'), await named('Bay', 'BAY')] as const;
    await named('Cove', 'CVE');
    await nameRows(tx, tenantId, [{ kind: 'syndicates', externalId: 'INV-7', id: ids[1] }]);
    return ids;
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const chosen = (value: string) => ({
    ...{ kind: 'participations', field: 'syndicate', value, meaning: `#${harbor}` },
  });
  const { runId, files } = await startBoth(ben, {
    'Investors.csv': investorsFile([['T-9', 'Harbor', 'HBR', '']]),
    // Its new name is that of somebody else, although the row cannot be read.
    'Investors without a share.csv': investorsFile([['INV-7', 'Cove', 'BAY', '']], 'some'),
    'Shares.csv': sharesFile([
      ['D-1', 'Harbor'],
      ['D-2', 'Bay'],
      ['D-3', 'Cove'],
    ]),
  });
  const meanings = [chosen('Harbor'), chosen('Bay')];
  const { problems } = await ben.plan(runId, { files, meanings });
  const asked = problems.filter(({ kind }) => kind === 'participations');
  expect(asked.map(({ fix, is_namesake }) => ({ fix, is_namesake }))).toEqual([
    { fix: 'name', is_namesake: true },
    { fix: 'name', is_namesake: true },
  ]);
  expect(asked.flatMap(({ values }) => values.map(({ value }) => value))).toEqual(['Harbor', 'Bay', 'Cove']);
  const again = [...meanings, chosen('Cove')].map((meaning) => ({ ...meaning, is_namesake: true }));
  const said = await ben.plan(runId, { files, meanings: again });
  expect(said.problems.filter(({ kind }) => kind === 'participations')).toEqual([]);
  expect(said.meanings).toEqual(again);
});

test('IMPORT-12 where several new investors of the files have a name, no other one is offered, and their ID or short name says which', async () => {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    await createFundedDeal(tx, tenantId, { mid: 'D-1' });
    await createSyndicate(tx, tenantId, { name: 'Stranger', abbreviation: 'STR' });
    const closed = await createSyndicate(tx, tenantId, { name: 'Fern', abbreviation: 'FRN' });
    await tx
      .updateTable('syndicates')
      .set({ closedAt: new Date(), closedBy: 'Ada Lane', closedReason: 'Wound up' })
      .where('id', '=', closed)
      .execute();
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const investors = investorsFile([
    ['T-1', 'Twin Peaks', 'TP1', ''],
    ['T-2', 'twin  peaks', 'TP2', ''],
    ['T-3', 'Fern', 'FR3', ''],
  ]);
  const unclear = await startBoth(ben, {
    'Investors.csv': investors,
    'Shares.csv': sharesFile([
      ['D-1', 'Twin Peaks'],
      ['D-1', 'Fern'],
    ]),
  });
  const { problems } = await ben.plan(unclear.runId, { files: unclear.files });
  expect(problems).toMatchObject([
    {
      ...{ kind: 'participations', field: 'syndicate', fix: null, is_namesake: false },
      reason:
        'matches more than one investor, none of which can be chosen here: write the ID or the short name in place of the name',
      values: [{ value: 'Twin Peaks' }, { value: 'Fern' }],
    },
  ]);
  const { runId, files } = await startBoth(ben, {
    'Investors.csv': investors,
    'Shares.csv': sharesFile([
      ['D-1', 'T-1'],
      ['D-1', 'tp2'],
      ['D-1', 'FR3'],
    ]),
  });
  expect((await ben.plan(runId, { files })).problems).toEqual([]);
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  expect((await sharesOf(tenantId)).map(({ abbreviation }) => abbreviation)).toEqual(['TP1', 'TP2', 'FR3']);
});

test('IMPORT-10 IMPORT-11 IMPORT-12 IMPORT-13 a messy book is checked, put right once per value, and imported to its control totals', async () => {
  const { runId, run } = await ada.start(messyBook(investor));
  expect(run.state).toBe('ready');
  expect(run.files.map(({ kind, rows }) => [kind, rows])).toEqual([
    ['deals', 3],
    ['participations', 4],
    ['payments', 7],
  ]);
  // The row that adds the payments up is left out, and said to be.
  expect(run.files.map(({ totals_lines }) => totals_lines)).toEqual([[], [], [9]]);
  const deals = run.files[0]?.columns ?? [];
  expect(deals.find(({ name }) => name === 'Freq')).toMatchObject({ field: 'payment_frequency', read: 3 });
  expect(deals.find(({ name }) => name === 'ISO')).toMatchObject({ field: 'broker', read: 3 });
  expect(deals.find(({ name }) => name === 'Status')).toMatchObject({ field: 'status', read: 2 });
  // One problem for each kind, with the value, and not one for each row.
  expect(run.problems).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'deals', field: 'status', fix: 'word', count: 1 },
      values: [{ value: 'Slow Pay', count: 1, lines: [3] }],
    }),
  );
  expect(run.problems).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'participations', field: 'syndicate', fix: 'name' },
      values: [expect.objectContaining({ value: 'Red Barn LLC' })],
    }),
  );
  expect(run.problems).toContainEqual(
    expect.objectContaining({ kind: 'deals', field: 'industry', fix: 'constant' }),
  );
  expect(run.blocker).not.toBeNull();
  // Nothing of it is in the book, and it cannot be confirmed yet.
  expect(await collected()).toEqual({});

  const planned = await ada.plan(runId, { meanings: MESSY_MEANINGS, constants: MESSY_CONSTANTS });
  expect(planned.problems.map(({ field, reason, count }) => [field, reason, count])).toEqual([
    ['deal', 'is no deal known here', 1],
    ['amount', 'looks like the same debit again: same deal, day and amount', 1],
  ]);
  const problems_left_out = planned.problems.map(({ key }) => key);
  const totals = [
    { figure: 'deals', amount: '3' },
    { figure: 'shares', amount: '4' },
    { figure: 'funded', amount: '45000' },
    { figure: 'collected', amount: '1703.01' },
  ];
  const wrong = await ada.plan(runId, {
    meanings: MESSY_MEANINGS,
    constants: MESSY_CONSTANTS,
    problems_left_out,
    totals,
  });
  expect(wrong.blocker).toMatch(/control total of collected is 1703.01, and the files come to 1703.00/);
  totals[3] = { figure: 'collected', amount: '1703.00' };
  const ready = await ada.plan(runId, {
    meanings: MESSY_MEANINGS,
    constants: MESSY_CONSTANTS,
    problems_left_out,
    totals,
  });
  expect(ready.blocker).toBeNull();
  expect(ready.counts).toEqual([
    expect.objectContaining({ kind: 'syndicates', new: 1 }),
    expect.objectContaining({ kind: 'brokers', new: 2 }),
    expect.objectContaining({ kind: 'companies', new: 3 }),
    expect.objectContaining({ kind: 'deals', new: 3 }),
    expect.objectContaining({ kind: 'participations', new: 4 }),
    expect.objectContaining({ kind: 'payments', new: 4 }),
  ]);
  expect(await collected()).toEqual({});

  expect(await ada.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  expect(await collected()).toEqual({ 900: 14_000n, 901: 135_000n, 902: 21_300n });
  expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);
});

test('IMPORT-14 IMPORT-15 the same files again are known: columns and words are remembered, and nothing is imported twice', async () => {
  const { runId, run } = await ada.start(messyBook(investor));
  expect(run.files.every(({ remembered }) => remembered)).toBe(true);
  const problems_left_out = run.problems.map(({ key }) => key);
  const again = await ada.plan(runId, {
    meanings: run.meanings,
    constants: run.constants,
    problems_left_out,
  });
  expect(again.counts.map(({ kind, new: added, changed }) => [kind, added, changed])).toEqual([
    ['deals', 0, 0],
    ['participations', 0, 0],
    ['payments', 0, 0],
  ]);
  expect(again.blocker).toMatch(/in the book already/);
  // One of these debits on another line of another file is still the same.
  const alone = 'Deal ID,Process Date,Amount,Status,Return Code\n900,10/08/26,$140.00,Cleared,\n';
  expect((await ada.start({ 'one debit.csv': alone })).run).toMatchObject({
    ...{ problems: [], counts: [expect.objectContaining({ kind: 'payments', new: 0 })] },
    blocker: expect.stringContaining('in the book already'),
  });
});

test('IMPORT-16 a column that is absent changes nothing, and one that changes is told before and after', async () => {
  const text = 'Deal ID,Status\n900,Default\n901,Partial Payment\n';
  const { runId, run } = await ada.startOf('deals', 'status.csv', text);
  expect(run.changes).toEqual([
    expect.objectContaining({
      ...{ kind: 'deals', external_id: '900', field: 'status' },
      ...{ before: 'Active Advance', after: 'Default' },
    }),
  ]);
  expect(run.counts).toEqual([expect.objectContaining({ kind: 'deals', changed: 1, unchanged: 1 })]);
  const before = await dealRow('900');
  await ada.confirm(runId);
  expect(await dealRow('900')).toEqual({ ...before, status: 'Default' });
});

const dealRow = (mid: string) =>
  inBook((tx) =>
    tx
      .selectFrom('deals')
      .select(['name', 'platform', 'status', 'fundedAmountCents', 'factorRate', 'companyId'])
      .where('mid', '=', mid)
      .executeTakeFirstOrThrow(),
  );

test('IMPORT-15 a debit that the book has under another reference is not imported again', async () => {
  const header = 'Deal ID,Process Date,Amount,Status,Return Code,Trace';
  const { run } = await ada.start({ 'traced.csv': `${header}\n900,10/07/26,$140.00,Cleared,,T-1\n` });
  expect(run.files[0]?.columns).toContainEqual(
    expect.objectContaining({ name: 'Trace', field: 'reference' }),
  );
  expect(run.problems).toMatchObject([
    { field: 'reference', reason: expect.stringContaining('under another reference'), count: 1 },
  ]);
  expect(run.blocker).toMatch(/T-1, in the book as/);
  // Two debits that the files tell apart by their references are two, the second time as well.
  const twice = `${header}\n900,10/20/26,$140.00,Cleared,,T-2\n900,10/20/26,$140.00,Cleared,,T-3\n`;
  const first = await ada.start({ 'twice.csv': twice });
  expect(first.run).toMatchObject({ problems: [], blocker: null });
  await ada.confirm(first.runId);
  const again = await ada.start({ 'twice.csv': twice });
  expect(again.run).toMatchObject({ problems: [], blocker: expect.stringContaining('in the book already') });
});

test('IMPORT-11 percentages that can be fractions as well are asked about, and the answer is kept with the column', async () => {
  const { runId, run } = await ada.startOf(
    'participations',
    'shares.csv',
    `Deal ID,Investor,% Share,Date,Mgmt Fee,Comm\n901,${investor},0.5,09/14/26,4,10\n`,
  );
  const share = { kind: 'participations', field: 'share_percent' };
  expect(run.problems).toMatchObject([{ ...share, fix: 'column', values: [{ value: '0.5' }] }]);
  expect(run.blocker).toMatch(/percents as well as fractions/);
  const columnsOf = (unit: string) =>
    run.files.map(({ file_id, kind, columns }) => ({
      ...{ file_id, kind },
      columns: columns.flatMap(({ name, field }) =>
        field === null ? [] : [{ name, field, ...(field === share.field && { unit }) }],
      ),
    }));
  for (const [unit, percent] of [
    ['fractions', '50'],
    ['percents', '0.5'],
  ] as const) {
    const said = await ada.plan(runId, { files: columnsOf(unit) });
    expect(said.problems.map(({ field }) => field)).not.toContain(share.field);
    expect(said.files[0]?.columns).toContainEqual(
      expect.objectContaining({ field: share.field, unit, samples: ['0.5'], read_as: [percent] }),
    );
  }
});

test('IMPORT-17 who confirms has seen what is imported, and what is at work or through cannot be changed', async () => {
  const person = await sitDown(portal, 'Theo Marsh');
  const { runId, run } = await ada.startOf('deals', 'status.csv', 'Deal ID,Status\n900,Collections\n');
  const stale = await person.post(`imports/${runId}/confirm`, { revision: run.revision - 1 });
  expect(stale).toMatchObject({ status: 409, code: 'import_changed' });
  const clerk = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  expect(await clerk.get(`imports/${runId}`)).toMatchObject({ status: 403 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => person.post(`imports/${runId}/confirm`, { revision: run.revision })),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0);
  await ada.settled(runId, true);
  const late = await person.put(`imports/${runId}/plan`, {
    ...{ revision: run.revision, files: [], meanings: [], constants: [], problems_left_out: [], totals: [] },
  });
  expect(late).toMatchObject({ status: 409, code: 'import_not_open' });
  const { rows } = await inBook((tx) =>
    sql`select from deal_status_changes where status = 'Collections'`.execute(tx),
  );
  expect(rows).toHaveLength(1);
});

test('IMPORT-17 nothing is confirmed while a file arrives, and a file that nobody has seen is not imported', async () => {
  const { runId, run } = await ada.startOf('deals', 'status.csv', 'Deal ID,Status\n900,Default\n');
  const { tenantId } = portal;
  const { userId: stagedBy, ...person } = await sitDown(portal, 'Vera Holt');
  const inSchema = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
  const { id } = await inSchema((tx) =>
    tx
      .insertInto('importFiles')
      .values({ tenantId, runId: BigInt(runId), stagedBy, name: 'unseen.csv', byteSize: 10n })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const change = (values: object) =>
    inSchema((tx) => tx.updateTable('importFiles').set(values).where('id', '=', id).execute());
  const confirm = () => person.post(`imports/${runId}/confirm`, { revision: run.revision });
  const refused = { status: 422, code: 'import_blocked', message: 'unseen.csv is still being checked.' };
  expect(await confirm()).toMatchObject(refused);
  await change({ state: 'checking' });
  expect(await confirm()).toMatchObject(refused);
  await change({
    ...{ state: 'clean', contentType: 'text/csv', keptByteSize: 10n, sha256: Buffer.alloc(32, 7) },
  });
  expect(await confirm()).toMatchObject({ status: 200 });
  expect(await ada.settled(runId, true)).toMatchObject({ state: 'done', failure: null });
  expect(await dealRow('900')).toMatchObject({ status: 'Default' });
  const [confirmed] = (await trailOf(portal.database, tenantId, `import ${runId}`)).filter(
    ({ action }) => action === 'import confirmed',
  );
  expect(JSON.stringify(confirmed?.details)).not.toContain('unseen.csv');
});

test('IMPORT-17 what is not imported because the book has changed since the check is named', async () => {
  const { runId, run } = await ada.start({
    'large.csv':
      'Deal ID,Process Date,Amount,Status,Return Code\n900,10/22/26,$12.00,Cleared,\n900,10/23/26,"$13,000.00",Cleared,\n',
  });
  expect(run).toMatchObject({ problems: [], blocker: null });
  await inBook(async (tx) => {
    const { id: dealId } = await tx
      .selectFrom('deals')
      .select('id')
      .where('mid', '=', '900')
      .executeTakeFirstOrThrow();
    const entry = { reference: 'meanwhile', dealId, amount: 1_000_000n, date: calendarDate('2026-10-21') };
    await postPayments(tx, portal.tenantId, [{ ...entry, debitDate: null, result: 'cleared' }], null);
  });
  const done = await ada.confirm(runId);
  expect(done).toMatchObject({ state: 'done', blocker: null });
  expect(done.failure).toMatch(/^Not all of it was imported.*1 of payments/);
  expect(done.counts).toEqual([expect.objectContaining({ kind: 'payments', new: 1, refused: 1 })]);
  expect(done.problems).toMatchObject([{ kind: 'payments', outcome: 'refused', count: 1 }]);
});

test('IMPORT-18 a file with a virus, of another kind or without a header is told, and nothing is read of it', async () => {
  const { run } = await ada.start({
    'virus.csv': EICAR,
    'pages.csv': Buffer.from('%PDF-1.4\n'),
    'numbers.csv': '1,2\n3,4\n',
  });
  expect(run.files.map(({ state }) => state)).toEqual(['refused', 'refused', 'clean']);
  expect(run.problems).toMatchObject([{ reason: expect.stringContaining('numbers.csv') }]);
  expect(run.blocker).not.toBeNull();
});

test('IMPORT-17 an import of another funder is not found', async () => {
  const { runId } = await ada.start({ 'status.csv': 'Deal ID,Status\n900,Default\n' });
  const other = await createTenant(portal.database.owner);
  const stranger = await sitDown({ ...portal, tenantId: other }, 'Eve Stone');
  expect(await stranger.get(`imports/${runId}`)).toMatchObject({ status: 404 });
  expect(await stranger.post(`imports/${runId}/undo`)).toMatchObject({ status: 404 });
});
