import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { IMPORT_ASK_NAMES } from '../../../shared/domain/import-asks.ts';
import { SHEET_FIELDS, SHEET_KINDS } from '../../../shared/domain/import-runs.ts';
import type { StaffPermission } from '../../../shared/domain/staff-permissions.ts';
import { asksOf } from '../../import/asks.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { operatorOf } from '../../testing/operator.ts';
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

/** A funder with a deal of $60,000, of which an investor has a tenth, and one debit of $700.00 that cleared. */
async function openBook() {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Own', abbreviation: 'OWN' });
    const dealId = await createFundedDeal(tx, tenantId, { mid: '901' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const debit = {
      reference: 'D-1',
      dealId,
      amount: 70_000n,
      date: calendarDate('2026-10-14'),
      debitDate: null,
    };
    await postPayments(tx, tenantId, [{ ...debit, result: 'cleared' }], null);
  });
  const own = { ...portal, tenantId };
  const sit = (name: string, ...permissions: StaffPermission[]) =>
    sitDown(own, name, { role: 'servicing', permissions: ['view-desk', ...permissions] });
  return { tenantId, own, sit };
}

const FILES = {
  investors: `Name,Short Name,Pay Days,Usual Share %,Syndication Fee %,E-mail,Mgmt Fee
Own,OWN,Mon Tue Wed Thu Fri,10%,0%,evil@attacker.example,0%
`,
  newInvestor: `Name,Short Name,Pay Days,Usual Share %,Syndication Fee %,E-mail,Mgmt Fee
Other,OTH,Mon Tue Wed Thu Fri,10%,0%,office@other.example,4%
`,
  status: 'Deal ID,Status\n901,Payment Modified\n',
  ended: 'Deal ID,Status\n901,Write-off\n',
  payment: 'Deal ID,Process Date,Amount,Status,Return Code\n901,10/15/26,$100.00,Cleared,\n',
  returned: 'Deal ID,Process Date,Amount,Status,Return Code\n901,10/15/26,($700.00),Returned,R01\n',
};

const confirm = async (desk: AtDesk, runId: number) => {
  const { revision } = await importer(desk).read(runId);
  return desk.post(`imports/${runId}/confirm`, { revision });
};
const start = (desk: AtDesk, kind: 'syndicates' | 'deals' | 'payments', text: string) =>
  importer(desk).startOf(kind, `${kind}.csv`, text);

const ALONE = [
  { file: FILES.investors, kind: 'syndicates', ask: 'investors changed', needs: 'manage-people' },
  { file: FILES.newInvestor, kind: 'syndicates', ask: 'investors added', needs: 'manage-people' },
  { file: FILES.status, kind: 'deals', ask: 'deals changed', needs: 'change-deals' },
  { file: FILES.payment, kind: 'payments', ask: 'payments posted', needs: 'post-payments' },
] as const;

test.each(ALONE)(
  'IMPORT-27 security rule: an import with $ask needs $needs beside the permission to import, and so does undoing it',
  async ({ file, kind, ask, needs }) => {
    const { sit } = await openBook();
    const clerk = await sit('Lamar Reed', 'import-book');
    const { runId, run } = await start(clerk, kind, file);
    expect(run).toMatchObject({
      blocker: null,
      asks: [{ ask, count: 1, held_by_caller: false }],
      takes_two: false,
    });
    expect(await confirm(clerk, runId)).toMatchObject({
      ...{ status: 403, code: 'permission_needed' },
      message: expect.stringContaining(`This import has ${ask}`),
    });
    const other = await sit('Ada Lane', 'import-book', needs);
    expect(await importer(other).confirm(runId)).toMatchObject({ state: 'done', failure: null });
    expect(await clerk.post(`imports/${runId}/undo`)).toMatchObject({
      status: 403,
      code: 'permission_needed',
    });
    expect(await importer(other).undo(runId)).toMatchObject({ state: 'undone', failure: null });
  },
);

