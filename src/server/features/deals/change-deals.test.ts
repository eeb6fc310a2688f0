import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';

let portal: TestPortal;
let tenantId: string;
let lamar: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  lamar = await sitDown(portal, 'Lamar Cole', { role: 'collections' });
  // What one person may not change alone is tried in change-deals-alone.test.ts.
  await asOwner((tx) =>
    tx.updateTable('tenants').set({ writeOffLimitDollars: 1_000_000 }).where('id', '=', tenantId).execute(),
  );
});
afterAll(() => portal.close());

const DAY = calendarDate('2026-11-12');
const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
const newDeal = (mid: string) =>
  asOwner(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid });
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    await postPayment(tx, tenantId, {
      dealId,
      reference: mid,
      amount: 70_000n,
      clearedDate: DAY,
      postedOn: DAY,
    });
    return Number(dealId);
  });
interface ShownDeal {
  deal_id: number;
  former_status: string;
  former_payment: string | null;
}
/** The deals as the preview shows them. */
async function seenOf(body: object) {
  const { outcomes = [] } = (await lamar.post('deal_changes/preview', body)) as { outcomes?: ShownDeal[] };
  return outcomes.map((shown) => ({
    deal_id: shown.deal_id,
    status: shown.former_status,
    payment: shown.former_payment,
  }));
}
/** Changes what the preview shows. */
const change = async (body: object) => lamar.post('deal_changes', { ...body, seen: await seenOf(body) });
const statusOf = async (dealId: number) => (await lamar.get(`deals/${dealId}`))['status'];
const portfolioBalance = () =>
  asOwner(async (tx) => {
    const { rows } = await sql<{ cents: bigint }>`
      select portfolio_balance_cents as cents from syndicate_totals
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${portal.syndicateId}`.execute(tx);
    return rows[0]?.cents;
  });

test('DESK-125 the preview tells what a status does to the balances, and changes nothing', async () => {
  const dealId = await newDeal('WO-1');
  const before = await portfolioBalance();
  const body = { deal_ids: [dealId], status: 'Write-off', reason: 'The shop has closed' };
  const outcome = {
    deal_id: dealId,
    contract_MID: 'WO-1',
    result: 'changed',
    former_status: 'Active Advance',
    status: 'Write-off',
    former_balance: '8330.00',
    balance: '0.00',
    syndicates: 1,
  };
  expect(await lamar.post('deal_changes/preview', body)).toMatchObject({ status: 200, outcomes: [outcome] });
  expect(await statusOf(dealId)).toBe('Active Advance');
  expect(await portfolioBalance()).toBe(before);
  expect(await change(body)).toMatchObject({ outcomes: [outcome] });
  expect(await portfolioBalance()).toBe((before ?? 0n) - 833_000n);
  expect(await change(body)).toMatchObject({
    outcomes: [{ result: 'same', balance: '0.00' }],
  });
  expect(await trailOf(portal.database, tenantId, 'deal WO-1')).toMatchObject([
    {
      action: 'deal status changed',
      actorId: lamar.userId,
      details: { after: 'Write-off', reason: 'The shop has closed' },
    },
  ]);
  expect(await lamar.get(`deals/${dealId}`)).toMatchObject({
    statuses: [{ changed_by: 'Lamar Cole', reason: 'The shop has closed' }],
  });
});

