import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createPlaid } from '../../platform/integrations/bank-provider.ts';
import { changeSettings, type SettingsChange } from '../../tenant-settings/settings.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import {
  addConnectedBank,
  addDetails,
  createClosedInvestor,
  createDeclinedSubmission,
  createEndedDeal,
} from '../../testing/disposal-book.ts';
import { createFundedDeal, createMembership, createTenant, createUser } from '../../testing/factories.ts';
import { createPlaidAnswers, PLAID_CLIENT } from '../../testing/plaid-server.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { testServices } from '../../testing/services.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { companyOf } from '../../testing/underwriting.ts';
import { untilWaiting } from '../../testing/until-waiting.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { dispose, findDue } from './dispose.ts';
import { type HeldSubject, liftHold, placeHold } from './legal-holds.ts';

const CLI = join(import.meta.dirname, '../../cli.ts');
const OPERATOR = { via: 'command line', name: 'test' } as const;
const plaid = createPlaidAnswers();
let provider: Server;
let portal: TestPortal;
let tenantId: string;
let manager: string;

beforeAll(async () => {
  provider = createServer(plaid.handle).listen(0, '127.0.0.1');
  portal = await openTestPortal();
  ({ tenantId } = portal);
  await portal.addInvestor('manager@harbor.example', { permissions: ['switch-syndicates', 'view-fcs'] });
  manager = (await signInAs(portal.app, 'manager@harbor.example', PASSWORD)).accessToken;
});
afterAll(async () => {
  await portal.close();
  provider.close();
});

const { fileStorage } = testServices();
const store = async (keys: readonly string[]) => {
  for (const key of keys) await fileStorage.put(key, Buffer.from('planted'), 'application/pdf');
};

/** Runs every job that is waiting, with the provider's stand-in. */
async function work(): Promise<void> {
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const bankProvider = createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Portal' });
  const worker = await startTestWorker(portal.database, { bankProvider });
  try {
    await expect
      .poll(
        async () => {
          const { rows } = await sql<{ count: bigint }>`
            select count(*) from graphile_worker.jobs where task_identifier in
              ('delete stored file', 'remove bank connection', 'remove personal data of tenant')`.execute(
            portal.database.owner,
          );
          return rows[0]?.count;
        },
        { timeout: 15_000 },
      )
      .toBe(0n);
  } finally {
    await worker.stop();
  }
}

