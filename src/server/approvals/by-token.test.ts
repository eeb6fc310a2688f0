import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../ledger/cash/read-cash-account.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { operatorOf, operatorWith, type TestOperator } from '../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { postPayment } from '../testing/posting.ts';

let portal: TestPortal;
let tenantId: string;
let ingrid: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
});
afterAll(() => portal.close());

const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
const send = async (
  by: TestOperator,
  path: string,
  body: object,
  key?: string,
): Promise<{ http: number } & Record<string, unknown>> => {
  const answer = await by.post(path, body, key);
  // The answer of a deal has a status of its own.
  return { http: answer.status, ...((await answer.json()) as Record<string, unknown>) };
};

/** A deal with payments of $700.00 of today, whose pay date is to come. */
const newDeal = (mid: string, references: readonly string[] = []) =>
  asOwner(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid });
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    const day = await readToday(tx);
    for (const reference of references)
      await postPayment(tx, tenantId, {
        ...{ dealId, reference, amount: 70_000n },
        ...{ clearedDate: day, postedOn: day },
      });
    return dealId;
  });
const statusOf = async (dealId: bigint) => (await ingrid.get(`deals/${dealId}`))['status'];

test('LEDGER-05 a token corrects up to the limit of a day, and above it asks for an approval, once for each key', async () => {
  await newDeal('TOKEN-1', ['T1', 'T2', 'T3']);
  const token = await operatorOf(portal, ['post']);
  const correct = (reference: string, amount: string, key?: string) =>
    send(token, 'payments/correct', { reference, amount, reason: 'Mistyped' }, key);
  expect(await correct('T1', '400.00')).toMatchObject({ http: 200, state: 'done', approval_id: null });
  // Of the $500.00 of a day, $300.00 are gone.
  expect(await correct('T2', '500.00')).toMatchObject({ http: 200, state: 'done' });
  const asked = await correct('T3', '699.00', 'correct-T3-first');
  expect(asked).toMatchObject({
    ...{ http: 200, state: 'waiting for approval', is_repeated: false },
    ...{
      payment: { reference: 'T3', amount: '700.00' },
      replacement: { reference: 'T3/2', amount: '699.00' },
    },
  });
  expect(await correct('T3', '699.00', 'correct-T3-first')).toEqual(asked);
  // The same under another key finds the request that waits, and another one is refused.
  expect(await correct('T3', '699.00')).toEqual(asked);
  expect(await correct('T3', '698.00')).toMatchObject({ http: 409, code: 'approval_waiting' });
  expect((await ingrid.get('approvals'))['approvals']).toMatchObject([
    {
      approval_id: asked['approval_id'],
      asked_by: expect.stringContaining('The system test'),
      may_decide: true,
    },
  ]);
  const answers = await Promise.all(
    [1, 2].map(() => ingrid.post(`approvals/${asked['approval_id']}/approve`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await correct('T3', '699.00')).toMatchObject({
    state: 'done',
    is_repeated: true,
    approval_id: null,
  });
  // Another token has a day of its own.
  const other = await operatorOf(portal, ['post']);
  expect(
    await send(other, 'payments/correct', { reference: 'T2/2', amount: '250.00', reason: 'Less' }),
  ).toMatchObject({
    state: 'done',
  });
});

test('LEDGER-05 of two corrections at once by one token, which are over the limit together, one waits', async () => {
  await newDeal('TOKEN-2', ['R1', 'R2']);
  const token = await operatorOf(portal, ['post']);
  const answers = await Promise.all(
    ['R1', 'R2'].map((reference) =>
      send(token, 'payments/correct', { reference, amount: '300.00', reason: 'Mistyped' }),
    ),
  );
  expect(answers.map(({ state }) => state).sort()).toEqual(['done', 'waiting for approval']);
});

test('LEDGER-05 a token writes off up to the limit of a day, and any settlement waits for somebody who looks for the letter', async () => {
  const [first, second, third] = [await newDeal('S1'), await newDeal('S2'), await newDeal('S3')];
  const limit = (writeOffLimitDollars: number) =>
    asOwner((tx) =>
      tx.updateTable('tenants').set({ writeOffLimitDollars }).where('id', '=', tenantId).execute(),
    );
  const token = await operatorOf(portal, ['post']);
  const set = (mid: string, status: string) =>
    send(token, 'deals/status', { mid, status, reason: 'As agreed' });
  await limit(10_000);
  expect(await set('S1', 'Write-off')).toMatchObject({ http: 200, state: 'done', approval_id: null });
  expect(await set('S1', 'Write-off')).toMatchObject({ state: 'done', former_status: 'Write-off' });
  const asked = await set('S2', 'Write-off');
  expect(asked).toMatchObject({
    status: 'Active Advance',
    state: 'waiting for approval',
    former_status: 'Active Advance',
  });
  expect(asked['mid']).toBe('S2');
  expect(asked['approval_id']).toBe((await set('S2', 'Write-off'))['approval_id']);
  await limit(1_000_000);
  const settled = await set('S3', 'Settled');
  expect(settled).toMatchObject({ state: 'waiting for approval', status: 'Active Advance' });
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    ...['Write-off', 'Active Advance', 'Active Advance'],
  ]);
  const { approvals } = (await ingrid.get('approvals')) as unknown as {
    approvals: { approval_id: number; facts: { label: string; value: string }[] }[];
  };
  const card = approvals.find(({ approval_id }) => approval_id === settled['approval_id']);
  expect(card?.facts).toContainEqual({ label: 'Letter or agreement', value: 'None attached' });
  expect((await ingrid.post(`approvals/${asked['approval_id']}/approve`)).status).toBe(200);
  expect(await statusOf(second)).toBe('Write-off');
});

