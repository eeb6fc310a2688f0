import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { createInvitedDeal, createSignedInInvestor, type InvitedDeal } from '../../testing/invites.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';

let portal: TestPortal;
let tenantId: string;
let renee: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  renee = await sitDown(portal, 'Renee Ash', { role: 'underwriter' });
  // What one person may not fund alone is tried in fund-alone.test.ts.
  await asOwner((tx) =>
    tx.updateTable('tenants').set({ fundingLimitDollars: 10_000_000 }).where('id', '=', tenantId).execute(),
  );
});
afterAll(() => portal.close());

const DAY = calendarDate('2026-11-12');
const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
const newInvestor = () => createSignedInInvestor(portal.database.owner, portal.app, tenantId);
const acceptOffer = ({ offerId }: InvitedDeal) =>
  asOwner((tx) => sql`update offers set status = 'Offer Accepted' where id = ${offerId}`.execute(tx));

/** The funding as it is shown now. */
const seenOf = async (path: string) => ({
  fingerprint: (await renee.post(`${path}/preview`))['fingerprint'],
});

/** A deal whose offer the broker has accepted, with a share of 10 % and one of 5 %. */
async function acceptedDeal(overrides: { capPercent?: string } = {}) {
  const [first, second, declining] = [await newInvestor(), await newInvestor(), await newInvestor()];
  const ids = [first, second, declining].map(({ syndicateId }) => syndicateId);
  const deal = await createInvitedDeal(portal.database.owner, tenantId, ids, overrides);
  for (const [investor, percent] of [
    [first, '10'],
    [second, '5'],
    [declining, '0'],
  ] as const)
    expect((await investor.accept(deal, percent)).status).toBe(200);
  await acceptOffer(deal);
  return { deal, first, second, path: `submissions/${deal.offerId}/funding` };
}

test('DESK-130 the preview shows each share as its investor will see it, and funding makes exactly these', async () => {
  const { deal, first, second, path } = await acceptedDeal();
  const preview = await renee.post(`${path}/preview`);
  expect(preview).toMatchObject({
    status: 200,
    amount: '60000.00',
    renewal_of: null,
    net_to_merchant: '60000.00',
    taken_percent: '15',
    shares: [
      {
        syndicate_id: Number(first.syndicateId),
        share_percent: '10',
        participation_amount: '6000.00',
        commission_amount: '600.00',
        total_cost: '6600.00',
        management_fee_percent: '4',
      },
      { syndicate_id: Number(second.syndicateId), share_percent: '5', participation_amount: '3000.00' },
    ],
  });
  expect(await renee.get(`deals/${deal.dealId}`)).toMatchObject({ terms: null, shares: [] });
  const key = crypto.randomUUID();
  const body = { fingerprint: preview['fingerprint'] };
  const funded = await renee.post(path, body, key);
  expect(funded).toMatchObject({ status: 200, deal_id: Number(deal.dealId) });
  expect(await renee.post(path, body, key)).toEqual(funded);
  expect(await renee.get(`deals/${deal.dealId}`)).toMatchObject({
    status: 'Active Advance',
    terms: { funded_amount: '60000.00', collected: '0.00' },
    terms_history: [{ change: 'contract' }],
    shares: [
      { syndicate_id: Number(first.syndicateId), total_cost: '6600.00', net_pay: '0.00' },
      { syndicate_id: Number(second.syndicateId), share_percent: '5' },
    ],
    statuses: [{ reason: 'Funded', changed_by: 'Renee Ash' }],
  });
  expect(await trailOf(portal.database, tenantId, `deal ${deal.mid}`)).toMatchObject([
    { action: 'deal funded', actorId: renee.userId, details: { amount: '60000.00' } },
  ]);
  expect(await renee.post(path, body)).toMatchObject({ code: 'deal_already_funded' });
});