/** Every row of a table that belongs to the tenant, as text. */
const rowsOf = (table: string, tenant = tenantId) =>
  withTenant(portal.database.owner, tenant, async (tx) => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t where tenant_id = ${tenant} order by 1`.execute(
      tx,
    );
    return rows.map(({ row }) => row);
  });

const payDateOf = async (tenant: string) =>
  (
    await withTenant(portal.database.owner, tenant, (tx) =>
      tx
        .selectFrom('syndicatePayDates')
        .select('payDate')
        .where('tenantId', '=', tenant)
        .executeTakeFirstOrThrow(),
    )
  ).payDate;

const userRow = (userId: bigint) =>
  withClaims(portal.database.owner, { userId }, (tx) =>
    tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
  );

const LEDGER = [
  'payments',
  'payout_lines',
  'participations',
  'participation_totals',
  'participation_pay_dates',
  'syndicate_totals',
  'syndicate_pay_dates',
  'deal_totals',
  'listed_participations',
];

/** What the portal shows of a syndicate's book, and the ledger's rows. */
async function figures(syndicateId: bigint) {
  const { paymentCount, lineCount, netPay, differences } = await reconcile(portal.database.db, tenantId);
  const shown = [];
  for (const response of [
    await portal.app.fetch(`/api/payouts/syndication_sums/${syndicateId}`, asMember(manager, tenantId)),
    await portal.app.fetch(`/api/payouts/get_payouts_paydates/${syndicateId}`, asMember(manager, tenantId)),
    await portal.app.fetch(
      '/api/payouts/get_dealsyndication_payouts',
      postAsMember({ syndication_id: Number(syndicateId), page: 1, length: 10 }, manager, tenantId),
    ),
  ]) {
    expect(response.status).toBe(200);
    // When the book last tied out is the only thing that changes.
    shown.push({ ...((await response.json()) as object), tied_out_at: '', tied_out_since: '' });
  }
  const ledger = [];
  for (const table of LEDGER) ledger.push(await rowsOf(table));
  return { shown, ledger, reconciled: { paymentCount, lineCount, netPay, differences } };
}

const run = (tenant = tenantId) => dispose(portal.database.db, tenant);

test('DATA-02 DATA-03 what was last used 25 months ago goes and 23 months ago stays, and no figure changes', async () => {
  const { owner } = portal.database;
  const [past, recent] = [
    await createClosedInvestor(owner, tenantId, 25),
    await createClosedInvestor(owner, tenantId, 23),
  ];
  await createEndedDeal(owner, tenantId, past.syndicateId, 25);
  await createEndedDeal(owner, tenantId, recent.syndicateId, 23);
  const before = await figures(past.syndicateId);
  expect(before.reconciled.differences).toEqual([]);

  expect(await run()).toEqual({ removed: { 'closed users': 1, 'closed syndicates': 1 }, failedCount: 0 });

  const { email, loginName, name, passwordHash } = await userRow(past.userId);
  expect({ email, loginName, passwordHash }).toEqual({
    email: `removed-${past.userId}@removed.invalid`,
    loginName: `removed-${past.userId}`,
    passwordHash: null,
  });
  expect(name).toMatch(/^Removed on \w+ \d+, \d{4}$/);
  const syndicates = await rowsOf('syndicates');
  const gone = syndicates.find((row) => row.includes(`"id": ${past.syndicateId},`)) ?? '';
  for (const planted of ['Dana Reyes', '5550100', '1 Main St', '44301', 'copy@'])
    expect(gone).not.toContain(`"${planted}`);
  expect(gone).toMatch(/"esign_email": "Removed on /);
  expect(syndicates.find((row) => row.includes(`"id": ${recent.syndicateId},`))).toContain('Dana Reyes');
  expect((await userRow(recent.userId)).passwordHash).toBe('a hash');
  const accounts = await rowsOf('syndicate_bank_accounts');
  expect(accounts).toHaveLength(1);
  expect(accounts[0]).toContain(`"syndicate_id": ${recent.syndicateId}`);
  expect((await rowsOf('bank_account_changes')).filter((row) => row.includes('First Bank'))).toHaveLength(1);

  expect(await figures(past.syndicateId)).toEqual(before);
  expect(await run()).toEqual({ removed: {}, failedCount: 0 });
  const events = (await rowsOf('audit_events')).filter((row) => row.includes('"personal data removed"'));
  expect(events).toHaveLength(2);
  expect((await rowsOf('audit_events')).some((row) => row.includes('"closed users": 1'))).toBe(true);
});

test('DATA-04 a declined submission loses its merchant, files and bank access; a running deal keeps all of it', async () => {
  const { owner } = portal.database;
  const merchants = [];
  for (const months of [25, 23]) {
    const submission = await createDeclinedSubmission(owner, tenantId, months);
    const keys = await addDetails(owner, tenantId, { ...submission, months });
    await store(keys);
    merchants.push({
      ...submission,
      keys,
      token: await addConnectedBank(owner, tenantId, { ...submission, months, live: plaid.live }),
    });
  }
  const runningDeal = await withTenant(owner, tenantId, (tx) => createFundedDeal(tx, tenantId));
  const runningCompany = await withTenant(owner, tenantId, (tx) => companyOf(tx, tenantId, runningDeal));
  const running = { companyId: runningCompany, dealId: runningDeal, months: 200 };
  const runningKeys = await addDetails(owner, tenantId, running);
  await store(runningKeys);
  const ended = await createEndedDeal(owner, tenantId, portal.syndicateId, 30);
  const endedKeys = await addDetails(owner, tenantId, { ...ended, months: 30 });
  await store(endedKeys);
  const endedToken = await addConnectedBank(owner, tenantId, { ...ended, months: 30, live: plaid.live });
  const older = await createEndedDeal(owner, tenantId, portal.syndicateId, 85);
  const olderKeys = await addDetails(owner, tenantId, { ...older, months: 85 });
  await store(olderKeys);

  const [past, recent] = merchants;
  if (!past || !recent) throw new Error('There are two.');
  expect(await run()).toEqual({
    removed: {
      'merchants with a connected bank': 3,
      'merchants without a funded deal': 1,
      'merchants whose deals have ended': 1,
      'former brokers': 1,
    },
    failedCount: 0,
  });
  // The files and the access are still there until the worker has come to it, and then only those that are to stay.
  expect(await fileStorage.sizeOf(past.keys[0])).toBe(7);
  expect(plaid.live.has(past.token)).toBe(true);
  await work();
  const sizes = async (keys: readonly string[]) => Promise.all(keys.map((key) => fileStorage.sizeOf(key)));
  expect(await sizes([...past.keys, ...olderKeys])).toEqual([null, null, null, null]);
  expect(await sizes([...recent.keys, ...runningKeys, ...endedKeys])).toEqual(Array(6).fill(7));
  expect([past.token, endedToken, recent.token].map((token) => plaid.live.has(token))).toEqual([
    false,
    false,
    false,
  ]);
  expect(await rowsOf('bank_connections')).toHaveLength(0);
  for (const [table, left] of Object.entries({
    company_owners: 3,
    company_addresses: 3,
    company_bank_accounts: 3,
    statement_months: 3,
    existing_advances: 3,
    deal_notes: 3,
    files: 6,
  }))
    expect({ table, left: (await rowsOf(table)).length }).toEqual({ table, left });
  const names = async (table: string, planted: string) =>
    (await rowsOf(table)).filter((row) => row.includes(planted)).length;
  expect(await names('companies', 'Planted')).toBe(1);
  expect(await names('companies', 'Removed on')).toBe(1);
  expect(await names('deals', 'Planted')).toBe(1);
  expect(await names('brokers', 'Tessa')).toBe(1);
  expect(await names('companies', 'Bright Oak')).toBeGreaterThanOrEqual(3);
  for (const page of [
    'company_address/company_addresses',
    'company_merchant/merchant_for_company',
    'company/getCompanyBankStm',
    'filecontrolsheet/getFCSRowsCompanyCalc',
    'mcainformation/mcas',
  ]) {
    const response = await portal.app.fetch(`/api/${page}/${older.companyId}`, asMember(manager, tenantId));
    expect({ page, status: response.status }).toEqual({ page, status: 200 });
  }
  expect(await run()).toEqual({ removed: {}, failedCount: 0 });
});

