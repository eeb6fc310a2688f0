import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createDeskFile } from '../../testing/deal-files.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';

let portal: TestPortal;
let tenantId: string;
let ingrid: AtDesk;
let marcus: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  marcus = await sitDown(portal, 'Marcus Lee', { role: 'accounting' });
});
afterAll(() => portal.close());

const DAY = calendarDate('2026-11-12');
const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
/** Somebody who has changed nothing today. */
const newClerk = (name: string) => sitDown(portal, name, { role: 'collections' });

/** A deal of which its investor still counts $8,330.00. */
const newDeal = (mid: string) =>
  asOwner(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Shop ${mid}` });
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    const payment = { dealId, reference: mid, amount: 70_000n, clearedDate: DAY, postedOn: DAY };
    await postPayment(tx, tenantId, payment);
    return Number(dealId);
  });
const setLimit = (writeOffLimitDollars: number) =>
  asOwner((tx) =>
    tx.updateTable('tenants').set({ writeOffLimitDollars }).where('id', '=', tenantId).execute(),
  );

const WRITE_OFF = { status: 'Write-off', reason: 'The shop has closed' };

/** What is sent, of deals as the preview shows them. */
async function shown(clerk: AtDesk, body: { deal_ids: number[]; status: string; reason: string }) {
  const preview = await clerk.post('deal_changes/preview', body);
  const outcomes = preview['outcomes'] as {
    deal_id: number;
    former_status: string;
    former_payment: string;
  }[];
  const seen = outcomes.map(({ deal_id, former_status: status, former_payment: payment }) => ({
    ...{ deal_id, status, payment },
  }));
  return { preview, body: { ...body, seen } };
}
const statusOf = async (dealId: number) => (await ingrid.get(`deals/${dealId}`))['status'];
const refused = { status: 403, code: 'second_person_needed' };

test('DESK-180 one person writes off up to the limit of a day, and what is above it changes nothing', async () => {
  const lamar = await newClerk('Lamar Cole');
  const [first, second] = [await newDeal('LIMIT-1'), await newDeal('LIMIT-2')];
  await setLimit(8329);
  const one = await shown(lamar, { deal_ids: [first], ...WRITE_OFF });
  expect(one.preview).toMatchObject({
    ...{ moved: '8330.00', second_person: 'over limit', limit_dollars: 8329, moved_today: '0.00' },
    deciders: ['Ingrid Moss', 'Marcus Lee'],
    effects: [{ syndicate_id: Number(portal.syndicateId), before: '8330.00', after: '0.00' }],
  });
  expect(await lamar.post('deal_changes', one.body)).toMatchObject(refused);
  expect(await statusOf(first)).toBe('Active Advance');
  await setLimit(8330);
  expect(await lamar.post('deal_changes', one.body)).toMatchObject({ outcomes: [{ result: 'changed' }] });
  // Sent again because its answer was lost, it counts nothing more.
  expect(await lamar.post('deal_changes', one.body)).toMatchObject({ outcomes: [{ result: 'same' }] });
  const other = await shown(lamar, { deal_ids: [second], ...WRITE_OFF });
  expect(other.preview).toMatchObject({ second_person: 'over limit of the day', moved_today: '8330.00' });
  expect(await lamar.post('deal_changes', other.body)).toMatchObject(refused);
});

test('DESK-180 opening an ended deal again counts as much as ending it, whoever ended it', async () => {
  await setLimit(8330);
  const [lamar, rosa] = [await newClerk('Carl Reyes'), await newClerk('Rosa Pike')];
  const dealId = await newDeal('AGAIN-1');
  const { body } = await shown(lamar, { deal_ids: [dealId], ...WRITE_OFF });
  expect((await lamar.post('deal_changes', body)).status).toBe(200);
  const back = { deal_ids: [dealId], status: 'Active Advance', reason: 'A mistake' };
  const own = await shown(lamar, back);
  expect(own.preview).toMatchObject({ moved: '8330.00', second_person: 'over limit of the day' });
  expect(await lamar.post('deal_changes', own.body)).toMatchObject(refused);
  await setLimit(8329);
  const others = await shown(rosa, back);
  expect(others.preview).toMatchObject({ second_person: 'over limit', moved_today: '0.00' });
  expect(await rosa.post('deal_changes', others.body)).toMatchObject(refused);
  expect(await statusOf(dealId)).toBe('Write-off');
  const { approval_id: approvalId } = await rosa.post('deal_changes/ask', others.body);
  const { approvals } = await ingrid.get('approvals');
  expect(approvals).toMatchObject([
    { facts: expect.arrayContaining([{ label: 'Expected again', value: '$8,330.00' }]) },
  ]);
  expect((await ingrid.post(`approvals/${approvalId}/approve`)).status).toBe(200);
  expect(await statusOf(dealId)).toBe('Active Advance');
});

test('DESK-180 a cancelled deal that is opened again charges its cash account, so that takes two people too', async () => {
  const [rosa, lamar] = [await newClerk('Nell Shaw'), await newClerk('Cora Bell')];
  const { dealId, syndicateId } = await asOwner(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    const opening = { syndicateId, cash: 9_000_000n, contributed: null, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, { ...opening, openedOn: calendarDate('2026-01-02') });
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'CANCEL-1', name: 'Shop CANCEL-1' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    return { dealId, syndicateId };
  });
  const readCash = async () => (await asOwner((tx) => readCashAccount(tx, tenantId, syndicateId))).posted;
  const change = (status: string) => ({ deal_ids: [Number(dealId)], status, reason: 'As agreed' });
  await setLimit(8400);
  const cancelling = await shown(rosa, change('Cancelled'));
  expect((await rosa.post('deal_changes', cancelling.body)).status).toBe(200);
  expect(await readCash()).toBe(9_000_000n);
  await setLimit(8399);
  for (const status of ['Active Advance', 'Default']) {
    const opening = await shown(lamar, change(status));
    expect(opening.preview).toMatchObject({ moved: '8400.00', second_person: 'over limit' });
    expect(await lamar.post('deal_changes', opening.body)).toMatchObject(refused);
  }
  expect(await readCash()).toBe(9_000_000n);
  const asked = await shown(lamar, change('Active Advance'));
  const { approval_id: approvalId } = await lamar.post('deal_changes/ask', asked.body);
  expect((await ingrid.post(`approvals/${approvalId}/approve`)).status).toBe(200);
  expect(await readCash()).toBe(8_340_000n);
});

test('DESK-180 several deals count together, also where they are opened again', async () => {
  await setLimit(10_000);
  const lamar = await newClerk('Nora Field');
  const deal_ids = [await newDeal('SEVERAL-1'), await newDeal('SEVERAL-2')];
  const many = await shown(lamar, { deal_ids, ...WRITE_OFF });
  expect(many.preview).toMatchObject({ moved: '16660.00', second_person: 'over limit' });
  expect(await lamar.post('deal_changes', many.body)).toMatchObject(refused);
  await setLimit(20_000);
  expect((await lamar.post('deal_changes', many.body)).status).toBe(200);
  const back = await shown(lamar, { deal_ids, status: 'Active Advance', reason: 'Open again' });
  expect(back.preview).toMatchObject({ moved: '16660.00', second_person: 'over limit of the day' });
  expect(await lamar.post('deal_changes', back.body)).toMatchObject(refused);
});

test('DESK-180 of two write-offs at once by one person, which are over the limit together, one is done', async () => {
  await setLimit(10_000);
  const lamar = await newClerk('Vera Holm');
  const deals = [await newDeal('RACE-1'), await newDeal('RACE-2')];
  const bodies = [];
  for (const id of deals) bodies.push((await shown(lamar, { deal_ids: [id], ...WRITE_OFF })).body);
  const answers = await Promise.all(bodies.map((body) => lamar.post('deal_changes', body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await Promise.all(deals.map(statusOf))).sort()).toEqual(['Active Advance', 'Write-off']);
});

test('DESK-180 DESK-183 what is over the limit is asked for, and done as it was shown when somebody else approves it', async () => {
  await setLimit(5000);
  const lamar = await newClerk('Tess Abel');
  const dealId = await newDeal('ASKED-1');
  const { body } = await shown(lamar, { deal_ids: [dealId], ...WRITE_OFF });
  const { approval_id: approvalId } = await lamar.post('deal_changes/ask', body);
  expect(await lamar.post('deal_changes/ask', body)).toMatchObject({ code: 'approval_waiting' });
  const { approvals } = await ingrid.get('approvals');
  expect(approvals).toMatchObject([
    {
      approval_id: approvalId,
      kind: 'change deals',
      asked_for: 'Change Shop ASKED-1 (ASKED-1) to Write-off.',
      facts: [
        { label: 'Deal', value: 'Shop ASKED-1 (ASKED-1)' },
        { label: 'Status now', value: 'Active Advance' },
        { label: 'Status after', value: 'Write-off' },
        { label: 'No longer expected', value: '$8,330.00' },
        { label: 'From', value: 'The moment of approval' },
      ],
      effects: [{ before: '8330.00', after: '0.00' }],
      address: `/desk/deals/${dealId}`,
    },
  ]);
  expect(await statusOf(dealId)).toBe('Active Advance');
  expect((await lamar.post(`approvals/${approvalId}/approve`)).status).toBe(403);
  expect((await ingrid.post(`approvals/${approvalId}/approve`)).status).toBe(200);
  expect(await ingrid.post(`approvals/${approvalId}/approve`)).toMatchObject({ code: 'approval_settled' });
  expect(await ingrid.get(`deals/${dealId}`)).toMatchObject({
    status: 'Write-off',
    statuses: [{ changed_by: 'Ingrid Moss', reason: 'The shop has closed (Tess Abel asked)' }],
  });
  // What two people decided is nobody's alone.
  const small = await shown(lamar, { deal_ids: [await newDeal('ASKED-2')], ...WRITE_OFF });
  expect(small.preview).toMatchObject({ moved_today: '0.00' });
});

test('DESK-180 nobody approves their own, and a deal that changed since is not written off', async () => {
  await setLimit(5000);
  const both = await sitDown(portal, 'Ada Vance', {
    permissions: ['view-desk', 'change-deals', 'approve-money'],
  });
  const dealId = await newDeal('MOVED-1');
  const { body } = await shown(both, { deal_ids: [dealId], ...WRITE_OFF });
  const { approval_id: approvalId } = await both.post('deal_changes/ask', body);
  expect(await both.post(`approvals/${approvalId}/approve`)).toMatchObject({ code: 'own_approval' });
  await asOwner((tx) =>
    postPayment(tx, tenantId, {
      ...{ dealId: BigInt(dealId), reference: 'MOVED-1 again', amount: 70_000n },
      ...{ clearedDate: DAY, postedOn: DAY },
    }),
  );
  expect(await marcus.post(`approvals/${approvalId}/approve`)).toMatchObject({
    code: 'deal_changed_meanwhile',
  });
  expect(await statusOf(dealId)).toBe('Active Advance');
  expect((await both.post(`approvals/${approvalId}/withdraw`)).status).toBe(200);
  const again = await shown(both, { deal_ids: [dealId], ...WRITE_OFF });
  const asked = await both.post('deal_changes/ask', again.body);
  expect((await marcus.post(`approvals/${asked['approval_id']}/approve`)).status).toBe(200);
});

test('DESK-181 a settlement or discount needs the letter, of one deal at a time', async () => {
  await setLimit(20_000);
  const lamar = await newClerk('Lou Brand');
  const [dealId, other] = [await newDeal('LETTER-1'), await newDeal('LETTER-2')];
  for (const status of ['Settled', 'Early Pay Discount', 'Complete with discount']) {
    const wanted = { status, reason: 'Agreed at half' };
    expect(await lamar.post('deal_changes/preview', { ...wanted, deal_ids: [dealId, other] })).toMatchObject({
      code: 'one_deal_with_letter',
    });
    const { body } = await shown(lamar, { ...wanted, deal_ids: [dealId] });
    for (const call of ['deal_changes', 'deal_changes/ask'])
      expect(await lamar.post(call, body)).toMatchObject({ status: 409, code: 'letter_missing' });
  }
  const { body, preview } = await shown(lamar, {
    ...{ deal_ids: [dealId], status: 'Settled', reason: 'Agreed at half' },
  });
  // Its balance goes on to be shown, and is given up all the same.
  expect(preview).toMatchObject({ moved: '8330.00', outcomes: [{ balance: '8330.00' }] });
  const fileOf = (ofDeal: number) =>
    createDeskFile(portal.database.owner, {
      ...{ tenantId, dealId: BigInt(ofDeal), userId: lamar.userId, mark: 'Agreement' },
    });
  const [letter, foreign] = [await fileOf(dealId), await fileOf(other)];
  expect(await lamar.post('deal_changes', { ...body, proof_file_id: foreign })).toMatchObject({
    code: 'proof_unknown',
  });
  expect((await lamar.post('deal_changes', { ...body, proof_file_id: letter })).status).toBe(200);
  expect(await trailOf(portal.database, tenantId, 'deal LETTER-1')).toMatchObject([
    { action: 'deal status changed', details: { after: 'Settled', proofFile: letter } },
  ]);
});
