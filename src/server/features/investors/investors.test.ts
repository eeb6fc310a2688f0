import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { announceChange } from '../../payout-accounts/announce-change.ts';
import { lastFours, sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { systemOf } from '../../testing/operator.ts';
import { putInForce } from '../../testing/payout-accounts.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, ENCRYPTION_KEY, signInAs } from '../../testing/test-app.ts';

const encryption = createEncryption({ key: ENCRYPTION_KEY });
const FIRST = { bankName: 'First Harbor Bank', accountNumber: '000123456789', routingNumber: '021000021' };
const SECOND = { bankName: 'Second Street Bank', accountNumber: '000987654321', routingNumber: '011401533' };

let portal: TestPortal;
let ada: AtDesk;
let theo: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, portal.tenantId, work);

/** A syndicate with an account, whose member has asked for another. */
async function withBankChange(name: string) {
  const { tenantId } = portal;
  const syndicateId = await inTenant((tx) => createSyndicate(tx, tenantId, { name }));
  const requester = await portal.addInvestor(`${name.replaceAll(' ', '.')}@northgate.example`.toLowerCase(), {
    syndicateId,
    name: 'Dana Reyes',
  });
  const account = { tenantId, syndicateId };
  await inTenant((tx) => putInForce(tx, encryption, account, FIRST));
  await inTenant((tx) =>
    announceChange(tx, {
      ...account,
      bankName: SECOND.bankName,
      ...sealNumbers(encryption, account, SECOND),
      ...lastFours(SECOND),
      by: { actorId: requester },
    }),
  );
  const investor = await ada.get(`investors/${syndicateId}`);
  const { bank_change_id: changeId } = investor['waiting_bank_change'] as { bank_change_id: number };
  return { syndicateId, requester, changeId, investor };
}

test('DESK-34 the figures of a syndicate are those of its own dashboard', async () => {
  const { tenantId, syndicateId } = portal;
  await inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC10001' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    for (const [reference, day] of [
      ['first', '2026-10-02'],
      ['second', '2026-10-05'],
    ] as const)
      await postPayment(tx, tenantId, {
        dealId,
        reference,
        amount: 70_000n,
        clearedDate: calendarDate(day),
        postedOn: calendarDate(day),
      });
  });
  await portal.addInvestor('figures@northgate.example');
  const { accessToken } = await signInAs(portal.app, 'figures@northgate.example', PASSWORD);
  const strip = await portal.app.fetch(
    `/api/payouts/syndication_sums/${syndicateId}`,
    asMember(accessToken, tenantId),
  );
  const own = ((await strip.json()) as { data?: object }) ?? {};
  const text = JSON.stringify(own);
  const investor = await owen.get(`investors/${syndicateId}`);
  expect(investor).toMatchObject({
    status: 200,
    deals: 1,
    people: 1,
    cash_available: null,
    upcoming: '0.00',
  });
  for (const name of ['cost_of_deals', 'portfolio_balance', 'paid_out'])
    expect({ name, isOnDashboard: text.includes(`"${investor[name]}"`) }).toEqual({
      name,
      isOnDashboard: true,
    });
  const { investors } = (await owen.get('investors')) as unknown as { investors: object[] };
  const { status: _, ...figures } = investor;
  expect(investors).toContainEqual(
    Object.fromEntries(Object.entries(figures).filter(([name]) => name in (investors[0] ?? {}))),
  );
});

test('DESK-34 syndicates are found by name and abbreviation, with what is available in the cash account', async () => {
  const { tenantId } = portal;
  const id = await inTenant((tx) =>
    createSyndicate(tx, tenantId, {
      name: 'Lakefront 100% Partners',
      abbreviation: 'LKF',
      cash: { balance: 1_234_56n },
    }),
  );
  for (const search of ['lakefront', 'lkf', '100%'])
    expect(await owen.get(`investors?search=${encodeURIComponent(search)}`)).toMatchObject({
      count: 1,
      investors: [{ syndicate_id: Number(id), cash_available: '1234.56', next_paid_on: null }],
    });
  expect(await owen.get('investors?search=nobody')).toMatchObject({ count: 0, investors: [] });
});

test('DESK-34 of a bank account only the last four digits are shown', async () => {
  const { investor } = await withBankChange('Cedar Lane');
  expect(investor).toMatchObject({
    account: { syndicate_bank_name: 'First Harbor Bank' },
    waiting_bank_change: { syndicate_bank_name: 'Second Street Bank', requested_by: 'Dana Reyes' },
    has_bank_change: true,
  });
  const text = JSON.stringify(investor);
  expect(text).toContain('6789');
  for (const { accountNumber, routingNumber } of [FIRST, SECOND])
    for (const digits of [accountNumber, routingNumber]) expect(text).not.toContain(digits.slice(0, -3));
});

test('DESK-35 one person cancels a change of bank account, and it cannot be cancelled twice', async () => {
  const { changeId, syndicateId } = await withBankChange('Cancelled Partners');
  expect(await owen.post(`bank_changes/${changeId}/cancel`)).toMatchObject({ code: 'permission_needed' });
  expect((await ada.post(`bank_changes/${changeId}/cancel`)).status).toBe(200);
  expect(await ada.post(`bank_changes/${changeId}/cancel`)).toMatchObject({ code: 'bank_change_settled' });
  expect(await ada.get(`investors/${syndicateId}`)).toMatchObject({
    waiting_bank_change: null,
    account: { syndicate_bank_name: 'First Harbor Bank' },
  });
  expect(await ada.post(`bank_changes/${changeId}/release`, { reason: 'Too late' })).toMatchObject({
    code: 'bank_change_settled',
  });
});

