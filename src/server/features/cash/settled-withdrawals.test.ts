import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { askForWithdrawal, type SettledWithdrawal, settleWithdrawal } from '../../ledger/cash/withdrawals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { createProfileOwner } from '../../testing/profile.ts';

const operator = { via: 'command line', name: 'test' } as const;
const PAY_TO = { bankName: 'First Bank', accountNumberLast4: '4417' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

/** An investor with 1,000.00 in the cash account, and what the page is told of the withdrawals that are settled. */
async function createHolder(name: string) {
  const { syndicateId, get } = await createProfileOwner(portal, name);
  const { tenantId } = portal;
  const opening = { syndicateId, cash: 100_000n, contributed: null, recordedBy: 'test' };
  await inTenant((tx) => openCashAccount(tx, tenantId, opening));
  const ask = (reference: string, amount: bigint) =>
    inTenant((tx) =>
      askForWithdrawal(tx, tenantId, { syndicateId, amount, reference, payTo: PAY_TO }, operator),
    );
  const settle = (reference: string, state: SettledWithdrawal['state'], reason = '') =>
    inTenant((tx) => settleWithdrawal(tx, tenantId, { syndicateId, reference, state, reason }, operator));
  const settled = async () => {
    const account = (await (await get(`/api/cash/${syndicateId}`)).json()) as {
      settled_withdrawals: Record<string, unknown>[];
    };
    return account.settled_withdrawals;
  };
  return { syndicateId, ask, settle, settled };
}

test('CASH-13 the last withdrawals say what became of them, with the reason of one that was declined', async () => {
  const [holder, other] = [await createHolder('declined'), await createHolder('other')];
  await holder.ask('W-1', 10_000n);
  await holder.settle('W-1', 'paid');
  await holder.ask('W-2', 20_000n);
  await holder.settle('W-2', 'declined', 'Needed for the shares of Friday.');
  await holder.ask('W-3', 30_000n);
  await holder.settle('W-3', 'cancelled');
  await holder.ask('W-4', 40_000n);

  const same = { pay_to: 'First Bank •••• 4417', requested_at: expect.any(String) };
  expect(await holder.settled()).toMatchObject([
    { ...same, state: 'cancelled', amount: '300.00', reason: '' },
    { ...same, state: 'declined', amount: '200.00', reason: 'Needed for the shares of Friday.' },
    { ...same, state: 'paid', amount: '100.00', settled_at: expect.any(String) },
  ]);
  expect(await other.settled()).toEqual([]);
});

test('CASH-13 no more than five are shown, and none that was settled over 90 days ago', async () => {
  const holder = await createHolder('often');
  for (const [at, reference] of ['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6'].entries()) {
    await holder.ask(reference, BigInt(at + 1));
    await holder.settle(reference, 'declined', reference);
  }
  const reasons = async () => (await holder.settled()).map(({ reason }) => reason);
  expect(await reasons()).toEqual(['W-6', 'W-5', 'W-4', 'W-3', 'W-2']);
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql`update withdrawal_requests set settled_at = settled_at - interval '91 days'
        where syndicate_id = ${holder.syndicateId} and reference <> 'W-3'`.execute(tx),
  );
  expect(await reasons()).toEqual(['W-3']);
});