test('DATA-04 a provider that has removed the access before, or none at all, leaves nothing half done', async () => {
  const { owner } = portal.database;
  const submission = await createDeclinedSubmission(owner, tenantId, 30);
  const token = await addConnectedBank(owner, tenantId, { ...submission, months: 30, live: plaid.live });
  await run();
  const worker = await startTestWorker(portal.database);
  await expect
    .poll(async () => (await findDue(portal.database.db, tenantId)).map(({ subjects }) => subjects.length))
    .toEqual([0, 0, 1, 0, 0, 0]);
  await worker.stop();
  // As though the process had died after the provider removed it.
  plaid.live.delete(token);
  await run();
  await work();
  expect(
    (await rowsOf('bank_connections')).filter((row) => row.includes(`${submission.companyId},`)),
  ).toEqual([]);
});

test('DATA-05 a legal hold keeps the tenant, the person with the syndicate, or the merchant, until it is lifted', async () => {
  const { owner, db } = portal.database;
  const other = await createTenant(owner, { slug: 'held' });
  const investor = await createClosedInvestor(owner, other, 30);
  const { companyId } = await createDeclinedSubmission(owner, other, 30);
  const hold = (subject: HeldSubject) =>
    withTenant(db, other, (tx) => placeHold(tx, other, subject, 'Lawsuit 7', OPERATOR));
  const lift = (id: bigint) => withTenant(db, other, (tx) => liftHold(tx, other, id, 'Settled', OPERATOR));
  const onAll = await hold({ kind: 'tenant', id: null });
  expect(await run(other)).toEqual({ removed: {}, failedCount: 0 });
  const onUser = await hold({ kind: 'user', id: investor.userId });
  const onCompany = await hold({ kind: 'company', id: companyId });
  await expect(hold({ kind: 'user', id: investor.userId })).rejects.toThrow(/already/);
  await expect(hold({ kind: 'user', id: 999_999n })).rejects.toMatchObject({ code: 'not_found' });
  await lift(onAll);
  // A broker of a held merchant is kept with it.
  expect(await run(other)).toEqual({ removed: {}, failedCount: 0 });
  await lift(onUser);
  await lift(onCompany);
  const portalCommand = commandLineOn(portal.database);
  const dry = await portalCommand('disposal', '--dry-run', '--tenant', 'held');
  expect(dry.stdout).toContain(
    'held\tclosed users\t1\t0 files\tclosed for more than 24 months in every tenant',
  );
  expect(dry.stdout).toContain(`ids ${investor.userId}`);
  for (const planted of ['Dana', 'Planted', 'Tessa', '@']) expect(dry.stdout).not.toContain(planted);
  const said = await portalCommand('disposal', 'run', '--tenant', 'held');
  expect(said.stdout).toBe(
    'held: removed 1 closed users, 1 closed syndicates, 1 merchants without a funded deal, 1 former brokers; 0 failed\n',
  );
  const events = await rowsOf('audit_events', other);
  for (const planted of [
    'legal hold placed',
    'legal hold lifted',
    'Lawsuit 7',
    'disposal finished',
    'command line',
  ])
    expect(events.some((row) => row.includes(planted))).toBe(true);
});

