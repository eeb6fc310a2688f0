import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';

const DAY = calendarDate('2026-11-12');

let portal: TestPortal;
let tenantId: string;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
const namesOf = ({ data }: Answer) => (data as { deal_name: string }[]).map(({ deal_name }) => deal_name);
const newDeal = (name: string, mid: string) => asOwner((tx) => createFundedDeal(tx, tenantId, { name, mid }));

test('DESK-110 the deals are listed newest first, by status and by any part of the name or MID, of the own funder only', async () => {
  const first = await newDeal('Quarry Bakery', 'QB-1');
  const second = await newDeal('Quarry Dental', 'QB-2');
  const submission = await createOpenOffer(portal.database.owner, tenantId);
  const elsewhere = await createTenant(portal.database.owner);
  await withTenant(portal.database.owner, elsewhere, (tx) =>
    createFundedDeal(tx, elsewhere, { name: 'Quarry Elsewhere', mid: 'QB-9' }),
  );
  await asOwner((tx) =>
    changeDealStatus(tx, tenantId, { dealId: second, status: 'Default', reason: 'Stopped', changedBy: null }),
  );
  const found = await owen.get('deals?search=quarry');
  expect(namesOf(found)).toEqual(['Quarry Dental', 'Quarry Bakery']);
  expect(found).toMatchObject({
    next: null,
    data: [
      { deal_id: Number(second), status: 'Default', funded_amount: '60000.00', collected: '0.00' },
      { deal_id: Number(first), contract_MID: 'QB-1', status: 'Active Advance', is_watched: false },
    ],
  });
  expect(namesOf(await owen.get('deals?search=qb+1'))).toEqual(['Quarry Bakery']);
  expect(namesOf(await owen.get('deals?status=Default&search=quarry'))).toEqual(['Quarry Dental']);
  expect(namesOf(await owen.get('deals?status=Collections'))).toEqual([]);
  expect(await owen.get('deals?status=Request+Price+Adjustment')).toMatchObject({
    data: [{ deal_id: Number(submission.dealId), funded_amount: null, funded_date: null }],
  });
  expect((await owen.get('deals?status=Wrong')).status).toBe(400);
});

test('DESK-110 only those on the watchlist are listed where that is chosen, each once', async () => {
  const watched = await newDeal('Watched Bakery', 'WB-1');
  const calm = await newDeal('Watched no more', 'WB-2');
  await asOwner((tx) =>
    tx
      .insertInto('dealAlerts')
      .values([
        { tenantId, dealId: watched, openedOn: DAY, reason: 'slow' },
        { tenantId, dealId: watched, openedOn: DAY, reason: 'missed' },
        { tenantId, dealId: calm, openedOn: DAY, reason: 'slow', closedOn: DAY, closedAt: new Date() },
      ])
      .execute(),
  );
  expect(namesOf(await owen.get('deals?standing=watched&search=watched'))).toEqual(['Watched Bakery']);
  expect(namesOf(await owen.get('deals?standing=watched&status=Collections'))).toEqual([]);
  expect((await owen.get('deals?standing=calm')).status).toBe(400);
});

test('DESK-110 the list goes on where it ended, however many deals come meanwhile', async () => {
  for (let number = 0; number < 27; number += 1) await newDeal(`Walk ${number}`, `WALK-${number}`);
  const first = await owen.get('deals?search=walk');
  expect(namesOf(first)).toHaveLength(25);
  await newDeal('Walk late', 'WALK-late');
  const rest = await owen.get(`deals?search=walk&before=${first['next']}`);
  expect(namesOf(rest)).toEqual(['Walk 1', 'Walk 0']);
  expect(rest['next']).toBeNull();
  const plan = await asOwner((tx) =>
    sql<{ 'QUERY PLAN': string }>`explain select id from deals
      where tenant_id = ${tenantId}::uuid and status = 'Default'::text and strpos(lower(name || E'\\n' || mid), 'x') > 0
      order by tenant_id desc, status desc, id desc limit 26`.execute(tx),
  );
  expect(JSON.stringify(plan.rows)).toContain('deals_by_status');
});

