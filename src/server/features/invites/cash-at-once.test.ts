import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

const AT_ONCE = 50;
const operator = { via: 'command line', name: 'test' } as const;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

const setCheck = (checksCash: boolean) =>
  withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('tenants').set({ checksCash }).where('id', '=', portal.tenantId).execute(),
  );

async function createBuyer(cash: bigint) {
  const { app, tenantId, database } = portal;
  const investor = await createSignedInInvestor(database.owner, app, tenantId);
  const { syndicateId } = investor;
  await withTenant(database.owner, tenantId, (tx) =>
    tx.updateTable('syndicates').set({ syndicationFeePercent: '1' }).where('id', '=', syndicateId).execute(),
  );
  await inTenant((tx) =>
    openCashAccount(tx, tenantId, { syndicateId, cash, contributed: cash, recordedBy: 'test' }),
  );
  return investor;
}

/** Deals of 60,000.00 with a commission of 10 % and a syndication fee of 1 %: one percent costs 666.00. */
const createDeals = (syndicateId: bigint, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      createInvitedDeal(portal.database.owner, portal.tenantId, [syndicateId]),
    ),
  );

test('CASH-11 where the funder checks cash, a share that costs more than is available is refused with both amounts', async () => {
  await setCheck(true);
  const buyer = await createBuyer(100_000n);
  const [first, second] = await createDeals(buyer.syndicateId, 2);
  if (!first || !second) throw new Error('Two deals were made.');
  expect((await buyer.accept(first, '1')).status).toBe(200);
  const refused = await buyer.accept(second, '1');
  expect(await refused.json()).toMatchObject({
    code: 'cash_not_available',
    message: 'This share costs $666.00, and $334.00 is available in your cash account.',
  });
  // To decline costs nothing, and the same answer again is no further share.
  expect((await buyer.accept(second, '0')).status).toBe(200);
  expect((await buyer.accept(first, '1')).status).toBe(200);
  await setCheck(false);
  const [third] = await createDeals(buyer.syndicateId, 1);
  if (!third) throw new Error('A deal was made.');
  expect((await buyer.accept(third, '1')).status).toBe(200);
});

test('CASH-11 a share waits for a withdrawal of the money that it needs', async () => {
  await setCheck(true);
  const buyer = await createBuyer(100_000n);
  const { syndicateId } = buyer;
  const [deal] = await createDeals(syndicateId, 1);
  if (!deal) throw new Error('A deal was made.');
  const accepting: Promise<Response>[] = [];
  await inTenant(async (tx) => {
    const asked = { syndicateId, amount: 50_000n, reference: 'all but 500' };
    await askForWithdrawal(tx, portal.tenantId, asked, operator);
    accepting.push(buyer.accept(deal, '1'));
    await untilBlockedBy(portal.database.db, tx);
  });
  expect(await (await accepting[0])?.json()).toMatchObject({ code: 'cash_not_available' });
  await setCheck(false);
});

test('CASH-06 CASH-11 of 50 purchases and withdrawals at once, none gets what another one has', async () => {
  await setCheck(true);
  const buyer = await createBuyer(1_000_000n);
  const { syndicateId } = buyer;
  const deals = await createDeals(syndicateId, AT_ONCE / 2);
  const purchases = deals.map(async (deal) => {
    const answer = await buyer.accept(deal, '1');
    return answer.status === 200 ? 'done' : ((await answer.json()) as { code: string }).code;
  });
  const withdrawals = deals.map((_, place) =>
    inTenant((tx) =>
      askForWithdrawal(
        tx,
        portal.tenantId,
        { syndicateId, amount: 66_600n, reference: `at once ${place}` },
        operator,
      ),
    ).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    ),
  );
  const done = await Promise.all([...purchases, ...withdrawals]);
  // 15 of 666.00 are 9,990.00 of 10,000.00, and everybody else is told why.
  expect(done.toSorted()).toEqual([...Array(35).fill('cash_not_available'), ...Array(15).fill('done')]);
  const account = await inTenant((tx) => readCashAccount(tx, portal.tenantId, syndicateId));
  expect(account).toMatchObject({ reserved: 999_000n, available: 1_000n });
  await setCheck(false);
});
