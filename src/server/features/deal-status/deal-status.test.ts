import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';

let portal: TestPortal;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['post']);
  const day = calendarDate('2026-11-12');
  await withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const { tenantId, syndicateId } = portal;
    // What a token may not do alone is tried in approvals/by-token.test.ts.
    await tx
      .updateTable('tenants')
      .set({ writeOffLimitDollars: 1_000_000 })
      .where('id', '=', tenantId)
      .execute();
    for (const mid of ['OWES', 'PAID']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      const amount = mid === 'PAID' ? 8_400_000n : 70_000n;
      await postPayment(tx, tenantId, { dealId, reference: mid, amount, clearedDate: day, postedOn: day });
    }
  });
});
afterAll(() => portal.close());

const set = async (mid: string, status: string) => {
  const answer = await operator.post('deals/status', { mid, status, reason: 'As agreed' });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('LEDGER-04 a status that contradicts what is owed is set, with a warning', async () => {
  expect(await set('OWES', 'Collections')).toEqual({
    status: 200,
    body: {
      ...{ mid: 'OWES', status: 'Collections', former_status: 'Active Advance', warning: null },
      ...{ state: 'done', approval_id: null },
    },
  });
  expect(await set('OWES', 'Advance Completed')).toMatchObject({
    status: 200,
    body: {
      warning: "'Advance Completed' means that the deal is paid in full, but $83,300.00 is still owed.",
    },
  });
  expect(await set('PAID', 'Active Advance')).toMatchObject({
    status: 200,
    body: {
      former_status: 'Advance Completed',
      warning: "'Active Advance' means that the merchant is still to pay, but nothing is owed any more.",
    },
  });
  expect((await set('PAID', 'Write-off')).body['warning']).toBeNull();
  expect(await set('NOBODYS', 'Settled')).toMatchObject({ status: 404 });
  expect(await set('OWES', 'Finished')).toMatchObject({ status: 400 });
  const { tenantId, database } = portal;
  expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
  const events = (await trailOf(database, tenantId)).filter(({ action }) => action === 'deal status changed');
  expect(events).toHaveLength(4);
  expect(events[0]).toMatchObject({
    subject: 'deal OWES',
    details: { before: 'Active Advance', after: 'Collections', reason: 'As agreed' },
  });
});