test('DESK-126 of several deals each has its own outcome, and one that is refused leaves the others changed', async () => {
  const [first, second] = [await newDeal('MANY-1'), await newDeal('MANY-2')];
  const { dealId: unfunded } = await createOpenOffer(portal.database.owner, tenantId);
  const deal_ids = [first, Number(unfunded), second];
  const answer = await change({ deal_ids, status: 'Default', reason: 'Stopped' });
  expect(answer).toMatchObject({
    status: 200,
    outcomes: [
      { deal_id: first, result: 'changed', status: 'Default' },
      { deal_id: Number(unfunded), result: 'refused', remark: 'No funded deal has this MID.' },
      { deal_id: second, result: 'changed', status: 'Default' },
    ],
  });
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await withTenant(portal.database.owner, elsewhere, (tx) => createFundedDeal(tx, elsewhere));
  const reach = { deal_ids: [first, Number(foreign)], status: 'Collections', reason: 'Try' };
  expect((await change(reach)).status).toBe(404);
  expect(await statusOf(first)).toBe('Default');
  const renee = await sitDown(portal, 'Renee Ash', { role: 'underwriter' });
  expect(
    (await renee.post('deal_changes', { deal_ids: [first], status: 'Default', reason: 'No', seen: [] }))
      .status,
  ).toBe(403);
  for (const wrong of [
    {},
    { status: 'Default', terms: { change: 'paused' } },
    { status: 'Contract Request' },
  ])
    expect((await change({ deal_ids: [first], reason: 'No', ...wrong })).status).toBe(400);
});

test('DESK-127 terms are modified, paused and resumed from the page, with the payoff before and after', async () => {
  const dealId = await newDeal('TERMS-1');
  const terms = (asked: object) => ({ deal_ids: [dealId], terms: asked, reason: 'Agreed on the phone' });
  const modified = terms({ change: 'modified', payment: '350.00' });
  expect(await lamar.post('deal_changes/preview', modified)).toMatchObject({
    outcomes: [{ result: 'changed', former_payment: '700.00', payment: '350.00' }],
  });
  expect((await lamar.get(`deals/${dealId}`))['terms_history']).toHaveLength(1);
  await change(modified);
  await change(modified);
  expect(await change(terms({ change: 'paused' }))).toMatchObject({
    outcomes: [{ former_payment: '350.00', payment: '0.00', payoff: null }],
  });
  await change(terms({ change: 'resumed' }));
  expect(await lamar.get(`deals/${dealId}`)).toMatchObject({
    terms: { payment: '350.00' },
    terms_history: [
      { change: 'resumed', recorded_by: 'desk: Lamar Cole', note: 'Agreed on the phone' },
      { change: 'paused' },
      { change: 'modified' },
      { change: 'contract' },
    ],
  });
  expect(await change(terms({ change: 'resumed' }))).toMatchObject({
    outcomes: [{ result: 'same' }],
  });
  const early = terms({ change: 'modified', payment: '300.00', effective_date: '2026-01-05' });
  expect(await change(early)).toMatchObject({ outcomes: [{ result: 'refused' }] });
});