test('DESK-111 a deal shows its terms and their history, its shares with what each got, its statuses with who and why, and its offers', async () => {
  const dealId = await newDeal('Bayview Physical Therapy', 'BV-1');
  await asOwner(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Lakefront Funding' });
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { sharePercent: '20' });
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'BV-a',
      amount: 70_000n,
      clearedDate: DAY,
      postedOn: DAY,
    });
    const change = { dealId, status: 'Payment Temporarily Suspended', reason: 'Flood in the shop' } as const;
    await changeDealStatus(tx, tenantId, { ...change, changedBy: owen.userId });
  });
  const deal = await owen.get(`deals/${dealId}`);
  expect(deal).toMatchObject({
    status: 'Payment Temporarily Suspended',
    deal_name: 'Bayview Physical Therapy',
    contract_MID: 'BV-1',
    terms: {
      funded_amount: '60000.00',
      payback_amount: '84000.00',
      collected: '700.00',
      cleared: 1,
      payment: '0.00',
    },
    terms_history: [
      { change: 'paused', payment: '0.00' },
      { change: 'contract', payment: '700.00' },
    ],
    shares: [
      {
        syndicate_name: 'Lakefront Funding',
        share_percent: '20',
        gross: '140.00',
        mgt_fee: '5.60',
        net_pay: '134.40',
      },
      { syndicate_id: Number(portal.syndicateId), share_percent: '10', net_pay: '67.20', balance: '8330.00' },
    ],
    statuses: [{ reason: 'Flood in the shop', changed_by: 'Owen Hart', former_status: 'Active Advance' }],
    offers: [],
  });
});

test('DESK-112 each payment of a deal is listed with its payout lines and who posted it, and a correction with who, why and the other payment', async () => {
  const dealId = await newDeal('Paying Deal', 'PAY-1');
  await asOwner(async (tx) => {
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    for (let number = 1; number <= 27; number += 1)
      await postPayment(tx, tenantId, {
        ...{ dealId, reference: `pay-${number}`, amount: 70_000n, clearedDate: DAY, postedOn: DAY },
      });
    const operator = { via: 'desk', userId: owen.userId, name: 'Owen Hart' } as const;
    const instead = { amount: 7_000n, date: null };
    await correctPayment(tx, tenantId, { reference: 'pay-27', reason: 'Mistyped', instead }, operator);
  });
  const first = await owen.get(`deals/${dealId}/payments`);
  const listed = first['data'] as { payment_id: number; reference: string }[];
  expect(listed).toHaveLength(25);
  expect(listed.slice(0, 2)).toMatchObject([
    { reference: 'pay-27/2', amount: '70.00', status: 'cleared', posted_by: 'desk: Owen Hart' },
    { reference: 'pay-27', status: 'reversed', is_void: true, return_code: null },
  ]);
  const rest = await owen.get(`deals/${dealId}/payments?before=${first['next']}`);
  expect(rest).toMatchObject({
    next: null,
    data: [{ reference: 'pay-3' }, { reference: 'pay-2' }, { reference: 'pay-1' }],
  });
  expect(await owen.get(`payments/${listed[1]?.payment_id}`)).toMatchObject({
    deal_id: Number(dealId),
    lines: [
      { syndicate_id: Number(portal.syndicateId), gross: '70.00', net_pay: '67.20', is_reversal: false },
      { gross: '-70.00', net_pay: '-67.20', is_reversal: true },
    ],
    correction: { reason: 'Mistyped', corrected_by: 'desk: Owen Hart', replaced_by: 'pay-27/2' },
    correction_of: null,
  });
  expect(await owen.get(`payments/${listed[0]?.payment_id}`)).toMatchObject({
    correction: null,
    correction_of: { reference: 'pay-27', reason: 'Mistyped' },
  });
});

test('DESK-113 what belongs to another funder, or to nobody, is not found, and who may not see the desk gets nothing', async () => {
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await withTenant(portal.database.owner, elsewhere, async (tx) => {
    const dealId = await createFundedDeal(tx, elsewhere);
    await postPayment(tx, elsewhere, {
      dealId,
      reference: 'theirs',
      amount: 100n,
      clearedDate: DAY,
      postedOn: DAY,
    });
    const { id } = await tx
      .selectFrom('payments')
      .select('id')
      .where('tenantId', '=', elsewhere)
      .executeTakeFirstOrThrow();
    return { dealId, paymentId: id };
  });
  for (const path of [
    `deals/${foreign.dealId}`,
    `deals/${foreign.dealId}/payments`,
    `payments/${foreign.paymentId}`,
    'deals/999999999',
    'payments/999999999',
  ])
    expect((await owen.get(path)).status, path).toBe(404);
  const nobody = await sitDown(portal, 'No Desk', { role: 'servicing', permissions: [] });
  expect((await nobody.get('deals')).status).toBe(403);
});
