import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { participationAmountAt } from '../../../shared/domain/pre-funding.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../../testing/factories.ts';
import { createInvitedDeal } from '../../testing/invites.ts';
import { postPayment } from '../../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { findDifferences } from '../find-differences.ts';
import { openCashAccount } from './open-cash-account.ts';
import { readCashAccount } from './read-cash-account.ts';
import { recordCashEntry } from './record-cash-entry.ts';
import { askForWithdrawal, settleWithdrawal } from './withdrawals.ts';

let database: TestDatabase;
let tenantId: string;
const operator = { via: 'command line', name: 'test' } as const;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);
const read = (syndicateId: bigint) => inTenant((tx) => readCashAccount(tx, tenantId, syndicateId));
const ask = (syndicateId: bigint, amount: bigint, reference: string) =>
  inTenant((tx) => askForWithdrawal(tx, tenantId, { syndicateId, amount, reference }, operator));
const settle = (syndicateId: bigint, reference: string, state: 'paid' | 'declined' | 'cancelled') =>
  inTenant((tx) => settleWithdrawal(tx, tenantId, { syndicateId, reference, state, reason: '' }, operator));

const openedAccount = (cash: bigint): Promise<bigint> =>
  inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    const openedOn = calendarDate('2026-09-30');
    await openCashAccount(tx, tenantId, {
      syndicateId,
      cash,
      contributed: cash,
      openedOn,
      recordedBy: 'test',
    });
    return syndicateId;
  });

async function acceptShare(syndicateId: bigint, percent: string): Promise<void> {
  const { invites } = await createInvitedDeal(database.owner, tenantId, [syndicateId]);
  const acceptedBy = await createUser(database.owner);
  await withTenant(database.owner, tenantId, (tx) =>
    tx
      .insertInto('preFundingAcceptances')
      .values({
        tenantId,
        inviteId: invites.get(syndicateId)?.id ?? 0n,
        sharePercent: percent,
        participationAmountCents: participationAmountAt(60_000_00n, rate(percent)),
        acceptedBy,
      })
      .execute(),
  );
}

test('CASH-06 of 44,072.00, 10,000.00 asked for and a share of 3,300.00 accepted leave 30,772.00 available', async () => {
  const syndicateId = await openedAccount(0n);
  await inTenant(async (tx) => {
    const effectiveDate = calendarDate('2026-09-30');
    const deposit = {
      syndicateId,
      kind: 'deposit',
      amount: 50_000_00n,
      reference: 'wire 1',
      reason: '',
    } as const;
    await recordCashEntry(tx, tenantId, { ...deposit, effectiveDate }, operator);
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    for (const day of ['02', '05', '06', '07', '08', '09', '13', '14', '15', '16']) {
      const clearedDate = calendarDate(`2026-10-${day}`);
      const payment = { dealId, reference: `golden ${day}`, amount: 70_000n, clearedDate };
      await postPayment(tx, tenantId, { ...payment, postedOn: clearedDate });
    }
  });
  await ask(syndicateId, 10_000_00n, 'November');
  await acceptShare(syndicateId, '5');
  const account = { posted: 44_072_00n, reserved: 13_300_00n, available: 30_772_00n, pending: 0n };
  expect(await read(syndicateId)).toMatchObject(account);

  // The same again is the same request; what is declined is free again; what is paid is gone.
  await ask(syndicateId, 10_000_00n, 'November');
  expect(await read(syndicateId)).toMatchObject(account);
  await expect(ask(syndicateId, 1n, 'November')).rejects.toMatchObject({ code: 'cash_reference_taken' });
  await expect(ask(syndicateId, 30_772_01n, 'all')).rejects.toMatchObject({
    code: 'cash_not_available',
    message: 'The most that can be withdrawn is $30,772.00.',
  });
  await settle(syndicateId, 'November', 'paid');
  await settle(syndicateId, 'November', 'paid');
  expect(await read(syndicateId)).toMatchObject({ ...account, posted: 34_072_00n, reserved: 3_300_00n });
  await expect(settle(syndicateId, 'November', 'declined')).rejects.toMatchObject({
    code: 'withdrawal_settled',
  });
  await ask(syndicateId, 30_772_00n, 'all');
  expect(await read(syndicateId)).toMatchObject({ available: 0n });
  await settle(syndicateId, 'all', 'declined');
  expect(await read(syndicateId)).toMatchObject({ available: 30_772_00n });
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
});

test('CASH-06 of 50 withdrawals that are asked for at once, no more are reserved than the account holds', async () => {
  const syndicateId = await openedAccount(1_000_00n);
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, place) => ask(syndicateId, 70_00n, `at once ${place}`)),
  );
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
  // 14 of 70.00 are 980.00.
  expect(refused).toEqual(Array(36).fill('cash_not_available'));
  expect(await read(syndicateId)).toMatchObject({
    posted: 1_000_00n,
    reserved: 980_00n,
    available: 20_00n,
    pending: 0n,
  });
});

test('CASH-06 a withdrawal is not paid from money that has gone meanwhile, and not from a syndicate without an account', async () => {
  const syndicateId = await openedAccount(100_00n);
  await ask(syndicateId, 80_00n, 'first');
  const fee = { syndicateId, kind: 'fee', amount: -50_00n, reference: 'wire', reason: 'Wire' } as const;
  await inTenant((tx) => recordCashEntry(tx, tenantId, fee, operator));
  expect(await read(syndicateId)).toMatchObject({ posted: 50_00n, available: -30_00n });
  await expect(settle(syndicateId, 'first', 'paid')).rejects.toMatchObject({ code: 'cash_not_available' });
  await expect(ask(syndicateId, 1n, 'second')).rejects.toMatchObject({ code: 'cash_not_available' });
  const without = await inTenant((tx) => createSyndicate(tx, tenantId));
  await expect(ask(without, 1n, 'first')).rejects.toMatchObject({ code: 'no_cash_account' });
});