test('DESK-126 several deals take the locks of their syndicates in the order of posting, so that neither stops the other', async () => {
  const [low, high] = await asOwner(async (tx) => [
    await createSyndicate(tx, tenantId),
    await createSyndicate(tx, tenantId),
  ]);
  const dealOf = (mid: string, syndicateId: bigint) =>
    asOwner(async (tx) => {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      return Number(dealId);
    });
  const deal_ids = [await dealOf('LOCK-1', high), await dealOf('LOCK-2', low)];
  const lock = (tx: Tx, syndicateId: bigint) =>
    sql`
      select from syndicate_totals where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}
      for update nowait`.execute(tx);
  const body = { deal_ids, status: 'Write-off', reason: 'Closed' };
  const seen = await seenOf(body);
  const waiting = await asOwner(async (tx) => {
    await lock(tx, low);
    const answer = lamar.post('deal_changes', { ...body, seen });
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_locks waits join pg_stat_activity held using (pid)
          where not waits.granted and held.datname = current_database()`.execute(tx);
        return rows.length;
      })
      .toBeGreaterThan(0);
    // Whoever posts has the first one and goes on to the second.
    await lock(tx, high);
    return { answer };
  });
  expect(await waiting.answer).toMatchObject({ outcomes: [{ result: 'changed' }, { result: 'changed' }] });
});

test('DESK-126 a deal that is not as it was shown any more is refused, and the others are changed', async () => {
  const [moved, still] = [await newDeal('SEEN-1'), await newDeal('SEEN-2')];
  const body = { deal_ids: [moved, still], status: 'Default', reason: 'Stopped' };
  const seen = await seenOf(body);
  await change({ deal_ids: [moved], status: 'Advance Completed', reason: 'Paid after all' });
  const refused = { deal_id: moved, result: 'refused', status: 'Advance Completed' };
  expect(await lamar.post('deal_changes', { ...body, seen })).toMatchObject({
    outcomes: [
      { ...refused, remark: 'The deal is not as it was shown any more. Look at it again.' },
      { deal_id: still, result: 'changed', status: 'Default' },
    ],
  });
  // Sent again because its answer was lost, it finds what it had done.
  expect(await lamar.post('deal_changes', { ...body, seen })).toMatchObject({
    outcomes: [refused, { deal_id: still, result: 'same' }],
  });
  expect(await lamar.post('deal_changes', { ...body, seen: [] })).toMatchObject({
    outcomes: [refused, { result: 'same' }],
  });
  expect(await statusOf(moved)).toBe('Advance Completed');
});

test('DESK-127 terms are changed from the debit that was shown, and another rhythm of the same debit is a change', async () => {
  const dealId = await newDeal('SEEN-3');
  const terms = (asked: object) => ({ deal_ids: [dealId], terms: asked, reason: 'Agreed' });
  const paused = terms({ change: 'paused' });
  const seen = await seenOf(paused);
  await change(terms({ change: 'modified', payment: '350.00' }));
  expect(await lamar.post('deal_changes', { ...paused, seen })).toMatchObject({
    outcomes: [{ result: 'refused', payment: '350.00' }],
  });
  const weekly = terms({ change: 'modified', payment: '350.00', payment_frequency: 'WEEKLY' });
  expect(await change(weekly)).toMatchObject({ outcomes: [{ result: 'changed' }] });
  const later = terms({ change: 'modified', payment: '300.00', effective_date: '2099-01-05' });
  expect(await lamar.post('deal_changes/preview', later)).toMatchObject({
    outcomes: [{ former_payment: '350.00', payment: '350.00', result: 'changed' }],
  });
});

test('DESK-145 terms are changed in how often and on which weekday, with or without another debit', async () => {
  const dealId = await newDeal('WEEK-1');
  const weekly = {
    deal_ids: [dealId],
    terms: { change: 'modified', payment: '3500.00', payment_frequency: 'WEEKLY', weekday: 'tuesday' },
    reason: 'Agreed on the phone',
  };
  const shown = {
    ...{ former_frequency: 'DAILY', payment_frequency: 'WEEKLY', former_weekday: null, weekday: 'tuesday' },
    ...{ result: 'changed', former_payment: '700.00', payment: '3500.00' },
  };
  expect(await lamar.post('deal_changes/preview', weekly)).toMatchObject({ outcomes: [shown] });
  expect(await change(weekly)).toMatchObject({ outcomes: [shown] });
  // The debit stays what it is, and so does everything else that is not said.
  const thursday = { ...weekly, terms: { change: 'modified', weekday: 'thursday' } };
  expect(await change(thursday)).toMatchObject({
    outcomes: [{ result: 'changed', payment: '3500.00', former_weekday: 'tuesday', weekday: 'thursday' }],
  });
  expect(await lamar.get(`deals/${dealId}`)).toMatchObject({
    terms_history: [
      { change: 'modified', payment: '3500.00', payment_frequency: 'WEEKLY' },
      { change: 'modified' },
      { change: 'contract' },
    ],
  });
  const daily = await newDeal('WEEK-2');
  expect(await change({ ...thursday, deal_ids: [daily] })).toMatchObject({
    outcomes: [{ result: 'refused', remark: 'Only weekly debits have a weekday.' }],
  });
});