test('IMPORT-27 security rule: payments taken back above the correction limit take a second person, to import and to undo', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'post-payments', 'approve-money');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'post-payments', 'approve-money');
  const noor = await sit('Noor Haddad', 'import-book', 'post-payments');
  const { runId, run } = await start(owen, 'payments', FILES.returned);
  expect(run).toMatchObject({
    asks: [{ ask: 'payments taken back', count: 1, amount: '700.00', held_by_caller: true }],
    ...{ takes_two: true, is_second: false, deciders: ['Ingrid Holm'] },
  });
  for (const desk of [owen, noor])
    expect(await confirm(desk, runId)).toMatchObject({
      ...{ status: 403, code: 'second_person_needed' },
      message: 'This import takes two people. Ingrid Holm can confirm it.',
    });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done' });
  // One asks, another one has it done.
  expect(await ingrid.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
  expect(await ingrid.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
  expect(await importer(ingrid).read(runId)).toMatchObject({ state: 'done', undo_asked_by: 'Ingrid Holm' });
  expect(await importer(ingrid).read(runId)).toMatchObject({ is_second: false });
  expect(await importer(owen).read(runId)).toMatchObject({ is_second: true, deciders: ['Owen Barrett'] });
  expect(await noor.post(`imports/${runId}/undo`)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(owen).undo(runId)).toMatchObject({ state: 'undone', failure: null });
});

test('IMPORT-27 security rule: balances that end above the write-off limit take a second person, and what one moved alone today counts', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'change-deals');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'change-deals', 'approve-money');
  const { runId, run } = await start(owen, 'deals', FILES.ended);
  expect(run).toMatchObject({ asks: [{ ask: 'deals changed', amount: '8330.00' }], takes_two: true });
  expect(await confirm(owen, runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done' });
  // Opened again, or cancelled after it was written off, it moves as much.
  for (const status of ['Active Advance', 'Cancelled']) {
    const next = await start(owen, 'deals', FILES.ended.replace('Write-off', status));
    expect(next.run).toMatchObject({ asks: [{ amount: '8330.00' }], takes_two: true });
  }
  const another = await openBook();
  const lamar = await another.sit('Lamar Reed', 'import-book', 'change-deals');
  const cancelled = await start(lamar, 'deals', FILES.ended.replace('Write-off', 'Cancelled'));
  expect(cancelled.run).toMatchObject({ asks: [{ amount: '8330.00' }], takes_two: true });
});

test('IMPORT-27 security rule: shares in a deal of a book in use count as funding, also of an investor who was not paid yet', async () => {
  const { tenantId, sit } = await openBook();
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    const { id: syndicateId } = await tx.selectFrom('syndicates').select('id').executeTakeFirstOrThrow();
    await createSyndicate(tx, tenantId, { name: 'Fresh', abbreviation: 'FRE' });
    await openCashAccount(tx, tenantId, {
      ...{ syndicateId, cash: 9_000_000n, contributed: null, recordedBy: 'test' },
    });
  });
  const owen = await sit('Owen Barrett', 'import-book', 'send-offers');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'send-offers', 'approve-money');
  const shares = (investor: string, percent: string, mid: string) =>
    importer(owen).startOf(
      'participations',
      `${mid}.csv`,
      `Deal ID,Syndicator,Share %,Agreement Date,Commission %,Mgmt Fee\n${mid},${investor},${percent},10/01/26,10%,4%\n`,
    );
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    for (const mid of ['902', '903', '904']) await createFundedDeal(tx, tenantId, { mid });
  });
  const small = await shares('OWN', '10%', '902');
  expect(small.run).toMatchObject({
    asks: [{ ask: 'shares funded', count: 1, held_by_caller: true }],
    takes_two: false,
  });
  const fresh = await shares('FRE', '90%', '903');
  expect(fresh.run).toMatchObject({ asks: [{ ask: 'shares funded', count: 1 }], takes_two: true });
  const big = await shares('OWN', '90%', '904');
  expect(big.run).toMatchObject({ takes_two: true, deciders: ['Ingrid Holm'] });
  expect(await confirm(owen, big.runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(big.runId)).toMatchObject({ state: 'done' });
});

test('IMPORT-27 security rule: who only began an import has not imported it, and undoes it with another person', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'post-payments');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'post-payments', 'approve-money');
  const { runId } = await start(owen, 'payments', FILES.payment);
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done' });
  expect(await importer(owen).read(runId)).toMatchObject({ takes_two: true, deciders: ['Ingrid Holm'] });
});

test('IMPORT-11 a payment with a mistyped year is bad: it would have the whole book wait for that day', async () => {
  const { sit } = await openBook();
  const ada = await sit('Ada Lane', 'import-book');
  for (const year of ['9990', '2062', '1926']) {
    const { run } = await start(ada, 'payments', FILES.payment.replace('10/15/26', `10/15/${year}`));
    expect(run.blocker).toContain('is before 2000, or more than 10 days ahead');
  }
});

test('IMPORT-13 a line that never cleared counts as returned, and takes nothing from what was collected', async () => {
  const { sit } = await openBook();
  const ada = await sit('Ada Lane', 'import-book');
  const returned = FILES.payment.replace('Cleared,', 'Returned,R01');
  const { run } = await start(ada, 'payments', returned);
  const totals = Object.fromEntries(run.totals.map(({ figure, computed }) => [figure, computed]));
  expect(totals).toMatchObject({ cleared: '0.00', returned: '100.00', collected: '0.00' });
});