test('IMPORT-27 security rule: a token imports as much as one person may, and what takes two not at all', async () => {
  const dealId = await newDeal('IMP-1');
  const dealOfBook = await asOwner(async (tx) => {
    const known = { tenantId, contentHash: Buffer.alloc(32), columnHashes: null };
    const { id: shareId } = await tx
      .selectFrom('participations')
      .select('id')
      .where('dealId', '=', dealId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('externalIds')
      .values([
        { ...known, kind: 'deals', externalId: 'IMP-1', id: dealId },
        { ...known, kind: 'syndicates', externalId: 'SYN', id: portal.syndicateId },
        { ...known, kind: 'participations', externalId: 'SHARE', id: shareId },
      ])
      .execute();
    return dealId;
  });
  const token = await operatorOf(portal, ['import']);
  const imports = async (kind: string, rows: string, by = token) => {
    const answer = await portal.app.fetch(`/api/operator/v1/imports?kind=${kind}`, {
      method: 'POST',
      headers: { authorization: by.authorization, 'content-type': 'text/csv' },
      body: rows,
    });
    return { http: answer.status, ...((await answer.json()) as Record<string, unknown>) };
  };
  const share =
    'external_id,deal,syndicate,agreement_date,share_percent,commission_percent,management_fee_percent\n';
  expect(await imports('participations', `${share}SHARE,IMP-1,SYN,2026-10-01,45,10,0\n`)).toMatchObject({
    http: 403,
    code: 'second_person_needed',
  });
  const TAKES_TWO = expect.stringContaining('This takes two people');
  const clerk = await operatorOf(portal, ['import', 'cash']);
  const cash = (amount: string, by = clerk) =>
    imports(
      'syndicates',
      `external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email,uses_cash_balance,cash_balance
ZED,Zed,ZED,Mon,10,4,0,office@zed.example,true,${amount}\n`,
      by,
    );
  expect(await cash('1.00', token)).toMatchObject({
    problems: [{ reason: 'needs a service token with the scope cash' }],
  });
  // Opening an account counts as well.
  expect(await cash('501.00')).toMatchObject({ http: 403, code: 'second_person_needed' });
  expect(await cash('400.00')).toMatchObject({ http: 200, applied: 'all' });
  expect(await cash('501.00')).toMatchObject({
    applied: 'some',
    problems: [{ outcome: 'refused', reason: TAKES_TWO }],
  });
  expect(await cash('499.00')).toMatchObject({ http: 200, applied: 'all' });
  expect(await cash('400.00')).toMatchObject({
    applied: 'some',
    problems: [{ outcome: 'refused', reason: TAKES_TWO }],
  });
  const payment = 'reference,deal,amount,cleared_date\nPAY-1,IMP-1,100.00,2026-11-02\n';
  expect(await imports('payments', payment)).toMatchObject({ http: 403, code: 'scope_missing' });
  const poster = await operatorOf(portal, ['import', 'post']);
  expect(await imports('payments', payment, poster)).toMatchObject({ http: 200, applied: 'all' });
  expect(await statusOf(dealOfBook)).toBe('Active Advance');
});

test('LEDGER-05 whoever issued a token, or let it work, approves nothing that it asks for', async () => {
  await newDeal('S4', ['I1']);
  const ada = await sitDown(portal, 'Ada Vance');
  const theo = await sitDown(portal, 'Theo Grant');
  const issued = await ada.post('service_tokens', {
    ...{ name: 'accounting system', scopes: ['post'], days: 10, reason: 'For the new system' },
  });
  const { approvals } = (await theo.get('approvals')) as unknown as {
    approvals: { approval_id: number; kind: string }[];
  };
  const letIn = approvals.find(({ kind }) => kind === 'use service token');
  expect((await theo.post(`approvals/${letIn?.approval_id}/approve`)).status).toBe(200);
  const system = operatorWith(portal.app, String(issued['token']));
  const asked = await send(system, 'payments/correct', { reference: 'I1', reason: 'Void' });
  expect(asked).toMatchObject({ state: 'waiting for approval' });
  // Each of them has just given somebody else the permission.
  const given = async (by: AtDesk, name: string) => {
    const person = await sitDown(portal, name, { role: 'servicing', permissions: ['view-desk'] });
    const path = `people/${person.userId}/permissions`;
    expect((await by.put(path, { can_view_desk: true, can_approve_money: true })).status).toBe(200);
    return person;
  };
  for (const behind of [ada, theo, await given(ada, 'Lamar Diaz'), await given(theo, 'Renee Park')])
    expect(await behind.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({
      code: 'decider_of_asker',
    });
  expect((await ingrid.get('approvals'))['approvals']).toContainEqual(
    expect.objectContaining({ approval_id: asked['approval_id'], deciders: ['Ingrid Moss'] }),
  );
  expect((await ingrid.post(`approvals/${asked['approval_id']}/approve`)).status).toBe(200);
});

test('CASH-14 a token enters cash up to the correction limit of a day, and above it asks for an approval', async () => {
  const syndicateId = await asOwner(async (tx) => {
    const id = await createSyndicate(tx, tenantId, { abbreviation: 'CASHY' });
    const opening = { syndicateId: id, cash: 0n, contributed: null, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, { ...opening, openedOn: await readToday(tx) });
    return id;
  });
  const posted = async () => (await asOwner((tx) => readCashAccount(tx, tenantId, syndicateId))).posted;
  const token = await operatorOf(portal, ['cash']);
  const enter = (kind: string, amount: string, reference: string) =>
    send(token, 'cash/entries', { syndicate: 'CASHY', kind, amount, reference, reason: 'As told' });
  expect(await enter('deposit', '400.00', 'wire 1')).toMatchObject({
    ...{ http: 200, cash_balance: '400.00', state: 'done', approval_id: null },
  });
  expect(await enter('deposit', '400.00', 'wire 1')).toMatchObject({ cash_balance: '400.00', state: 'done' });
  expect(await enter('fee', '100.00', 'fee 1')).toMatchObject({ cash_balance: '300.00', state: 'done' });
  const asked = await enter('deposit', '10000.00', 'wire 2');
  expect(asked).toMatchObject({ http: 200, cash_balance: '300.00', state: 'waiting for approval' });
  expect(await enter('deposit', '10000.00', 'wire 2')).toEqual(asked);
  expect(await enter('adjustment', '1.00', 'more')).toMatchObject({ http: 409, code: 'approval_waiting' });
  expect(await posted()).toBe(30_000n);
  expect((await ingrid.get('approvals'))['approvals']).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'record cash entry', address: `/desk/investors/${syndicateId}` },
      facts: expect.arrayContaining([{ label: 'Cash balance after', value: '$10,300.00' }]),
    }),
  );
  expect((await ingrid.post(`approvals/${asked['approval_id']}/approve`)).status).toBe(200);
  expect(await posted()).toBe(1_030_000n);
  expect(await enter('deposit', '10000.00', 'wire 2')).toMatchObject({
    ...{ cash_balance: '10300.00', state: 'done', approval_id: null },
  });
});
