import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTokenPlace } from '../bank-connections/access-token-place.ts';
import { readSignOn } from '../identity/single-sign-on.ts';
import { lastFours, openNumbers, sealNumbers } from '../payout-accounts/bank-numbers.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { setSingleSignOn } from '../tenant-settings/single-sign-on.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { createSyndicate } from '../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { createProfileOwner } from '../testing/profile.ts';
import { codeOf, createVisitor } from '../testing/second-factor.ts';
import { ENCRYPTION_KEY as OLD_KEY, startTestApp, type TestApp } from '../testing/test-app.ts';

const CLI = join(import.meta.dirname, '../cli.ts');
const NEW_KEY = randomBytes(32);
const ACCOUNTS = 250;
const numbers = { accountNumber: '123456786789', routingNumber: '021000021' };

const before = createEncryption({ key: OLD_KEY });
const both = createEncryption({ key: NEW_KEY, oldKeys: [OLD_KEY] });
const after = createEncryption({ key: NEW_KEY });

/** As it was before the new key, and as it runs while both are there. */
let portal: TestPortal;
let app: TestApp;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  app = await startTestApp(portal.database, { encryption: both, trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await app.close();
  await portal.close();
});

async function rotate(env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'rotate-keys'], {
    env: { ...process.env, DATABASE_URL: portal.database.url, ...env },
  });
  return stdout.trim();
}

const ACCESS_TOKEN = 'access-sandbox-1';

const KEYS = {
  ENCRYPTION_KEY: NEW_KEY.toString('base64'),
  ENCRYPTION_KEYS_OLD: `${randomBytes(32).toString('base64')}, ${OLD_KEY.toString('base64')}`,
};

async function addAccount(tx: Tx, syndicateId: bigint): Promise<void> {
  const { tenantId } = portal;
  const sealed = sealNumbers(before, { tenantId, syndicateId }, numbers);
  await tx
    .insertInto('syndicateBankAccounts')
    .values({ tenantId, syndicateId, bankName: 'First', ...lastFours(numbers), ...sealed })
    .execute();
}