test('DATA-07 a run that is killed in the middle leaves nothing half done, and the next one does the rest', async () => {
  const { owner, db } = portal.database;
  const other = await createTenant(owner, { slug: 'killed' });
  const companies: bigint[] = [];
  for (let count = 0; count < 3; count += 1) {
    const submission = await createDeclinedSubmission(owner, other, 30);
    await addDetails(owner, other, { ...submission, months: 30 });
    companies.push(submission.companyId);
  }
  const [, second] = companies;
  if (second === undefined) throw new Error('There are three.');
  const child = spawn(process.execPath, [CLI, 'disposal', 'run', '--tenant', 'killed'], {
    env: { ...process.env, DATABASE_URL: portal.database.url },
  });
  const ended = once(child, 'close');
  await withTenant(owner, other, async (tx) => {
    // A late step waits, after the rows of the company's details were deleted.
    await sql`select from offers where tenant_id = ${other} and deal_id in (
      select id from deals where company_id = ${second}) for update`.execute(tx);
    await untilWaiting(db, 1);
    child.kill('SIGKILL');
    await ended;
  });
  const left = async (table: string) => (await rowsOf(table, other)).length;
  expect([await left('company_owners'), await left('files'), await left('disposal_runs')]).toEqual([2, 4, 1]);
  expect(await run(other)).toEqual({
    removed: { 'merchants without a funded deal': 2, 'former brokers': 3 },
    failedCount: 0,
  });
  expect([await left('company_owners'), await left('files')]).toEqual([0, 0]);
  const events = (await rowsOf('audit_events', other)).filter((row) => row.includes('"subject": "company'));
  expect(events).toHaveLength(3);
});

test('DATA-02 a syndicate that is owed a payout keeps what it takes to pay it, until nothing is owed', async () => {
  const { owner } = portal.database;
  const tenant = await createTenant(owner);
  const { syndicateId, userId } = await createClosedInvestor(owner, tenant, 25);
  await createEndedDeal(owner, tenant, syndicateId, 25);
  const unpaid = (set: RawBuilder<unknown>) =>
    withTenant(owner, tenant, (tx) =>
      sql`update syndicate_pay_dates set is_paid = false, ${set}`.execute(tx),
    );
  // The bank has returned it, and no run has brought it in since.
  const payDate = await payDateOf(tenant);
  await withTenant(owner, tenant, (tx) =>
    tx.insertInto('payoutRuns').values({ tenantId: tenant, payDate, preparedBy: userId }).execute(),
  );
  await unpaid(sql`pay_date = pay_date`);
  expect((await run(tenant)).removed).toEqual({ 'closed users': 1 });
  expect(await rowsOf('syndicate_bank_accounts', tenant)).toHaveLength(1);
  expect((await rowsOf('syndicates', tenant)).join()).toContain('Dana Reyes');
  // What an investor owes the funder is carried from run to run, and stays unpaid.
  await unpaid(
    sql`gross_cents = -gross_cents, management_fee_cents = -management_fee_cents, net_pay_cents = -net_pay_cents`,
  );
  expect((await run(tenant)).removed).toEqual({ 'closed syndicates': 1 });
  expect(await rowsOf('syndicate_bank_accounts', tenant)).toHaveLength(0);
});

