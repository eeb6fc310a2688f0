import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAID_CLIENT } from '../testing/plaid-server.ts';
import { testServices } from '../testing/services.ts';
import { passwords } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, withClaims } from './db/transactions.ts';
import { createPlaid } from './integrations/bank-provider.ts';
import { createRecaptcha } from './integrations/recaptcha.ts';
import { type OutsideService, OutsideWorkError } from './outside-work.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fileStorage.ensureBucket();
});
afterAll(() => database.drop());

const { fileStorage, uploadStorage, mailer, virusScanner } = testServices();
// Nobody answers at these addresses: what is refused does not get as far.
const bank = createPlaid({ ...PLAID_CLIENT, baseUrl: 'http://127.0.0.1:1', portalName: 'Portal' });
const captcha = createRecaptcha({
  siteKey: 'a',
  secret: 'b',
  scriptUrl: 'http://127.0.0.1:1/api.js',
  verifyUrl: 'http://127.0.0.1:1/verify',
});

const OUTSIDE: [service: OutsideService, call: () => Promise<unknown>][] = [
  ['file storage', () => fileStorage.put('a key', Buffer.from('bytes'), 'text/plain')],
  ['file storage', () => fileStorage.get('a key')],
  ['file storage', () => fileStorage.sizeOf('a key')],
  ['file storage', () => fileStorage.remove('a key')],
  ['file storage', () => uploadStorage.sizeOf('a key')],
  ['mail server', () => mailer.send({ to: 'dana@northgate.example', subject: 'Hello', text: 'Hello' })],
  ['virus scanner', () => virusScanner.scan(Buffer.from('bytes'))],
  ['bank provider', () => bank.newWidgetToken('somebody')],
  ['bank provider', () => bank.exchange('public-token')],
  ['captcha provider', () => captcha.verify('an answer', '203.0.113.7')],
  ['password hashing', () => passwords.hash('a password')],
  ['password hashing', () => passwords.matches('a password', null)],
];

describe('nothing outside the database is waited for while a transaction is open', () => {
  test('OPS-09 a call of the file storage inside a transaction is refused, and says what to do', async () => {
    const planted = inTransaction(database.db, () => fileStorage.sizeOf('a key'));
    await expect(planted).rejects.toThrow(
      new OutsideWorkError('file storage', 'sizeOf') satisfies { code: 'OUTSIDE_WORK_IN_TRANSACTION' },
    );
    await expect(planted).rejects.toThrow(
      'The file storage (sizeOf) was called while a transaction of the same request, job or command was open. ' +
        'End the transaction first: reserve in one transaction, call, and commit in another (docs/decisions/outside-work.md).',
    );
  });

  test.each(OUTSIDE)(
    'OPS-09 the %s is refused, whoever opened the transaction: %o',
    async (service, call) => {
      const refused = { code: 'OUTSIDE_WORK_IN_TRANSACTION', service };
      await expect(withClaims(database.db, {}, call)).rejects.toMatchObject(refused);
      await expect(inTransaction(database.db, call, { readOnly: true })).rejects.toMatchObject(refused);
    },
  );

  test('OPS-09 also at the end of a chain of calls, beside others, and while an inner transaction has ended', async () => {
    const planted = inTransaction(database.db, async () => {
      await inTransaction(database.db, async () => undefined);
      const [outcome] = await Promise.allSettled([
        Promise.resolve().then(() => passwords.hash('a password')),
      ]);
      return outcome;
    });
    expect(await planted).toMatchObject({ status: 'rejected', reason: { service: 'password hashing' } });
  });

  test('OPS-09 between two transactions, and in what a transaction left running behind it, it is let through', async () => {
    await inTransaction(database.db, async () => undefined);
    expect(await fileStorage.sizeOf('a key that nobody stored')).toBeNull();
    const ended = Promise.withResolvers<void>();
    const left = await inTransaction(database.db, async () => ({
      running: ended.promise.then(() => fileStorage.sizeOf('a key that nobody stored')),
    }));
    ended.resolve();
    expect(await left.running).toBeNull();
  });

  test('OPS-09 an address is signed inside a transaction: nobody is asked for it', async () => {
    const { url } = await inTransaction(database.db, () => uploadStorage.sign('a key', 10, 60));
    expect(url).toContain('X-Amz-Signature');
  });
});
