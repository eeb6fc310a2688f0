import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resealBankNumbers } from '../payout-accounts/reseal-bank-numbers.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { countMails, waitForMail } from '../testing/mailbox.ts';
import { putInForce } from '../testing/payout-accounts.ts';
import { ENCRYPTION_KEY } from '../testing/test-app.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { TOUCHES_NOTHING } from './touched.ts';

const desk = importDesk();
const { run, ask } = desk;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(desk.database);
});
afterAll(() => worker.stop());

const OWN_CHOICE = {
  bankName: 'Own Choice Bank',
  accountNumber: '555444333222',
  routingNumber: '011401533',
};

const mapleAccount = async () => ({
  tenantId: desk.tenantId,
  syndicateId:
    (await ask(sql<{ id: bigint }>`select id from syndicates where abbreviation = 'MRC'`))[0]?.id ?? 0n,
});

/** By their banks: where payouts go, and where they would go next. */
const banks = async () => {
  const { syndicateId } = await mapleAccount();
  const names = (query: ReturnType<typeof sql<{ bankName: string }>>) =>
    ask(query).then((rows) => rows.map(({ bankName }) => bankName));
  return {
    inForce: await names(
      sql`select bank_name from syndicate_bank_accounts where syndicate_id = ${syndicateId}`,
    ),
    pending: await names(
      sql`select bank_name from bank_account_changes where syndicate_id = ${syndicateId} and state = 'pending'`,
    ),
  };
};

test('OPS-01 PROFILE-04 security rule: after ENCRYPTION_KEY was changed a stale file still undoes nothing', async () => {
  await run();
  const account = await mapleAccount();
  await withTenant(desk.database.db, desk.tenantId, (tx) =>
    putInForce(tx, desk.encryption, account, OWN_CHOICE),
  );
  const key = randomBytes(32);
  const withBoth = createEncryption({ key, oldKeys: [randomBytes(32), ENCRYPTION_KEY] });
  const again = await run(desk.folder.path, { encryption: withBoth });
  expect(await banks()).toEqual({ inForce: ['Own Choice Bank'], pending: [] });
  expect(outcomesOf(again, 'unchanged')).toMatchObject({ payout_accounts: 2 });

  // That import has told the new key what it needs: the old one can go.
  await resealBankNumbers(desk.database.db, withBoth, desk.tenantId);
  const later = await run(desk.folder.path, { encryption: createEncryption({ key }) });
  expect(await banks()).toEqual({ inForce: ['Own Choice Bank'], pending: [] });
  expect(outcomesOf(later, 'unchanged')).toMatchObject({ payout_accounts: 2 });
});

test('OPS-01 IMPORT-31 PROFILE-02 PROFILE-04 security rule: an import that moves a syndicate’s mail twice and then its money is told to the people of the syndicate', async () => {
  const own = (name: string) => `${name}-${crypto.randomUUID()}@mapleridge.example`;
  const [ruth, closed, omar, esign] = [own('ruth'), own('closed'), own('omar'), own('esign')];
  await desk.folder.edit('syndicates.csv', (text) => text.replace('esign@mapleridge.example', esign));
  await desk.folder.edit('users.csv', (text) => {
    // Accounts are everybody's: another funder's Ruth has the user name already.
    const people = text.replace('ruth@mapleridge.example', ruth).replace('ruth.alvarez', '');
    const gone = `U-9,${closed},Cleo Closed,,syndication,SYN-1,,,true\n`;
    return `${people.replace('omar@stoneharbor.example', omar)}${gone}`;
  });
  const redirect = async (before: string, after: string) => {
    await desk.folder.edit('syndicates.csv', (text) => text.replace(before, after));
    expect(problemsOf(await run())).toEqual([]);
  };
  const [first, second] = [own('thief'), own('thief')];
  // Who has not accepted the invitation is told nothing, so the people come first, and then the accounts.
  let accounts = '';
  await desk.folder.edit('payout_accounts.csv', (rows) => {
    accounts = rows;
    return rows.slice(0, rows.indexOf('\n') + 1);
  });
  expect(problemsOf(await run())).toEqual([]);
  await ask(sql`update memberships set accepted_at = now() returning user_id`);
  await desk.folder.edit('payout_accounts.csv', () => accounts);
  expect(problemsOf(await run())).toEqual([]);
  const { text } = await waitForMail(ruth, 'Your bank account was entered');
  expect(text).toContain(
    'Your funder entered the bank account for the payouts of Maple Ridge Capital: Union Federal Bank',
  );
  expect(text).toContain('account •••• 0416');
  expect(text).not.toMatch(/\d{9}/);
  await waitForMail(omar, 'Your bank account was entered');

  expect(await countMails(esign), 'a first account redirects nothing').toBe(0);
  await redirect(esign, first);
  await waitForMail(ruth, 'Your e-sign address was changed');
  await redirect(first, second);
  await waitForMail(ruth, 'Your e-sign address was changed');
  await desk.folder.edit('payout_accounts.csv', (rows) =>
    rows.replace('000481200416', OWN_CHOICE.accountNumber),
  );
  await run();
  const told = await waitForMail(ruth, 'Your bank account is about to change');
  expect(told.text).toMatch(/\/bank_change#[\w-]{64}/);
  await waitForMail(second, 'Your bank account is about to change');
  expect([await countMails(closed), await countMails(omar)]).toEqual([0, 0]);
});

test('OPS-01 PROFILE-04 security rule: a first account is in force at once only if there is none when its turn comes', async () => {
  const row = 'PA-1,SYN-1,Union Federal Bank,000481200416,021000021,,,\n';
  const header = (text: string) => `${text.split('\n')[0]}\n`;
  await desk.folder.edit('payout_accounts.csv', header);
  await run();
  await desk.folder.edit('payout_accounts.csv', (text) => `${header(text)}${row}`);
  const account = await mapleAccount();
  let importing: ReturnType<typeof run> | undefined;
  await withTenant(desk.database.db, desk.tenantId, async (tx) => {
    await putInForce(tx, desk.encryption, account, OWN_CHOICE);
    // It has looked before this is committed, and has seen no account.
    importing = run(join(desk.folder.path, 'payout_accounts.csv'));
    await untilWaiting(desk.database.db, 1);
  });
  expect(
    problemsOf(
      (await importing) ?? {
        ...{ isDryRun: false, applied: 'nothing', files: [], totals: [], suggestions: [] },
        touched: TOUCHES_NOTHING,
      },
    ),
  ).toEqual([]);
  expect(await banks()).toEqual({ inForce: ['Own Choice Bank'], pending: ['Union Federal Bank'] });
});