test('DESK-131 of fifty who fund a deal at once one does', async () => {
  const { deal, path } = await acceptedDeal();
  const body = await seenOf(path);
  const answers = await Promise.all(Array.from({ length: 50 }, () => renee.post(path, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['deal_already_funded']),
  );
  expect((await renee.get(`deals/${deal.dealId}`))['shares']).toHaveLength(2);
});

test('DESK-131 what is over the cap, not accepted or other than shown is refused, and changes nothing', async () => {
  const { deal, path } = await acceptedDeal();
  const seen = await seenOf(path);
  const other = { fingerprint: 'a'.repeat(32) };
  expect(await renee.post(path, other)).toMatchObject({ code: 'funding_changed_meanwhile' });
  await asOwner((tx) =>
    sql`update deals set syndication_cap_percent = 12 where id = ${deal.dealId}`.execute(tx),
  );
  expect(await renee.post(`${path}/preview`)).toMatchObject({ code: 'shares_exceed_cap' });
  await asOwner((tx) => sql`update offers set status = 'Offer Made' where id = ${deal.offerId}`.execute(tx));
  expect(await renee.post(path, seen)).toMatchObject({ code: 'offer_not_accepted' });
  expect((await renee.post('submissions/999999999/funding/preview')).status).toBe(404);
  const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  expect((await owen.post(`${path}/preview`)).status).toBe(403);
  expect(await renee.get(`deals/${deal.dealId}`)).toMatchObject({ terms: null, shares: [] });
});

test('DESK-132 the cash that was reserved for a share is spent on it', async () => {
  const { first, path } = await acceptedDeal();
  const { syndicateId } = first;
  await asOwner(async (tx) => {
    const opening = { syndicateId, cash: 1_000_000n, contributed: null, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, { ...opening, openedOn: DAY });
  });
  const account = () => asOwner((tx) => readCashAccount(tx, tenantId, syndicateId));
  expect(await account()).toMatchObject({ posted: 1_000_000n, reserved: 660_000n, available: 340_000n });
  expect((await renee.post(path, await seenOf(path))).status).toBe(200);
  expect(await account()).toMatchObject({ posted: 340_000n, reserved: 0n, available: 340_000n });
});

/** A deal that has $10,000.00 of its payback to go, and is renewed by this one. */
const renewedBy = (deal: InvitedDeal, mid: string) =>
  asOwner(async (tx) => {
    const id = await createFundedDeal(tx, tenantId, { mid, fundedAmount: '10000', paybackAmount: '14000' });
    await createParticipation(tx, tenantId, { dealId: id, syndicateId: portal.syndicateId });
    await postPayment(tx, tenantId, {
      dealId: id,
      reference: `first of ${mid}`,
      amount: 400_000n,
      clearedDate: DAY,
      postedOn: DAY,
    });
    await sql`
      update deals set renewal_of_deal_id = ${id}, company_id = (select company_id from deals where id = ${id})
      where id = ${deal.dealId}`.execute(tx);
    return id;
  });

test('DESK-133 a renewal pays the older deal off, and what is left goes to the merchant', async () => {
  const { deal, path } = await acceptedDeal();
  const formerId = await renewedBy(deal, 'OLD-1');
  expect(await renee.post(`${path}/preview`)).toMatchObject({
    renewal_of: {
      deal_id: Number(formerId),
      contract_MID: 'OLD-1',
      status: 'Active Advance',
      balance: '10000.00',
    },
    net_to_merchant: '50000.00',
  });
  expect((await renee.post(path, await seenOf(path))).status).toBe(200);
  expect(await renee.get(`deals/${formerId}`)).toMatchObject({
    status: 'Advance Completed',
    terms: { collected: '14000.00' },
    renewed_by: { deal_id: Number(deal.dealId) },
    shares: [{ gross: '1400.00', balance: '0.00' }],
  });
  const differences = await asOwner((tx) => findDifferences(tx, tenantId));
  expect(differences).toEqual([]);
});

test('DESK-133 an older deal that has ended is not paid off once more', async () => {
  const { deal, path } = await acceptedDeal();
  const formerId = await renewedBy(deal, 'OLD-2');
  for (const status of ENDED_STATUSES) {
    await asOwner((tx) =>
      changeDealStatus(tx, tenantId, { dealId: formerId, status, reason: 'Agreed', changedBy: null }),
    );
    expect(await renee.post(`${path}/preview`)).toMatchObject({
      renewal_of: { deal_id: Number(formerId), status, balance: '0.00' },
      net_to_merchant: '60000.00',
    });
  }
  await asOwner((tx) =>
    changeDealStatus(tx, tenantId, {
      dealId: formerId,
      status: 'Early Pay Discount',
      reason: 'Paid early',
      changedBy: null,
    }),
  );
  expect((await renee.post(path, await seenOf(path))).status).toBe(200);
  expect(await renee.get(`deals/${formerId}`)).toMatchObject({
    status: 'Early Pay Discount',
    terms: { collected: '4000.00' },
  });
});

/** Another offer of the deal at half the price, to which the syndicate's invite belongs. */
const moveToOtherOffer = ({ dealId, offerId }: InvitedDeal, syndicateId: bigint) =>
  asOwner(async (tx) => {
    const { offerId: otherId } = await copyOffer(tx, offerId);
    await sql`
      update participation_invites set offer_id = ${otherId}
      where tenant_id = ${tenantId}::uuid and deal_id = ${dealId} and syndicate_id = ${syndicateId}`.execute(
      tx,
    );
  });

async function copyOffer(tx: Tx, offerId: bigint): Promise<{ offerId: bigint }> {
  const { id, createdAt, ...offer } = await tx
    .selectFrom('offers')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow();
  const other = { ...offer, amountCents: offer.amountCents / 2n, status: 'Offer Made' as const };
  const added = await tx.insertInto('offers').values(other).returning('id').executeTakeFirstOrThrow();
  return { offerId: added.id };
}

test('DESK-130 a share that was accepted of another offer is named and left out, and nothing stays reserved for it', async () => {
  const { deal, first, second, path } = await acceptedDeal();
  await moveToOtherOffer(deal, second.syndicateId);
  expect(await renee.post(`${path}/preview`)).toMatchObject({
    taken_percent: '10',
    shares: [{ syndicate_id: Number(first.syndicateId), share_percent: '10' }],
    other_shares: [{ syndicate_id: Number(second.syndicateId), share_percent: '5' }],
  });
  await moveToOtherOffer(deal, first.syndicateId);
  const opening = { cash: 1_000_000n, contributed: null, recordedBy: 'test', openedOn: DAY };
  const { syndicateId } = first;
  await asOwner((tx) => openCashAccount(tx, tenantId, { ...opening, syndicateId }));
  const account = () => asOwner((tx) => readCashAccount(tx, tenantId, syndicateId));
  expect(await account()).toMatchObject({ posted: 1_000_000n, reserved: 330_000n });
  expect((await renee.post(path, await seenOf(path))).status).toBe(200);
  expect((await renee.get(`deals/${deal.dealId}`))['shares']).toEqual([]);
  expect(await account()).toMatchObject({ posted: 1_000_000n, reserved: 0n });
});

test('DESK-131 a funding whose price, fee or payoff is another one than was shown is refused, with the same shares', async () => {
  const { deal, first, path } = await acceptedDeal();
  const formerId = await renewedBy(deal, 'OLD-3');
  for (const change of [
    sql`update offers set payback_amount_cents = payback_amount_cents + 100 where id = ${deal.offerId}`,
    sql`update syndicates set management_fee_percent = 9 where id = ${first.syndicateId}`,
  ]) {
    const seen = await seenOf(path);
    await asOwner((tx) => change.execute(tx));
    expect(await renee.post(path, seen)).toMatchObject({ status: 409, code: 'funding_changed_meanwhile' });
  }
  const seen = await seenOf(path);
  const paid = { dealId: formerId, amount: 50_000n, clearedDate: DAY, postedOn: DAY };
  await asOwner((tx) => postPayment(tx, tenantId, { ...paid, reference: 'meanwhile' }));
  expect(await renee.post(path, seen)).toMatchObject({ code: 'funding_changed_meanwhile' });
  expect(await renee.get(`deals/${formerId}`)).toMatchObject({ terms: { collected: '4500.00' } });
  expect(await renee.get(`deals/${deal.dealId}`)).toMatchObject({ terms: null, shares: [] });
});

test('DESK-133 a payoff whose reference was posted before funds nothing', async () => {
  const { deal, path } = await acceptedDeal();
  const formerId = await renewedBy(deal, 'OLD-4');
  await asOwner(async (tx) => {
    const today = await readToday(tx);
    const reference = `payoff by ${deal.mid}`;
    // Half of what is left, so that the payoff is for just as much.
    const paid = { dealId: formerId, reference, amount: 500_000n, clearedDate: today, postedOn: today };
    await postPayment(tx, tenantId, paid);
  });
  expect(await renee.post(`${path}/preview`)).toMatchObject({ status: 409, code: 'payoff_posted_before' });
  expect(await renee.get(`deals/${deal.dealId}`)).toMatchObject({ terms: null, shares: [] });
});