test('DESK-35 two people release a change before its waiting period ends', async () => {
  const { changeId, syndicateId } = await withBankChange('Released Partners');
  const { approval_id: id } = await ada.post(`bank_changes/${changeId}/release`, {
    reason: 'They called back',
  });
  expect(await ada.post(`approvals/${id}/approve`)).toMatchObject({ code: 'own_approval' });
  expect(await ada.get(`investors/${syndicateId}`)).toMatchObject({
    account: { syndicate_bank_name: 'First Harbor Bank' },
  });
  const { approvals } = (await theo.get('approvals')) as unknown as { approvals: { asked_for: string }[] };
  expect(approvals.map(({ asked_for }) => asked_for)).toContainEqual(
    expect.stringMatching(/^Pay Released Partners to Second Street Bank, account .*4321, from now on\.$/),
  );
  expect((await theo.post(`approvals/${id}/approve`)).status).toBe(200);
  expect(await ada.get(`investors/${syndicateId}`)).toMatchObject({
    waiting_bank_change: null,
    account: { syndicate_bank_name: 'Second Street Bank' },
  });
  const changed = (await trailOf(portal.database, portal.tenantId, `syndicate ${syndicateId}`)).filter(
    ({ action, actorId }) => action === 'bank account changed' && actorId === theo.userId,
  );
  expect(changed).toHaveLength(1);
});

test('DESK-35 security rule: whoever let in who asked for an account neither asks for its release nor approves it', async () => {
  const { changeId, requester } = await withBankChange('Invited Partners');
  const operator = { via: 'desk', userId: ada.userId, name: 'Ada Vance' } as const;
  await inTenant((tx) =>
    recordAudit(tx, { actorId: null, operator, action: 'user invited', subject: `user ${requester}` }),
  );
  const reason = 'They called back';
  const refused = { status: 403, code: 'change_of_releaser' };
  expect(await ada.post(`bank_changes/${changeId}/release`, { reason })).toMatchObject(refused);
  const { approval_id: id } = await theo.post(`bank_changes/${changeId}/release`, { reason });
  const { approvals } = (await ada.get('approvals')) as unknown as {
    approvals: { approval_id: number; facts: { label: string; value: string }[] }[];
  };
  expect(approvals.find(({ approval_id }) => approval_id === id)?.facts).toEqual([
    { label: 'Investor', value: expect.stringContaining('Invited Partners') },
    { label: 'Requested by', value: 'Dana Reyes' },
    {
      label: 'Account today',
      value: expect.stringMatching(/^First Harbor Bank, account .*6789, routing .*0021$/),
    },
    {
      label: 'New account',
      value: expect.stringMatching(/^Second Street Bank, account .*4321, routing .*1533$/),
    },
    { label: 'From', value: 'The moment of approval' },
  ]);
  expect(await ada.post(`approvals/${id}/approve`)).toMatchObject({ status: 403, code: 'source_of_request' });
  const zoe = await sitDown(portal, 'Zoe Quist');
  expect(await zoe.post(`approvals/${id}/approve`)).toMatchObject({ status: 200 });
});

test('DESK-35 security rule: whoever moved a person to an investor, or let them in by a service token, does not release their change', async () => {
  const reason = 'They called back';
  const moved = await withBankChange('Moved Partners');
  const operator = { via: 'desk', userId: ada.userId, name: 'Ada Vance' } as const;
  const invited = await withBankChange('Sent Partners');
  await inTenant(async (tx) => {
    const system = await systemOf(tx, portal.tenantId, ada);
    await recordAudit(tx, {
      ...{ actorId: null, operator, action: 'permissions changed', subject: `user ${moved.requester}` },
      details: { oldSyndicateId: 1, newSyndicateId: Number(moved.syndicateId) },
    });
    await recordAudit(tx, {
      ...{ actorId: null, operator: system, action: 'user invited', subject: `user ${invited.requester}` },
    });
  });
  for (const { changeId } of [moved, invited]) {
    const release = `bank_changes/${changeId}/release`;
    expect(await ada.post(release, { reason })).toMatchObject({ status: 403, code: 'change_of_releaser' });
    const { approval_id } = await theo.post(release, { reason });
    const approve = `approvals/${approval_id}/approve`;
    expect(await ada.post(approve)).toMatchObject({ status: 403, code: 'source_of_request' });
  }
});

test('DESK-35 a change of somebody who has left the syndicate is not released', async () => {
  const { changeId, requester, syndicateId } = await withBankChange('Left Partners');
  const { approval_id: id } = await ada.post(`bank_changes/${changeId}/release`, {
    reason: 'They called back',
  });
  const other = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  expect((await ada.put(`people/${requester}/permissions`, { syndicate: String(other) })).status).toBe(200);
  const { instead } = await theo.post(`approvals/${id}/approve`);
  expect(instead).toContain('no longer belongs to the investor, so the change was cancelled');
  expect(await ada.get(`investors/${syndicateId}`)).toMatchObject({
    waiting_bank_change: null,
    account: { syndicate_bank_name: 'First Harbor Bank' },
  });
});

test('DESK-34 DESK-35 another funder’s syndicates and changes are not there', async () => {
  const { changeId, syndicateId } = await withBankChange('Own Partners');
  const tenantId = await createTenant(portal.database.owner);
  const other = await sitDown({ ...portal, tenantId }, 'Zoe Quist');
  expect((await other.get(`investors/${syndicateId}`)).status).toBe(404);
  expect(await other.get('investors')).toMatchObject({ investors: [], count: 0 });
  expect((await other.post(`bank_changes/${changeId}/cancel`)).status).toBe(404);
  expect((await other.post(`bank_changes/${changeId}/release`, { reason: 'x' })).status).toBe(404);
});