async function addConnection(tx: Tx): Promise<void> {
  const { tenantId } = portal;
  const company = await tx
    .insertInto('companies')
    .values({ tenantId, name: 'Bright Oak Dental', industry: 'Dental', startedMonth: '2019-03-01' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = randomUUID();
  const { cipher, keyId } = before.seal(ACCESS_TOKEN, accessTokenPlace(tenantId, id));
  await tx
    .insertInto('bankConnections')
    .values({ tenantId, id, companyId: company.id, providerItemId: 'item', accessTokenCipher: cipher, keyId })
    .execute();
}

const CLIENT_SECRET = 'the-secret-that-the-provider-gave-to-the-portal';

const addSignOn = (tx: Tx) =>
  setSingleSignOn(
    tx,
    {
      tenantId: portal.tenantId,
      encryption: before,
      mayBeLocal: false,
      operator: { via: 'command line', name: 'test' },
    },
    {
      issuer: 'https://sign-in.example',
      clientId: 'portal',
      clientSecret: CLIENT_SECRET,
      domains: ['harbor.example'],
    },
  );

test('PROFILE-04 DESK-16 security rule: keys are rotated while requests run, and none of them fails', async () => {
  const { tenantId, database } = portal;
  const owner = await createProfileOwner(portal, 'rotated');
  await owner.changeBank();
  const visitor = await createVisitor(portal, 'coded');
  const { secret } = await visitor.addTotp();
  await visitor.post('/user/second-factor/totp/start', { password: PASSWORD });
  await withTenant(database.owner, tenantId, async (tx) => {
    await addAccount(tx, owner.syndicateId);
    await addConnection(tx);
    await addSignOn(tx);
    for (let index = 0; index < ACCOUNTS; index += 1)
      await addAccount(tx, await createSyndicate(tx, tenantId));
  });

  // Requests go to the app that has both keys.
  portal.app = app;
  const running = createProfileReaders(owner);
  await expect.poll(running.answered).toBeGreaterThan(0);
  const said = await rotate(KEYS);
  const { statuses, opened } = await running.stop();
  expect(said).toBe(
    `Re-encrypted with key ${both.keyId}: ${ACCOUNTS + 2} bank accounts, 1 connected banks, 2 second factors, 0 links to be mailed, 1 single sign-on secrets, 0 payout files.`,
  );
  expect(statuses.length).toBeGreaterThan(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(opened).toBeGreaterThan(ACCOUNTS);

  await withTenant(database.owner, tenantId, async (tx) => {
    await claim(tx, { userId: visitor.userId });
    const accounts = await tx.selectFrom('syndicateBankAccounts').selectAll().execute();
    expect(accounts).toHaveLength(ACCOUNTS + 1);
    for (const account of accounts) expect(openNumbers(after, account, account)).toEqual(numbers);
    const [connection] = await tx.selectFrom('bankConnections').selectAll().execute();
    if (!connection) throw new Error('It was connected.');
    const sealed = { cipher: connection.accessTokenCipher, keyId: connection.keyId };
    expect(after.open(sealed, accessTokenPlace(tenantId, connection.id))).toBe(ACCESS_TOKEN);
    expect(await readSignOn(tx, after, tenantId)).toMatchObject({ clientSecret: CLIENT_SECRET });
    for (const table of ['userTotp', 'totpEnrolments', 'bankAccountChanges'] as const) {
      const rows = await tx.selectFrom(table).select('keyId').execute();
      expect(rows).toEqual([{ keyId: after.keyId }]);
    }
  });
  const recorded = () => trailOf(database, tenantId, `key ${both.keyId}`);
  expect(await recorded()).toMatchObject([
    {
      action: 'keys rotated',
      details: {
        'bank accounts': ACCOUNTS + 2,
        'connected banks': 1,
        'second factors': 2,
        'links to be mailed': 0,
        'single sign-on secrets': 1,
        'payout files': 0,
        operator: expect.stringMatching(/^command line: ./),
      },
    },
  ]);
  await visitor.forgetUsedStep();
  const proof = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(await visitor.challenge(), proof)).status).toBe(200);
  expect(await rotate(KEYS)).toContain(
    ' 0 bank accounts, 0 connected banks, 0 second factors, 0 links to be mailed, 0 single sign-on secrets, 0 payout files.',
  );
  expect(await recorded()).toHaveLength(1);
});

/** Reads numbers as people do, over HTTP, and as fast as it goes, from the database, until it is told to stop. */
function createProfileReaders(owner: Awaited<ReturnType<typeof createProfileOwner>>) {
  const { tenantId, database } = portal;
  const statuses: number[] = [];
  let opened = 0;
  let isOver = false;
  const overHttp = async () => {
    while (!isOver) statuses.push((await owner.reveal(PASSWORD)).status);
  };
  const fromDatabase = async () => {
    while (!isOver)
      await withTenant(database.db, tenantId, async (tx) => {
        const accounts = await tx.selectFrom('syndicateBankAccounts').selectAll().execute();
        for (const account of accounts) openNumbers(both, account, account);
        opened += accounts.length;
      });
  };
  const readers = Promise.all([overHttp(), fromDatabase()]);
  return {
    answered: () => statuses.length,
    async stop() {
      isOver = true;
      await readers;
      return { statuses, opened };
    },
  };
}

test('PROFILE-04 without the key that encrypted a value the command stops and changes nothing', async () => {
  const other = await openTestPortal();
  try {
    const { tenantId, syndicateId, database } = other;
    const sealed = sealNumbers(before, { tenantId, syndicateId }, numbers);
    await withTenant(database.owner, tenantId, (tx) =>
      tx
        .insertInto('syndicateBankAccounts')
        .values({ tenantId, syndicateId, bankName: 'First', ...lastFours(numbers), ...sealed })
        .execute(),
    );
    const env = { ENCRYPTION_KEY: KEYS.ENCRYPTION_KEY, DATABASE_URL: database.url };
    await expect(rotate(env)).rejects.toThrow(/another key/);
    const stored = await withTenant(database.db, tenantId, (tx) =>
      tx.selectFrom('syndicateBankAccounts').select(['keyId']).execute(),
    );
    expect(stored).toEqual([{ keyId: before.keyId }]);
  } finally {
    await other.close();
  }
});
