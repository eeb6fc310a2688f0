import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { postPayments } from '../ledger/post-payments.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
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

test('IMPORT-35 whoever waits for a trial goes first: it is broken off, begun again, and leaves nothing', async () => {
  const { db, owner } = database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, tenantId, work);
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
  let times = 0;
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const rows = 'reference,deal,amount,cleared_date\nI-1,D-1,100.00,2026-10-06\n';
  const trial = importBook(db, {
    ...{ tenantId, operator, isDryRun: true },
    sources: [
      {
        ...{ kind: 'payments', format: 'csv', name: 'payments', folder: null },
        async *open() {
          yield Buffer.from(rows);
        },
      },
    ],
    async rehearses(tx, carryOn) {
      times += 1;
      expect(await carryOn()).toEqual({ tried: 1, of: 1 });
      if (times > 1) return;
      isHeld();
      await sql`select pg_sleep(${TRIAL_SECONDS})`.execute(tx);
    },
  });
  await held;
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const debit = {
    reference: 'P-1',
    dealId,
    amount: 5_000n,
    date: calendarDate('2026-10-07'),
    debitDate: null,
  };
  const recorded = await timed(() =>
    inBook((tx) => recordAudit(tx, { actorId: null, operator, action: 'import begun', subject: 'another' })),
  );
  const posted = await timed(() =>
    inBook((tx) => postPayments(tx, tenantId, [{ ...debit, result: 'cleared' }], null)),
  );
  const account = { syndicateId, cash: 0n, contributed: null, recordedBy: 'test' };
  const opened = await timed(() => inBook((tx) => openCashAccount(tx, tenantId, account)));
  expect(Math.max(recorded, posted, opened)).toBeLessThan(1_000);
  expect(await trial).toMatchObject({ applied: 'all', isDryRun: true });
  expect(times).toBe(2);
  const payments = await inBook((tx) => tx.selectFrom('payments').select('reference').execute());
  expect(payments).toEqual([{ reference: 'P-1' }]);
}, 60_000);
