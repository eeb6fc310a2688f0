import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { openDatabase, type Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { importBook } from './import-book.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TRIAL_SECONDS = 15;
const operator = { via: 'command line', name: 'test' } as const;

/** A deal with a share, known to imports as D-1. */
async function openBook() {
  const { owner } = database;
  const tenantId = await createTenant(owner);
  const { dealId, syndicateId } = await withTenant(owner, tenantId, async (tx) => {
    const made = {
      syndicateId: await createSyndicate(tx, tenantId),
      dealId: await createFundedDeal(tx, tenantId, { mid: 'M-1' }),
    };
    await createParticipation(tx, tenantId, made);
    const known = { tenantId, contentHash: Buffer.alloc(32), columnHashes: null };
    await tx
      .insertInto('externalIds')
      .values({ ...known, kind: 'deals', externalId: 'D-1', id: made.dealId })
      .execute();
    return made;
  });
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);
  return { tenantId, dealId, syndicateId, inBook };
}

const importOf = (tenantId: string, reference: string) => ({
  ...{ tenantId, operator },
  sources: [
    {
      ...({ kind: 'payments', format: 'csv', name: 'payments', folder: null } as const),
      async *open() {
        yield Buffer.from(`reference,deal,amount,cleared_date\n${reference},D-1,100.00,2026-10-06\n`);
      },
    },
  ],
});

/** A trial that holds its locks the first time, as long as `hold` takes. Resolves once it does. */
async function holdTrial(tenantId: string, hold: (tx: Tx) => Promise<unknown>, db = database.db) {
  let times = 0;
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const trial = importBook(db, {
    ...importOf(tenantId, 'I-1'),
    isDryRun: true,
    async rehearses(tx, carryOn) {
      times += 1;
      expect(await carryOn()).toEqual({ tried: 1, of: 1 });
      if (times > 1) return;
      isHeld();
      await hold(tx);
    },
  });
  await held;
  return async () => ({ report: await trial, times });
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const post = ({ tenantId, dealId, inBook }: Awaited<ReturnType<typeof openBook>>) => {
  const date = calendarDate('2026-10-07');
  const debit = { reference: 'P-1', dealId, amount: 5_000n, date, debitDate: null };
  return inBook((tx) => postPayments(tx, tenantId, [{ ...debit, result: 'cleared' }], null));
};

test('IMPORT-35 whoever waits for a trial goes first: it is broken off, begun again, and leaves nothing', async () => {
  const book = await openBook();
  const { tenantId, syndicateId, inBook } = book;
  const end = await holdTrial(tenantId, (tx) => sql`select pg_sleep(${TRIAL_SECONDS})`.execute(tx));
  const recorded = await timed(() =>
    inBook((tx) => recordAudit(tx, { actorId: null, operator, action: 'import begun', subject: 'another' })),
  );
  const posted = await timed(() => post(book));
  const account = { syndicateId, cash: 0n, contributed: null, recordedBy: 'test' };
  const opened = await timed(() => inBook((tx) => openCashAccount(tx, tenantId, account)));
  expect(Math.max(recorded, posted, opened)).toBeLessThan(1_000);
  expect(await end()).toMatchObject({ report: { applied: 'all', isDryRun: true }, times: 2 });
  const payments = await inBook((tx) => tx.selectFrom('payments').select('reference').execute());
  expect(payments).toEqual([{ reference: 'P-1' }]);
}, 60_000);

test('IMPORT-35 a trial that computes between two statements gives way as well', async () => {
  const book = await openBook();
  const end = await holdTrial(book.tenantId, async (tx) => {
    await wait(3_000);
    await sql`select`.execute(tx);
  });
  expect(await timed(() => post(book))).toBeLessThan(1_000);
  expect(await end()).toMatchObject({ report: { applied: 'all' }, times: 2 });
}, 60_000);

test('IMPORT-35 an import that does not wait for others goes before a trial', async () => {
  const { tenantId, inBook } = await openBook();
  const end = await holdTrial(tenantId, (tx) => sql`select pg_sleep(${TRIAL_SECONDS})`.execute(tx));
  const real = importOf(tenantId, 'I-2');
  expect(await importBook(database.db, { ...real, whenAlreadyRunning: 'give up' })).toMatchObject({
    applied: 'all',
  });
  expect(await end()).toMatchObject({ times: 2 });
  const payments = await inBook((tx) => tx.selectFrom('payments').select('reference').execute());
  expect(payments).toEqual([{ reference: 'I-2' }]);
}, 60_000);

test('IMPORT-35 two trials that hold every connection of their pool give way as well', async () => {
  const db = openDatabase(database.url, { maxConnections: 2, needsSession: true });
  const books = [await openBook(), await openBook()];
  const sleep = (tx: Tx) => sql`select pg_sleep(${TRIAL_SECONDS})`.execute(tx);
  const ends = await Promise.all(books.map(({ tenantId }) => holdTrial(tenantId, sleep, db)));
  for (const book of books) expect(await timed(() => post(book))).toBeLessThan(1_000);
  for (const end of ends) expect(await end()).toMatchObject({ report: { applied: 'all' }, times: 2 });
  await db.destroy();
}, 60_000);