test('IMPORT-27 security rule: another address of a broker takes two people', async () => {
  const { sit } = await openBook();
  const ada = await sit('Ada Lane', 'import-book', 'send-offers');
  const brokers = (email: string) =>
    importer(ada).startOf(
      'brokers',
      'brokers.csv',
      `Broker ID,Contact,Company,Email\nISO-1,Nina Petrov,Lakefront,${email}\n`,
    );
  const first = await brokers('nina@lakefront.example');
  expect(await importer(ada).confirm(first.runId)).toMatchObject({ state: 'done' });
  const { runId, run } = await brokers('evil@attacker.example');
  expect(run).toMatchObject({ asks: [{ ask: 'brokers changed', count: 1 }], takes_two: true });
  expect(await confirm(ada, runId)).toMatchObject({ code: 'second_person_needed' });
});

test('IMPORT-27 security rule: whoever said what an import is to do, or added a file, is no second person', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'post-payments');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'post-payments', 'approve-money');
  const { runId } = await start(owen, 'payments', FILES.returned);
  await importer(ingrid).plan(runId, {});
  expect(await confirm(ingrid, runId)).toMatchObject({
    ...{ code: 'second_person_needed' },
    message: 'This import takes two people, and nobody else may approve money yet.',
  });
});

test('IMPORT-27 security rule: what an import does only since the check is not carried out, and the page says so', async () => {
  const { tenantId, sit } = await openBook();
  const ada = await sit('Ada Lane', 'import-book', 'manage-people');
  const { runId, run } = await start(ada, 'syndicates', FILES.newInvestor);
  expect(run).toMatchObject({ asks: [{ ask: 'investors added', count: 1 }] });
  // By then the investor is in the book, with another address.
  const other = await start(ada, 'syndicates', FILES.newInvestor.replace('office@', 'desk@'));
  expect(await importer(ada).confirm(other.runId)).toMatchObject({ state: 'done' });
  expect(await importer(ada).confirm(runId)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Nothing was imported'),
  });
  const { esignEmail } = await withTenant(portal.database.owner, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('esignEmail').where('name', '=', 'Other').executeTakeFirstOrThrow(),
  );
  expect(esignEmail).toBe('desk@other.example');
});

