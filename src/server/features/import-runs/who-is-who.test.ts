import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import {
  createFundedDeal,
  createMembership,
  createSyndicate,
  createTenant,
  createUser,
} from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

/** A funder of its own with these investors and the deals D-1 and D-2, and somebody who imports there. */
async function openBook<Names extends readonly string[]>(...names: Names) {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(owner, tenantId, work);
  const ids = await inBook(async (tx) => {
    for (const mid of ['D-1', 'D-2']) await createFundedDeal(tx, tenantId, { mid });
    const made: bigint[] = [];
    for (const name of names)
      made.push(
        await createSyndicate(tx, tenantId, {
          ...{ name, abbreviation: name.slice(0, 4).toUpperCase() },
          esignEmail: `${name.replaceAll(' ', '')}@known.example`,
        }),
      );
    return made;
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  return { tenantId, inBook, ids: ids as { [Place in keyof Names]: bigint }, ben };
}

const shares = (...rows: readonly (readonly [deal: string, investor: string])[]) =>
  `Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee\n${rows.map((row) => `${row.join(',')},10/05/26,5%,10%,4%\n`).join('')}`;

const isInvestor = (value: string, meaning: string) => ({
  ...{ kind: 'participations', field: 'syndicate', value, meaning },
});
const hasAddress = (value: string, meaning: string) => ({
  ...{ kind: 'syndicates', field: 'esign_email', value, meaning },
});

const holders = (inBook: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) =>
  inBook(async (tx) => {
    const { rows } = await sql<{ name: string; esignEmail: string }>`
      select distinct syndicate.name, syndicate.esign_email from participations share
      join syndicates syndicate on syndicate.tenant_id = share.tenant_id and syndicate.id = share.syndicate_id
      order by 1`.execute(tx);
    return rows.map(({ name, esignEmail }) => `${name} ${esignEmail}`);
  });

test('IMPORT-28 a name like an investor’s is asked about by itself, with whom it is like, and nobody is made twice', async () => {
  const { ben, inBook, ids } = await openBook(
    'Bluewater Capital Group',
    'Twin Lakes Syndicate',
    'First Light Funding Partners',
  );
  const [bluewater, twinLakes, firstLight] = ids;
  const { runId, run } = await ben.startOf(
    'participations',
    'Shares.csv',
    shares(
      ['D-1', 'Blue Water Cap'],
      ['D-1', 'Twin Lakes LP'],
      ['D-2', 'First Light'],
      ['D-2', 'Red Barn LLC'],
    ),
  );
  const asked = { kind: 'participations', field: 'syndicate', fix: 'name' };
  expect(run.problems).toMatchObject([
    {
      ...{ ...asked, reason: 'looks like an existing investor' },
      values: [
        { value: 'Blue Water Cap', suggested: [`#${bluewater}`] },
        { value: 'Twin Lakes LP', suggested: [`#${twinLakes}`] },
        { value: 'First Light', suggested: [`#${firstLight}`] },
      ],
    },
    // What “All are new investors” is said of has nobody like an investor in it.
    {
      ...{ ...asked, reason: 'is no investor known here' },
      values: [{ value: 'Red Barn LLC', suggested: [] }],
    },
  ]);
  expect(run.blocker).toBe('“Blue Water Cap” looks like an existing investor (3 rows)');
  const meanings = [
    isInvestor('Blue Water Cap', `#${bluewater}`),
    isInvestor('Twin Lakes LP', `#${twinLakes}`),
    // Somebody who looked has said that this one is another.
    isInvestor('First Light', 'new'),
    hasAddress('First Light', 'office@firstlight.example'),
    isInvestor('Red Barn LLC', 'new'),
    hasAddress('Red Barn LLC', 'office@redbarn.example'),
  ];
  expect((await ben.plan(runId, { meanings })).problems).toEqual([]);
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  expect(await holders(inBook)).toEqual([
    'Bluewater Capital Group BluewaterCapitalGroup@known.example',
    'First Light office@firstlight.example',
    'Red Barn LLC office@redbarn.example',
    'Twin Lakes Syndicate TwinLakesSyndicate@known.example',
  ]);
});

test('IMPORT-28 two spellings of a new investor in one file become one investor', async () => {
  const { ben, inBook } = await openBook();
  const { runId, run } = await ben.startOf(
    'participations',
    'Shares.csv',
    shares(['D-1', 'Bluewater Cap'], ['D-1', 'Red Barn LLC'], ['D-2', 'Blue Water Capital']),
  );
  const asked = { kind: 'participations', field: 'syndicate', fix: 'name' };
  expect(run.problems).toMatchObject([
    {
      ...asked,
      reason: 'is no investor known here',
      values: [{ value: 'Bluewater Cap' }, { value: 'Red Barn LLC' }],
    },
    {
      ...{ ...asked, reason: 'looks like another new investor of these files' },
      values: [{ value: 'Blue Water Capital', suggested: ['=Bluewater Cap'] }],
    },
  ]);
  const meanings = [
    isInvestor('Blue Water Capital', '=Bluewater Cap'),
    isInvestor('Bluewater Cap', 'new'),
    hasAddress('Bluewater Cap', 'office@bluewater.example'),
    isInvestor('Red Barn LLC', 'new'),
    hasAddress('Red Barn LLC', 'office@redbarn.example'),
  ];
  // Each of two spellings cannot stand for the other.
  const circle = [
    ...meanings.slice(0, 1),
    isInvestor('Bluewater Cap', '=Blue Water Capital'),
    ...meanings.slice(3),
  ];
  expect((await ben.plan(runId, { meanings: circle })).problems).toMatchObject([
    { ...asked, values: [{ value: 'Bluewater Cap' }] },
    { ...asked, values: [{ value: 'Blue Water Capital' }] },
  ]);
  expect((await ben.plan(runId, { meanings })).problems).toEqual([]);
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  expect(await holders(inBook)).toEqual([
    'Bluewater Cap office@bluewater.example',
    'Red Barn LLC office@redbarn.example',
  ]);
});

test('IMPORT-28 an investors file is asked too, keeps the name of who is chosen, and says with an ID that it is another one', async () => {
  const { ben, inBook, ids } = await openBook('Bluewater Capital Group');
  const header = 'Investor ID,Name,Contact,Mgmt Fee,E-mail\n';
  const { runId, run } = await ben.startOf(
    'syndicates',
    'Investors.csv',
    `${header},Blue Water Cap,Lea Novak,4%,\nT-1,Bluewater Fund,Max Roe,4%,max@bluewaterfund.example\n`,
  );
  expect(run.problems).toMatchObject([
    { kind: 'syndicates', field: 'name', fix: 'name', values: [{ suggested: [`#${ids[0]}`] }] },
  ]);
  const meaning = { kind: 'syndicates', field: 'name', value: 'Blue Water Cap', meaning: `#${ids[0]}` };
  expect((await ben.plan(runId, { meanings: [meaning] })).problems).toEqual([]);
  await ben.confirm(runId);
  const known = await inBook((tx) =>
    tx.selectFrom('syndicates').select(['name', 'contactPerson']).orderBy('id').execute(),
  );
  expect(known).toEqual([
    { name: 'Bluewater Capital Group', contactPerson: 'Lea Novak' },
    { name: 'Bluewater Fund', contactPerson: 'Max Roe' },
  ]);
});

test('IMPORT-29 each new investor has an address of its own, and one that somebody else has is asked about', async () => {
  const { ben, inBook, tenantId, ids } = await openBook('Northgate Partners');
  const userEmail = `${crypto.randomUUID()}@northgate.example`;
  const userId = await createUser(portal.database.owner, { email: userEmail });
  await inBook((tx) => createMembership(tx, tenantId, userId, { syndicateId: ids[0] }));
  const { runId } = await ben.startOf(
    'participations',
    'Shares.csv',
    shares(['D-1', 'Red Barn LLC'], ['D-1', 'Green Door'], ['D-2', 'Elm']),
  );
  const asNew = ['Red Barn LLC', 'Green Door', 'Elm'].map((name) => isInvestor(name, 'new'));
  const plan = (...addresses: object[]) =>
    ben.plan(runId, {
      meanings: [...asNew, ...addresses],
    });
  // One address for all is no answer, also where an earlier release has kept one.
  const forAll = { kind: 'syndicates', field: 'esign_email', value: 'office@harbor.example' };
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql`update import_runs set plan = plan || jsonb_build_object('constants', ${JSON.stringify([forAll])}::jsonb)
      where id = ${runId}`.execute(tx),
  );
  expect((await ben.read(runId)).constants).toEqual([]);
  const missing = await plan();
  expect(missing.problems).toMatchObject([
    {
      ...{ kind: 'syndicates', field: 'esign_email', fix: 'each', count: 3 },
      reason: 'is missing, and each new investor needs one of its own',
      values: [{ value: 'Red Barn LLC' }, { value: 'Green Door' }, { value: 'Elm' }],
    },
  ]);
  // The field is named, and not the investor.
  expect(missing.blocker).toBe('E-mail is missing, and each new investor needs one of its own (3 rows)');

  const taken = await plan(
    hasAddress('Red Barn LLC', 'NorthgatePartners@KNOWN.example'),
    hasAddress('Green Door', userEmail),
    hasAddress('Elm', 'no address'),
  );
  expect(taken.problems).toMatchObject([
    {
      ...{ field: 'esign_email', fix: 'each', count: 2 },
      values: [
        {
          suggested: ['NorthgatePartners@KNOWN.example'],
          about: 'NorthgatePartners@KNOWN.example is the address of Northgate Partners.',
        },
        { suggested: [userEmail], about: expect.stringMatching(/^\S+ is the address of /) },
      ],
    },
    { fix: 'each', values: [{ value: 'Elm', about: '“no address” is not an e-mail address.' }] },
  ]);

  const alike = [
    hasAddress('Red Barn LLC', 'desk@family.example'),
    hasAddress('Green Door', 'Desk@family.example'),
  ];
  const own = hasAddress('Elm', 'elm@own.example');
  expect((await plan(...alike, own)).problems).toMatchObject([
    { values: [{ value: 'Green Door', about: 'Desk@family.example is the address of Red Barn LLC.' }] },
  ]);
  const shared = {
    kind: 'syndicates',
    field: 'shared_address',
    value: 'Green Door',
    meaning: 'Desk@family.example',
  };
  expect((await plan(...alike, own, shared)).problems).toEqual([]);
  await ben.confirm(runId);
  expect(await holders(inBook)).toEqual([
    'Elm elm@own.example',
    'Green Door desk@family.example',
    'Red Barn LLC desk@family.example',
  ]);

  // Nor does a file move the statements of one investor to another one.
  const { run: moved } = await ben.startOf(
    'syndicates',
    'Investors.csv',
    'Name,Mgmt Fee,E-mail\nElm,4%,NorthgatePartners@known.example\nGreen Door,4%,Desk@family.example\n',
  );
  expect(moved.problems).toMatchObject([{ fix: 'each', values: [{ value: 'Elm' }] }]);
});

const dealsFile = (...brokers: readonly string[]) =>
  [
    'Deal ID,Merchant,Industry,Business Started,Status,Funded Date,Funding Amount,RTR,Payment,Freq,Term,Factor,ISO',
    ...brokers.map(
      (broker, place) =>
        `B-${place + 1},Bakery ${place + 1},Food,03/2019,Active,10/05/26,"$10,000.00","$14,000.00",$140.00,Daily,100,1.40,${broker}`,
    ),
    '',
  ].join('\n');

const brokersOf = (inBook: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>) =>
  inBook(async (tx) => {
    const { rows } = await sql<{ mid: string; broker: string | null }>`
      select deal.mid, broker.company_name || ' ' || broker.email as broker from deals deal
      left join brokers broker on broker.tenant_id = deal.tenant_id and broker.id = deal.broker_id
      where deal.mid like 'B-%' order by 1`.execute(tx);
    return Object.fromEntries(rows.map(({ mid, broker }) => [mid, broker]));
  });

test('IMPORT-30 the brokers of a deals export are found by name or made, and without an address their deals come without them', async () => {
  const { ben, inBook, tenantId } = await openBook();
  const addBroker = (name: string, companyName: string, email: string) =>
    inBook((tx) => tx.insertInto('brokers').values({ tenantId, name, companyName, email }).execute());
  await addBroker('Nina Petrov', 'Empire ISO Group', 'nina@empire.example');
  await addBroker('Ann Lee', 'Twice Funding', 'ann@twice.example');
  await addBroker('Bob Roe', 'Twice Funding', 'bob@twice.example');
  const { runId, run } = await ben.start({
    'Deals.csv': dealsFile('EMPIRE  ISO Group', 'Brokers United', 'Brokers United', '', 'Twice Funding'),
  });
  expect(run.files[0]?.columns).toContainEqual(expect.objectContaining({ name: 'ISO', field: 'broker' }));
  expect(run.problems).toMatchObject([
    { kind: 'brokers', field: 'email', fix: 'each', count: 2, values: [{ value: 'Brokers United' }] },
    { kind: 'brokers', reason: expect.stringContaining('matches more than one broker'), fix: null },
  ]);
  expect(run.blocker).toBe('E-mail is missing, and each new broker needs one (2 rows)');
  const [, several] = run.problems;
  const said = {
    problems_left_out: [several?.key ?? ''],
    meanings: [{ kind: 'brokers', field: 'email', value: 'Brokers United', meaning: 'desk@united.example' }],
  };
  const ready = await ben.plan(runId, said);
  expect(ready.blocker).toBeNull();
  expect(ready.counts).toContainEqual(expect.objectContaining({ kind: 'brokers', new: 1 }));
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done', failure: null });
  const made = {
    'B-1': 'Empire ISO Group nina@empire.example',
    'B-2': 'Brokers United desk@united.example',
    'B-3': 'Brokers United desk@united.example',
    'B-4': null,
    'B-5': null,
  };
  expect(await brokersOf(inBook)).toEqual(made);

  // An empty cell takes no broker away.
  const again = await ben.start({
    'Deals.csv': dealsFile('', 'Brokers United', 'bob@twice.example', '', ''),
  });
  expect(again.run.problems).toEqual([]);
  // The broker of a deal takes two, to import and to undo.
  const dora = importer(await sitDown({ ...portal, tenantId }, 'Dora Hill'));
  await dora.confirm(again.runId);
  expect(await brokersOf(inBook)).toEqual({ ...made, 'B-3': 'Twice Funding bob@twice.example' });
  await ben.undo(again.runId);
  await dora.undo(again.runId);
  await ben.undo(runId);
  expect(await brokersOf(inBook)).toEqual({});
  expect(await inBook((tx) => tx.selectFrom('brokers').select('companyName').execute())).toHaveLength(3);
});

test('IMPORT-30 a Brokers file beside the deals says who they are', async () => {
  const { ben, inBook } = await openBook();
  const { runId, run } = await ben.start({
    'Deals.csv': dealsFile('Brokers United', 'Nina Petrov'),
    'Brokers.csv':
      'Contact,Company,E-mail\nAnn Lee,Brokers United,ann@united.example\nNina Petrov,Empire,nina@empire.example\n',
  });
  expect(run.problems).toEqual([]);
  await ben.confirm(runId);
  expect(await brokersOf(inBook)).toEqual({
    'B-1': 'Brokers United ann@united.example',
    'B-2': 'Empire nina@empire.example',
  });
});

test('IMPORT-32 a field that the import does not offer is refused with the reason, and nothing is planned', async () => {
  const { tenantId } = await openBook();
  const clerk = await sitDown({ ...portal, tenantId }, 'Cleo Park');
  const cleo = importer(clerk);
  const name = 'Name,Cash,Account\nHidden Field Fund,50000,123456789\n';
  const { runId, run } = await cleo.startOf('syndicates', 'Investors.csv', name);
  const planned = (fields: Readonly<Record<string, string>>, constants: object[] = []) => ({
    ...{ revision: run.revision, meanings: [], constants, problems_left_out: [], totals: [] },
    files: run.files.map(({ file_id }) => ({
      ...{ file_id, kind: 'syndicates' },
      columns: Object.entries(fields).map(([column, field]) => ({ name: column, field })),
    })),
  });
  const refused = { status: 422, code: 'import_field_unknown' };
  for (const field of ['cash_balance', 'uses_cash_balance', 'account_number', 'toString'])
    expect(await clerk.put(`imports/${runId}/plan`, planned({ Name: 'name', Cash: field }))).toMatchObject({
      ...refused,
      message: `“Cash” cannot be read as ${field}: Investors have no such field. Please leave the column out.`,
    });
  for (const field of ['cash_balance', 'esign_email'])
    expect(
      await clerk.put(
        `imports/${runId}/plan`,
        planned({ Name: 'name' }, [{ kind: 'syndicates', field, value: '1' }]),
      ),
    ).toMatchObject({
      ...refused,
      message: `Investors take no value of ${field} for all rows. Please leave it out.`,
    });
  expect(await cleo.read(runId)).toMatchObject({ revision: run.revision });
  expect((await clerk.put(`imports/${runId}/plan`, planned({ Name: 'name' }))).status).toBe(200);
});

test('IMPORT-33 several known deals of one merchant are imported again with what their file says of it', async () => {
  const { tenantId, ben } = await openBook();
  const header =
    'Deal ID,Merchant,DBA,Industry,Started,Status,Funded On,Funded Amount,RTR,Payment,Freq,Term,Factor\n';
  const row = (id: string, dba: string, status = 'Active Advance') =>
    `${id},Two Deals LLC,${dba},Bakery,03/2019,${status},01/05/2026,10000,14000,100,Daily,140,1.4\n`;
  const first = await ben.start({
    'Deals.csv': header + row('TD-1', 'Old Bakery') + row('TD-2', 'Other Shop'),
  });
  expect(first.run).toMatchObject({ problems: [], blocker: null });
  expect(await ben.confirm(first.runId)).toMatchObject({ state: 'done', failure: null });
  const same = await ben.start({
    'Same.csv': header + row('TD-1', 'Old Bakery') + row('TD-2', 'Other Shop'),
  });
  expect(same.run.problems).toEqual([]);
  expect(same.run.counts.map(({ new: added, changed }) => added + changed)).toEqual([0, 0]);
  // The first row of a merchant counts, as where both of its deals are new.
  const again = await ben.start({
    'Again.csv': header + row('TD-1', 'New Bakery') + row('TD-2', 'Other Shop', 'Collections'),
  });
  expect(again.run).toMatchObject({ problems: [], blocker: null });
  expect(await ben.confirm(again.runId)).toMatchObject({ state: 'done', failure: null });
  const { rows } = await withTenant(portal.database.owner, tenantId, (tx) =>
    sql`select company.dba, deal.mid, deal.status from deals deal join companies company on company.id = deal.company_id
      where deal.tenant_id = ${tenantId}::uuid and deal.mid like 'TD-%' order by deal.mid`.execute(tx),
  );
  expect(rows).toEqual([
    { dba: 'New Bakery', mid: 'TD-1', status: 'Active Advance' },
    { dba: 'New Bakery', mid: 'TD-2', status: 'Collections' },
  ]);
});
