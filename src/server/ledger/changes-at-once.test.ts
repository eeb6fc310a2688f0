import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../shared/domain/calendar-date.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { postPayment } from '../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { findDifferences } from './find-differences.ts';
import { renameDeal } from './rename-deal.ts';
import { completeDay } from './standings/complete-day.ts';
import { turnDay } from './standings/turn-of-day.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('LEDGER-03 posting, renaming, statuses, notes and the turn of the day of the same syndicates at once do not deadlock, and all sums are right', async () => {
  const tenantId = await createTenant(database.owner);
  const write = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(database.db, tenantId, work);
  const day = addDays(await readToday(database.db), -3);
  const syndicateIds: bigint[] = [];
  const dealIds: bigint[] = [];
  await withTenant(database.owner, tenantId, async (tx) => {
    for (let count = 0; count < 3; count += 1) syndicateIds.push(await createSyndicate(tx, tenantId));
    for (const mid of ['HC1', 'HC2', 'HC3', 'HC4']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Oak ${mid}` });
      for (const syndicateId of syndicateIds)
        await createParticipation(tx, tenantId, { dealId, syndicateId });
      dealIds.push(dealId);
    }
  });
  const pay = (dealId: bigint, reference: string, on: CalendarDate = day) =>
    write((tx) =>
      postPayment(tx, tenantId, { dealId, reference, amount: 10_000n, clearedDate: on, postedOn: on }),
    );
  const rounds = Array.from({ length: 15 }, (_, round) => {
    const dealId = dealIds[round % dealIds.length] ?? 0n;
    const status = round % 2 === 0 ? 'Collections' : 'Active Advance';
    const noted = syndicateIds.toReversed().map((syndicateId) => ({
      ...{ tenantId, syndicateId, payDate: addDays(day, round), note: 'Wire delayed' },
    }));
    return [
      pay(dealId, `payment ${round}`),
      write((tx) => renameDeal(tx, tenantId, { dealId, mid: `R${dealId}`, name: `Oak ${round}` })),
      write((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: '', changedBy: null })),
      write((tx) => tx.insertInto('payDateNotes').values(noted).execute()),
      write((tx) => completeDay(tx, tenantId, addDays(day, round))).then(() =>
        turnDay(database.db, tenantId),
      ),
    ];
  });
  const outcomes = await Promise.allSettled(rounds.flat());
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await write((tx) => findDifferences(tx, tenantId))).toEqual([]);
});
