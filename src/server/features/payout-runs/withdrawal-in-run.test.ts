import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { createMembership, createUser } from '../../testing/factories.ts';
import { approveAsSeen, openRunDesk, prepareNext, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { passwords, postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('RUN-20 an investor cannot undo an approval by cancelling a withdrawal that is in the run', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, tenantId, ingrid, marcus } = desk;
  const syndicateId = book.syndicates.get('Allegheny') ?? 0n;
  const email = 'holder@allegheny.example';
  const userId = await createUser(portal.database.owner, {
    email,
    passwordHash: await passwords.hash(PASSWORD),
  });
  await book.nameOriginator();
  const withdrawalId = await book.inTenant(async (tx) => {
    await createMembership(tx, tenantId, userId, { syndicateId });
    await openCashAccount(tx, tenantId, {
      ...{ syndicateId, cash: 500_00n, contributed: null, recordedBy: 'test' },
    });
    const asked = { syndicateId, amount: 200_00n, reference: 'W-1' };
    await askForWithdrawal(tx, tenantId, asked, { via: 'command line', name: 'test' });
    const { id } = await tx
      .selectFrom('withdrawalRequests')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow();
    return id;
  });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const cancel = async () => {
    const body = { syndication_id: Number(syndicateId), withdrawal_id: Number(withdrawalId) };
    const response = await portal.app.fetch(
      '/api/cash/withdrawals/cancel',
      postAsMember(body, accessToken, tenantId),
    );
    return { status: response.status, ...((await response.json()) as object) };
  };
  const runId = await prepareNext(desk);
  await approveAsSeen(marcus, runId);
  expect(await cancel()).toMatchObject({
    status: 409,
    code: 'withdrawal_in_run',
    message: expect.stringContaining('approved already'),
  });
  expect(await readRun(ingrid, runId)).toMatchObject({ state: 'approved' });
  // Once the approval is withdrawn it can be cancelled.
  await marcus.post(`payouts/${runId}/reopen`);
  expect(await cancel()).toMatchObject({ status: 200 });
});