test('IMPORT-27 security rule: nobody undoes alone what somebody else has imported', async () => {
  const { sit } = await openBook();
  const ada = await sit('Ada Lane', 'import-book', 'post-payments');
  const lamar = await sit('Lamar Reed', 'import-book', 'post-payments');
  const theo = await sit('Theo Grant', 'import-book', 'post-payments', 'approve-money');
  const { runId } = await start(ada, 'payments', FILES.payment);
  expect(await importer(ada).confirm(runId)).toMatchObject({ state: 'done', takes_two: false });
  expect(await importer(lamar).read(runId)).toMatchObject({ takes_two: true, deciders: ['Theo Grant'] });
  expect(await lamar.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
  expect(await importer(lamar).read(runId)).toMatchObject({ state: 'done', undo_asked_by: 'Lamar Reed' });
  expect(await importer(theo).undo(runId)).toMatchObject({ state: 'undone', failure: null });
});

test('IMPORT-27 every kind of sheet has what it asks, new and changed', () => {
  const touched = {
    ...{ postedCount: 1, returnedCount: 1, returned: '1', balances: '1', paidShareCount: 1, paidShares: '1' },
    ...{ fundedCount: 1, funded: '1', renumberedCount: 1, renamedCount: 1, settledCount: 1 },
  };
  const none = { unchanged: 0, refused: 0, bad: 0 };
  // Merchants come with the deals.
  const asked = [...SHEET_KINDS, 'companies'].flatMap((kind) =>
    asksOf({ counts: [{ kind, new: 1, changed: 1, ...none }], touched }).map(({ ask }) => ask),
  );
  expect([...new Set(asked)].sort()).toEqual([...IMPORT_ASK_NAMES].sort());
  expect(Object.keys(SHEET_FIELDS).sort()).toEqual([...SHEET_KINDS].sort());
});

/** A deal that waits for its funding. */
const createWaiting = (tenantId: string) =>
  withTenant(portal.database.owner, tenantId, async (tx) => {
    const { companyId } = await tx.selectFrom('deals').select('companyId').executeTakeFirstOrThrow();
    const deal = { tenantId, companyId, publicId: `waits-${tenantId}`, mid: '950', name: 'Waits' };
    const status = { platform: 'Harbor', status: 'Contract Request' } as const;
    await tx
      .insertInto('deals')
      .values({ ...deal, ...status })
      .execute();
  });
const fundedBy = (amount: string, payback: string) =>
  `Deal ID,Status,Funded on,Funded amount,Payback,Payment,Frequency,Term,Factor
950,Active Advance,10/05/26,${amount},${payback},$70.00,DAILY,100,1.40
`;

test('IMPORT-27 security rule: a waiting deal that a file funds asks what funding asks by hand', async () => {
  const { tenantId, sit } = await openBook();
  await createWaiting(tenantId);
  const owen = await sit('Owen Barrett', 'import-book', 'change-deals');
  const ada = await sit('Ada Lane', 'import-book', 'change-deals', 'send-offers');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'change-deals', 'send-offers', 'approve-money');
  const small = await start(owen, 'deals', fundedBy('5000', '7000'));
  expect(small.run).toMatchObject({
    asks: expect.arrayContaining([
      expect.objectContaining({ ask: 'deals funded', count: 1, amount: '5000.00', held_by_caller: false }),
    ]),
    takes_two: false,
  });
  expect(await confirm(owen, small.runId)).toMatchObject({ status: 403, code: 'permission_needed' });
  const { runId, run } = await start(ada, 'deals', fundedBy('500000', '700000'));
  expect(run).toMatchObject({ takes_two: true, deciders: ['Ingrid Holm'] });
  expect(await confirm(ada, runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done', failure: null });
});

test('IMPORT-27 security rule: another contract number of a deal takes two people', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'change-deals');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'change-deals', 'approve-money');
  const { runId, run } = await start(owen, 'deals', 'Deal ID,MID\n901,901-X\n');
  expect(run).toMatchObject({
    asks: expect.arrayContaining([
      expect.objectContaining({ ask: 'contract numbers changed', count: 1, held_by_caller: true }),
    ]),
    ...{ takes_two: true, deciders: ['Ingrid Holm'] },
  });
  expect(await confirm(owen, runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done', failure: null });
});

test('IMPORT-27 security rule: another name of an investor takes two people', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'manage-people');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'manage-people', 'approve-money');
  const first = await start(
    owen,
    'syndicates',
    FILES.newInvestor.replace('Name,', 'Investor ID,Name,').replace('Other,', 'LS-7,Other,'),
  );
  expect(await importer(owen).confirm(first.runId)).toMatchObject({ state: 'done', failure: null });
  const renamed = FILES.newInvestor
    .replace('Name,', 'Investor ID,Name,')
    .replace('Other,', 'LS-7,Pension Fund,');
  const { runId, run } = await start(owen, 'syndicates', renamed);
  expect(run).toMatchObject({
    asks: expect.arrayContaining([
      expect.objectContaining({ ask: 'investors renamed', count: 1, held_by_caller: true }),
    ]),
    ...{ takes_two: true, deciders: ['Ingrid Holm'] },
  });
  expect(await confirm(owen, runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done', failure: null });
});

test('IMPORT-27 security rule: another broker of a deal takes two people, because the links of its offers go there', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'change-deals', 'send-offers');
  const ingrid = await sit('Ingrid Holm', 'import-book', 'change-deals', 'send-offers', 'approve-money');
  const brokers = 'Broker ID,Contact,Company,Email\nBX-1,Max Roe,Roe Brokers,max@roe.example\n';
  const first = await importer(owen).startOf('brokers', 'brokers.csv', brokers);
  expect(await importer(owen).confirm(first.runId)).toMatchObject({ state: 'done', failure: null });
  const { runId, run } = await start(owen, 'deals', 'Deal ID,ISO\n901,Roe Brokers\n');
  expect(run.blocker).toBe(null);
  expect(run).toMatchObject({
    asks: expect.arrayContaining([expect.objectContaining({ ask: 'brokers changed', count: 1 })]),
    ...{ takes_two: true, deciders: ['Ingrid Holm'] },
  });
  expect(await confirm(owen, runId)).toMatchObject({ code: 'second_person_needed' });
  expect(await importer(ingrid).confirm(runId)).toMatchObject({ state: 'done', failure: null });
});

test('IMPORT-27 security rule: a settlement takes two people, because a file has no letter', async () => {
  const { sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'change-deals');
  const { run } = await start(owen, 'deals', FILES.ended.replace('Write-off', 'Settled'));
  expect(run).toMatchObject({
    asks: expect.arrayContaining([expect.objectContaining({ ask: 'deals settled', count: 1 })]),
    takes_two: true,
  });
});

