import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNumbers } from '../payout-accounts/bank-numbers.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { changeSettings } from '../tenant-settings/settings.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { importDesk, operator, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { countMails, waitForMail } from '../testing/mailbox.ts';
import { putInForce } from '../testing/payout-accounts.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { columnHashes } from './column-hashes.ts';
import { contentHash } from './external-ids.ts';

const desk = importDesk();
const { run, ask } = desk;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(desk.database);
});
afterAll(() => worker.stop());

const ASKED = 'Your bank account is about to change';
const MAPLE = { accountNumber: '000481200416', routingNumber: '021000021' };
/** That of a file which says nothing of types and holders. */
const HEADER = 'external_id,syndicate,bank_name,account_number,routing_number';
const OTHER = { accountNumber: '555444333222', routingNumber: '011401533' };

/** The templates' book, with an address of this test's own for the first syndicate's mail. */
async function ownAddress(): Promise<string> {
  const address = `${crypto.randomUUID()}@mapleridge.example`;
  await desk.folder.edit('syndicates.csv', (text) => text.replace('esign@mapleridge.example', address));
  return address;
}

const maple = async () =>
  (await ask(sql<{ id: bigint }>`select id from syndicates where abbreviation = 'MRC'`))[0]?.id ?? 0n;

/** The numbers in force, and those that wait. */
const standing = async () => {
  const account = { tenantId: desk.tenantId, syndicateId: await maple() };
  const columns = sql`account_number_cipher, routing_number_cipher, key_id`;
  type Sealed = Parameters<typeof openNumbers>[2];
  const open = (sealed: Sealed | undefined) => sealed && openNumbers(desk.encryption, account, sealed);
  const [inForce] = await ask(
    sql<Sealed>`select ${columns} from syndicate_bank_accounts where syndicate_id = ${account.syndicateId}`,
  );
  const [pending] = await ask(
    sql<Sealed>`select ${columns} from bank_account_changes
      where syndicate_id = ${account.syndicateId} and state = 'pending'`,
  );
  return { inForce: open(inForce), pending: open(pending) };
};

const tellOther = () =>
  desk.folder.edit('payout_accounts.csv', (text) =>
    text.replace(MAPLE.accountNumber, OTHER.accountNumber).replace(MAPLE.routingNumber, OTHER.routingNumber),
  );

test('OPS-01 PROFILE-04 a syndicate’s first payout account is in force at once, sealed and recorded', async () => {
  expect((await run(desk.folder.path, { isDryRun: true })).applied).toBe('all');
  expect(await ask(sql`select 1 from syndicate_bank_accounts`)).toEqual([]);
  const report = await run();
  expect(problemsOf(report)).toEqual([]);
  expect(outcomesOf(report, 'new')).toMatchObject({ payout_accounts: 2 });
  expect(await standing()).toEqual({ inForce: MAPLE, pending: undefined });
  const trail = await trailOf(desk.database, desk.tenantId);
  expect(trail).toContainEqual(
    expect.objectContaining({
      action: 'bank change requested',
      actorId: null,
      details: {
        oldBankName: '',
        newBankName: 'Union Federal Bank',
        oldAccountNumberLast4: '',
        newAccountNumberLast4: '0416',
        oldRoutingNumberLast4: '',
        newRoutingNumberLast4: '0021',
        operator: 'command line: test',
      },
    }),
  );
  expect(trail.filter(({ action }) => action === 'bank account changed')).toHaveLength(2);
});

test('OPS-01 PROFILE-04 IMPORT-31 the first import of a book and the same account again mail nobody; another account waits the funder’s hours, and its mail comes', async () => {
  const address = await ownAddress();
  await run();
  const again = await run();
  expect(outcomesOf(again, 'unchanged')).toMatchObject({ payout_accounts: 2 });
  expect(await ask(sql`select 1 from bank_account_changes`)).toHaveLength(2);

  await withTenant(desk.database.db, desk.tenantId, (tx) =>
    changeSettings(tx, desk.tenantId, { bankChangeHoldHours: 24 }, operator),
  );
  await tellOther();
  const changed = await run();
  expect(outcomesOf(changed, 'changed')).toMatchObject({ payout_accounts: 1 });
  expect(await standing()).toEqual({ inForce: MAPLE, pending: OTHER });
  const [change] = await ask(sql<{ hours: number }>`
    select extract(epoch from takes_effect_at - requested_at)::float8 / 3600 as hours
    from bank_account_changes where state = 'pending'`);
  expect(change?.hours).toBeCloseTo(24, 1);
  const { text } = await waitForMail(address, ASKED);
  expect(text).toContain('Your funder has another bank account on file');
  expect(text).toMatch(/\/bank_change#[\w-]{64}/);
  expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ payout_accounts: 2 });
  expect(await countMails(address)).toBe(0);
});