test('DATA-02 a syndicate that a payout was sent to keeps its account for as long as after any other use, in case its bank sends it back', async () => {
  const { owner } = portal.database;
  const tenant = await createTenant(owner);
  const { syndicateId, userId } = await createClosedInvestor(owner, tenant, 25);
  await createEndedDeal(owner, tenant, syndicateId, 25);
  const payDate = await payDateOf(tenant);
  const approver = await createUser(owner);
  const amounts = { ledgerCents: 100n, inFileCents: 100n };
  await withTenant(owner, tenant, async (tx) => {
    await sql`update syndicate_pay_dates set is_paid = true`.execute(tx);
    const { id: runId } = await tx
      .insertInto('payoutRuns')
      .values({ tenantId: tenant, payDate, preparedBy: userId, ...amounts })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('payoutRunItems')
      .values({
        ...{ tenantId: tenant, runId, revision: 0, syndicateId, kind: 'payout', outcome: 'in file' },
        ...{ ledgerCents: 100n, amountCents: 100n },
      })
      .execute();
  });
  const made = (at: RawBuilder<unknown>) =>
    withTenant(owner, tenant, (tx) =>
      sql`update payout_runs set state = 'file made', approved_by = ${approver}, approved_at = ${at}, made_by = ${userId},
        made_at = ${at}, effective_date = pay_date`.execute(tx),
    );
  await made(sql`now() - interval '23 months'`);
  expect((await run(tenant)).removed).toEqual({ 'closed users': 1 });
  expect(await rowsOf('syndicate_bank_accounts', tenant)).toHaveLength(1);
  await made(sql`now() - interval '25 months'`);
  expect((await run(tenant)).removed).toEqual({ 'closed syndicates': 1 });
  expect(await rowsOf('syndicate_bank_accounts', tenant)).toHaveLength(0);
});

test('DATA-06 a tenant’s run touches no other tenant, and a person of two is kept until both are past', async () => {
  const { owner, db } = portal.database;
  const other = await createTenant(owner);
  const mine = await createTenant(owner);
  const { userId } = await createClosedInvestor(owner, mine, 30);
  const theirs = await createClosedInvestor(owner, other, 30);
  await withTenant(owner, other, (tx) =>
    createMembership(tx, other, userId, { role: 'accounting', isTerminated: false }),
  );
  const before = await Promise.all(['syndicates', 'memberships'].map((table) => rowsOf(table, other)));
  expect((await dispose(db, mine)).removed).toEqual({ 'closed syndicates': 1 });
  expect((await userRow(userId)).disposedAt).toBeNull();
  expect(await Promise.all(['syndicates', 'memberships'].map((table) => rowsOf(table, other)))).toEqual(
    before,
  );
  expect((await userRow(theirs.userId)).passwordHash).toBe('a hash');

  const setClosed = (months: number) =>
    withTenant(owner, other, (tx) =>
      tx
        .updateTable('memberships')
        .set({ isTerminated: true, closedAt: sql<Date>`now() - make_interval(months => ${months})` })
        .where('userId', '=', userId)
        .execute(),
    );
  await setClosed(23);
  expect((await dispose(db, mine)).removed).toEqual({});
  await setClosed(25);
  expect((await dispose(db, mine)).removed).toEqual({ 'closed users': 1 });
  expect((await userRow(userId)).disposedAt).not.toBeNull();
});

test('DATA-06 security rule: the database renames no account while one of its memberships is open or out of sight', async () => {
  const { owner, db } = portal.database;
  const { userId } = await createClosedInvestor(owner, tenantId, 1);
  const open = await portal.addInvestor('open@harbor.example');
  const rename = (id: bigint, tenant?: string) =>
    withClaims(db, { userId: id, ...(tenant && { tenantId: tenant }) }, (tx) =>
      tx
        .updateTable('users')
        .set({ email: `x${id}@x.example`, passwordHash: null, disposedAt: sql<Date>`now()` })
        .where('id', '=', id)
        .execute(),
    );
  for (const [id, tenant] of [[open], [open, tenantId], [userId, tenantId]] as const)
    await expect(rename(id, tenant)).rejects.toThrow(/keeps its names/);
  await expect(
    withClaims(db, { userId }, (tx) => tx.updateTable('users').set({ email: 'y@y.example' }).execute()),
  ).rejects.toThrow(/keeps its names/);
});

test('DATA-01 the months are the tenant’s to choose within limits', async () => {
  const { owner, db } = portal.database;
  const tenant = await createTenant(owner);
  const set = (change: SettingsChange) =>
    withTenant(db, tenant, (tx) => changeSettings(tx, tenant, change, OPERATOR));
  await expect(set({ retentionMonths: 25 })).rejects.toThrow('6 to 24 months');
  await expect(set({ dealRecordsMonths: 12 })).rejects.toThrow('24 to 120 months');
  const { userId } = await createClosedInvestor(owner, tenant, 8);
  expect((await run(tenant)).removed).toEqual({});
  await set({ retentionMonths: 6 });
  expect((await run(tenant)).removed).toEqual({ 'closed users': 1, 'closed syndicates': 1 });
  expect((await userRow(userId)).disposedAt).not.toBeNull();
});