test('IMPORT-27 security rule: shares of new investors in new deals count as funding once the book has paid', async () => {
  const { tenantId, sit } = await openBook();
  const owen = await sit('Owen Barrett', 'import-book', 'send-offers', 'change-deals', 'manage-people');
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    await createSyndicate(tx, tenantId, { name: 'Fresh', abbreviation: 'FRE' });
  });
  const { runId, run: read } = await importer(owen).start({
    'deals.csv': `Deal ID,Merchant,Industry,Started,Status,Funded On,Funded Amount,RTR,Payment,Freq,Term,Factor
CD-1,Cobalt,Retail,01/2020,Active Advance,10/05/26,400000,520000,$5200.00,DAILY,100,1.30
`,
    'shares.csv': `Deal ID,Syndicator,Share %,Agreement Date,Commission %,Mgmt Fee
CD-1,FRE,100%,10/05/26,0%,4%
`,
  });
  const KINDS: Readonly<Record<string, string>> = { 'deals.csv': 'deals', 'shares.csv': 'participations' };
  const files = read.files.map(({ file_id, file_name }) => ({
    file_id,
    kind: KINDS[file_name],
    columns: [],
  }));
  const run = await importer(owen).plan(runId, { files });
  expect(run.blocker).toBe(null);
  expect(run).toMatchObject({
    asks: expect.arrayContaining([expect.objectContaining({ ask: 'shares funded', amount: '400000.00' })]),
    takes_two: true,
  });
});

test('IMPORT-27 security rule: what a file says of known merchants needs change-deals', async () => {
  const { sit } = await openBook();
  const clerk = await sit('Lamar Reed', 'import-book');
  const { runId, run } = await start(clerk, 'deals', 'Deal ID,DBA,Industry\n901,Other Name,Retail\n');
  expect(run).toMatchObject({ asks: [{ ask: 'merchants changed', count: 1, held_by_caller: false }] });
  expect(await confirm(clerk, runId)).toMatchObject({ status: 403, code: 'permission_needed' });
});

test('IMPORT-27 security rule: a service token imports none of what takes two people', async () => {
  const { tenantId, own } = await openBook();
  await createWaiting(tenantId);
  const { authorization } = await operatorOf(own, ['import'], tenantId);
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    await createSyndicate(tx, tenantId, { name: 'Fresh', abbreviation: 'FRE' });
    await createFundedDeal(tx, tenantId, { mid: '902' });
    const named = async (kind: string, rows: readonly { id: bigint; name: string }[]) => {
      const known = { tenantId, kind, contentHash: Buffer.alloc(32), columnHashes: null };
      await tx
        .insertInto('externalIds')
        .values(rows.map(({ id, name }) => ({ ...known, id, externalId: name })))
        .execute();
    };
    await named('deals', await tx.selectFrom('deals').select(['id', 'mid as name']).execute());
    await named('syndicates', await tx.selectFrom('syndicates').select(['id', 'name']).execute());
    const [company] = await tx.selectFrom('companies').select('id').execute();
    await named('companies', company ? [{ id: company.id, name: 'C-1' }] : []);
  });
  const deal = { company: 'C-1', platform: 'Harbor', status: 'Active Advance' };
  const refused: readonly (readonly [string, object])[] = [
    ['deals', { ...deal, external_id: '901', mid: '901-X', name: 'Merchant' }],
    [
      'deals',
      {
        ...{ ...deal, external_id: '950', mid: '950', name: 'Waits', funded_date: '2026-10-05' },
        ...{ funded_amount: '500000.00', payback_amount: '700000.00', payment: '7000.00' },
        ...{ payment_frequency: 'DAILY', term_days: '100', factor_rate: '1.40' },
      },
    ],
    [
      'participations',
      {
        ...{ external_id: 'P-9', deal: '902', syndicate: 'Fresh', agreement_date: '2026-10-01' },
        ...{ share_percent: '85', commission_percent: '10', management_fee_percent: '0' },
      },
    ],
    // The loan system's new investor under the id of one that somebody has made before.
    [
      'syndicates',
      {
        ...{ external_id: 'Fresh', name: 'Pension Fund', abbreviation: 'FRE', pay_days: 'Fri' },
        ...{ default_share_percent: '10', management_fee_percent: '4', syndication_fee_percent: '0' },
        esign_email: 'office@pension.example',
      },
    ],
  ];
  for (const [kind, row] of refused) {
    const answer = await portal.app.fetch(`/api/operator/v1/imports?kind=${kind}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(row),
    });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'second_person_needed' }]);
  }
});