test('RUN-24 an imported account says its type and holder, which a later file can say of one that stays', async () => {
  const described = () =>
    ask(sql<Record<string, string | null>>`select s.abbreviation, a.account_type, a.holder_kind, a.holder_name
      from syndicate_bank_accounts a join syndicates s on s.id = a.syndicate_id order by 1`);
  await run();
  const [first, second] = await described();
  expect(first).toEqual({
    abbreviation: 'MRC',
    accountType: 'checking',
    holderKind: 'business',
    holderName: null,
  });
  expect(second).toMatchObject({ accountType: null, holderKind: null });
  await desk.folder.edit('payout_accounts.csv', (text) =>
    text.replace('011401533,,,', '011401533,savings,person,Dana Whitfield'),
  );
  const told = await run();
  expect(problemsOf(told)).toEqual([]);
  expect(outcomesOf(told, 'changed')).toMatchObject({ payout_accounts: 1 });
  expect(await described()).toEqual([
    first,
    { ...second, accountType: 'savings', holderKind: 'person', holderName: 'Dana Whitfield' },
  ]);
  // Where the money goes is the same, so nothing waits.
  expect(await ask(sql`select 1 from bank_account_changes where state = 'pending'`)).toEqual([]);
  const trail = await trailOf(desk.database, desk.tenantId);
  expect(trail.filter(({ action }) => action === 'payout account described')).toHaveLength(1);
  expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ payout_accounts: 2 });

  await desk.folder.edit('payout_accounts.csv', (text) => text.replace('savings,person', 'savings,'));
  expect(problemsOf(await run())).toMatchObject([expect.stringContaining('account_type')]);
});

test('OPS-01 PROFILE-04 a stale file does not undo what the syndicate has changed itself', async () => {
  await run();
  const account = { tenantId: desk.tenantId, syndicateId: await maple() };
  await withTenant(desk.database.db, desk.tenantId, (tx) =>
    putInForce(tx, desk.encryption, account, { bankName: 'Own Choice Bank', ...OTHER }),
  );
  expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ payout_accounts: 2 });
  expect(await standing()).toEqual({ inForce: OTHER, pending: undefined });
});

test('OPS-01 an account that is there by another way is known, and not announced again', async () => {
  await desk.folder.edit('payout_accounts.csv', () => `${HEADER}\n`);
  await run();
  const account = { tenantId: desk.tenantId, syndicateId: await maple() };
  await withTenant(desk.database.db, desk.tenantId, (tx) =>
    putInForce(tx, desk.encryption, account, { bankName: 'Union Federal Bank', ...MAPLE }),
  );
  await desk.folder.edit(
    'payout_accounts.csv',
    (text) => `${text}PA-1,SYN-1,Union Federal Bank,${MAPLE.accountNumber},${MAPLE.routingNumber}\n`,
  );
  expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ payout_accounts: 1 });
  expect(await ask(sql`select 1 from bank_account_changes`)).toHaveLength(1);
});

test('OPS-01 what is wrong with an account is named by line and column, and never with a number', async () => {
  const secret = '123456780012';
  const rows = (...lines: string[]) =>
    desk.folder.edit('payout_accounts.csv', () => [HEADER, ...lines, ''].join('\n'));
  await rows(
    `PA-1,SYN-1,First Bank,${secret},021000022`,
    `PA-2,SYN-2,First Bank,${secret}X,021000021`,
    // Each one column too far to the left.
    `PA-3,${secret},021000021,First Bank,SYN-2`,
    `${secret},SYN-2,First Bank,${secret},021000021`,
    `PA-5,SYN-2,First Bank ${secret},${secret},021000021`,
  );
  const bad = await run();
  expect(problemsOf(bad)).toEqual([
    'payout_accounts.csv:2: routing_number is not a routing number: nine digits that pass the ABA checksum',
    'payout_accounts.csv:3: account_number is not an account number: 5 to 17 digits',
    'payout_accounts.csv:4: account_number is not an account number: 5 to 17 digits',
    'payout_accounts.csv:4: routing_number is not a routing number: nine digits that pass the ABA checksum',
    'payout_accounts.csv:5: external_id holds the account number; take another id',
    'payout_accounts.csv:6: bank_name holds the account number',
  ]);
  await rows(
    `PA-1,SYN-1,First Bank,${secret},021000021`,
    `PA-2,SYN-1,Second Bank,${secret},021000021`,
    `PA-3,${secret},Third Bank,987654321,021000021`,
  );
  expect(problemsOf(await run())).toEqual([
    'payout_accounts.csv:3: syndicate has its account under another external_id already',
    'payout_accounts.csv:4: syndicate is not among the syndicates, or was bad there',
  ]);
  await desk.folder.edit('payout_accounts.csv', () => `PA-1,SYN-1,First Bank,${secret},021000021\n`);
  expect(JSON.stringify(await run())).not.toMatch(/\d{5}/);
  expect(await ask(sql`select 1 from syndicate_bank_accounts`)).toEqual([]);
});

test('OPS-01 PROFILE-04 security rule: after an import no column of any table holds a readable bank number, nor a hash to guess it by', async () => {
  await run();
  await tellOther();
  await run();
  const dump = await withTenant(desk.database.owner, desk.tenantId, async (tx) => {
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`.execute(tx);
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const found = await sql<{ text: string }>`
        select ${sql.raw('t')}::text as text from ${sql.raw(name)} t`.execute(tx);
      texts.push(...found.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  });
  expect(dump).toContain('Union Federal Bank');
  for (const { accountNumber, routingNumber } of [MAPLE, OTHER]) {
    for (const number of [accountNumber, routingNumber])
      for (const encoding of ['utf8', 'hex', 'base64'] as const)
        expect(dump).not.toContain(Buffer.from(number).toString(encoding).replace(/=+$/, ''));
    const numbers = { account_number: accountNumber, routing_number: routingNumber };
    const row = { external_id: 'PA-1', syndicate: 'SYN-1', bank_name: 'Union Federal Bank', ...numbers };
    // A file may say nothing of types and holders.
    for (const whole of [row, { ...row, account_type: 'checking', holder_kind: 'business' }])
      expect(dump).not.toContain(contentHash(whole).toString('hex'));
    // What an import keeps of the columns of other kinds.
    for (const hash of Object.values(columnHashes(numbers))) expect(dump).not.toContain(hash);
  }
});
