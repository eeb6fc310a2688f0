import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceChange } from '../../payout-accounts/announce-change.ts';
import { applyChange } from '../../payout-accounts/apply-change.ts';
import { sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { systemOf } from '../../testing/operator.ts';
import { putInForce } from '../../testing/payout-accounts.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { ENCRYPTION_KEY } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const encryption = createEncryption({ key: ENCRYPTION_KEY });

/** A share of an investor, which is paid on the next pay date. */
const shareWith = ({ book, tenantId }: RunDesk, syndicateId: bigint, mid: string) =>
  book.inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const on = { clearedDate: book.today, postedOn: book.today };
    await postPayment(tx, tenantId, { dealId, reference: mid, amount: 100_000n, ...on });
  });

/** The same, and its account. */
const payTo = async (desk: RunDesk, syndicateId: bigint, mid: string) => {
  const { book, tenantId } = desk;
  await book.inTenant(async (tx) => {
    const numbers = { accountNumber: '4444333322', routingNumber: '021000021' };
    await putInForce(tx, encryption, { tenantId, syndicateId }, { bankName: 'First Bank', ...numbers });
    await tx
      .updateTable('syndicateBankAccounts')
      .set({ accountType: 'checking', holderKind: 'business' })
      .where('syndicateId', '=', syndicateId)
      .execute();
  });
  await shareWith(desk, syndicateId, mid);
};

const addInvestor = async (by: AtDesk, abbreviation: string): Promise<bigint> => {
  const { syndicate_id } = await by.post('investors', {
    ...{ name: `Evergreen ${abbreviation}`, abbreviation, pay_days: [1, 2, 3, 4, 5] },
    ...{ default_share_percent: '50', management_fee_percent: '0', syndication_fee_percent: '0' },
    ...{ esign_email: 'desk@evergreen.example', cc_emails: [], uses_cash_balance: false },
  });
  return BigInt(String(syndicate_id));
};

/** As though everything of the trail were older. */
const age = ({ book, tenantId }: RunDesk) =>
  book.inTenant(async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set at = at - interval '73 hours' where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    );
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });

test('RUN-05 RUN-29 security rule: whoever added an investor or invited its people does not approve its first payout, nor does who is not apart from them', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { own, book, ingrid, marcus } = desk;
  const ada = await sitDown(own, 'Ada Quinn');
  const theo = await sitDown(own, 'Theo Vance');
  await book.nameOriginator();
  await payTo(desk, await addInvestor(ada, 'EVG'), 'EVG-1');
  const lakefront = await book.inTenant((tx) => createSyndicate(tx, desk.tenantId, { name: 'Lakefront' }));
  await payTo(desk, lakefront, 'LKF-1');
  const person = { email: 'new@lakefront.example', name: 'New Person', role: 'syndication' };
  expect(await theo.post('people', { ...person, syndicate: String(lakefront) })).toMatchObject({
    status: 200,
  });
  await age(desk);
  // Neither the day nor somebody else who has the permission from them makes a difference.
  const lamar = await sitDown(own, 'Lamar Diaz', { role: 'servicing', permissions: ['view-desk'] });
  await ada.put(`people/${lamar.userId}/permissions`, { can_view_desk: true, can_approve_money: true });
  const runId = await prepareNext(desk);
  const shown = (await readRun(marcus, runId)).items;
  expect(shown.map((item) => [item['syndicate'], item['first_payout']]).sort()).toEqual([
    ['Evergreen EVG', 'to investor'],
    ['Lakefront', 'to investor'],
  ]);
  const { approvers } = await marcus.get(`payouts/${runId}`);
  expect(approvers).toEqual(['Marcus Lee']);
  for (const who of [ada, theo, lamar])
    expect(await approveAsSeen(who, runId)).toMatchObject({ status: 403, code: 'run_pays_brought_in' });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
  expect((await readRun(marcus, runId)).items.map(({ first_payout }) => first_payout)).toEqual([
    ...['to investor', 'to investor'],
  ]);
});

test('RUN-05 security rule: whoever moved a person into or out of an investor does not approve what pays it', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }, { name: 'Lakefront' }]);
  const { own, book, tenantId, marcus, ingrid } = desk;
  const ada = await sitDown(own, 'Ada Quinn');
  await book.nameOriginator();
  await book.pay();
  const first = await prepareNext(desk);
  await approveAsSeen(marcus, first);
  expect(await ingrid.post(`payouts/${first}/file`)).toMatchObject({ state: 'file made' });
  const [allegheny, lakefront] = ['Allegheny', 'Lakefront'].map((name) => String(book.syndicates.get(name)));
  const person = { email: 'pat@allegheny.example', name: 'Pat Shaw', role: 'syndication' };
  const theo = await sitDown(own, 'Theo Vance');
  const { user_id } = await theo.post('people', { ...person, syndicate: allegheny });
  await book.inTenant((tx) =>
    tx
      .updateTable('memberships')
      .set({ acceptedAt: new Date() })
      .where('userId', '=', BigInt(Number(user_id)))
      .execute(),
  );
  await age(desk);
  expect(await ada.put(`people/${user_id}/permissions`, { syndicate: lakefront })).toMatchObject({
    status: 200,
  });
  const payOnly = (name: string) =>
    book.inTenant((tx) =>
      tx
        .updateTable('syndicateBankAccounts')
        .set({ accountType: sql`case when syndicate_id = ${book.syndicates.get(name)} then 'checking' end` })
        .where('tenantId', '=', tenantId)
        .execute(),
    );
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  for (const name of ['Allegheny', 'Lakefront']) {
    await payOnly(name);
    expect(await approveAsSeen(ada, second)).toMatchObject({ status: 403, code: 'run_pays_brought_in' });
  }
  await age(desk);
  expect(await approveAsSeen(ada, second)).toMatchObject({ state: 'approved' });
});

test('RUN-29 the first payout to another account of an investor is marked', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, marcus, ingrid, tenantId } = desk;
  await book.nameOriginator();
  await book.pay();
  const first = await prepareNext(desk);
  await approveAsSeen(marcus, first);
  expect(await ingrid.post(`payouts/${first}/file`)).toMatchObject({ state: 'file made' });
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  const markedOn = async (runId: number) =>
    (await readRun(marcus, runId)).items.map(({ first_payout }) => first_payout);
  expect(await markedOn(second)).toEqual([null]);
  const numbers = { accountNumber: '7777333322', routingNumber: '021000021' };
  const to = { tenantId, syndicateId: book.syndicates.get('Allegheny') ?? 0n };
  await book.inTenant(async (tx) => {
    await putInForce(tx, encryption, to, { bankName: 'Second Bank', ...numbers });
    await tx
      .updateTable('syndicateBankAccounts')
      .set({ accountType: 'checking', holderKind: 'business' })
      .where('syndicateId', '=', to.syndicateId)
      .execute();
  });
  expect(await markedOn(second)).toEqual(['to account']);
  expect(await markedOn(first)).toEqual(['to investor']);
});

test('RUN-05 security rule: what a service token imports counts as brought in by whoever issued it', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { own, book, marcus } = desk;
  const theo = await sitDown(own, 'Theo Vance');
  const ada = await sitDown(own, 'Ada Quinn');
  await book.nameOriginator();
  const issued = await theo.post('service_tokens', {
    ...{ name: 'loan system', scopes: ['import'], days: 10, reason: 'For the loan system' },
  });
  const waiting = (await ada.get('approvals'))['approvals'] as { approval_id: number }[];
  await ada.post(`approvals/${waiting[0]?.approval_id}/approve`);
  const imported = await portal.app.fetch('/api/operator/v1/imports?kind=syndicates', {
    method: 'POST',
    headers: { authorization: `Bearer ${issued['token']}`, 'content-type': 'text/csv' },
    body: `external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email
EVG,Evergreen,EVG,Mon Tue Wed Thu Fri,50,0,0,desk@evergreen.example
`,
  });
  expect(await imported.json()).toMatchObject({ applied: 'all' });
  const { id } = await book.inTenant((tx) =>
    tx.selectFrom('syndicates').select('id').where('abbreviation', '=', 'EVG').executeTakeFirstOrThrow(),
  );
  await payTo(desk, id, 'EVG-1');
  await age(desk);
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(theo, runId)).toMatchObject({ status: 403, code: 'run_pays_brought_in' });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
});

test('RUN-05 security rule: an account that a service token brought in is not paid with the approval of whoever issued it, once its wait is over', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { own, book, tenantId, marcus } = desk;
  const theo = await sitDown(own, 'Theo Vance');
  await book.nameOriginator();
  await book.pay();
  const [syndicateId = 0n] = book.syndicates.values();
  await book.inTenant(async (tx) => {
    const account = { tenantId, syndicateId };
    const operator = await systemOf(tx, tenantId, theo);
    await announceChange(tx, {
      ...{ ...account, bankName: 'Second Street Bank', accountType: 'checking', holderKind: 'business' },
      ...sealNumbers(encryption, account, { accountNumber: '9990001234', routingNumber: '021000021' }),
      ...{ accountNumberLast4: '1234', routingNumberLast4: '0021' },
      by: { actorId: null, operator },
    });
    const { id: changeId } = await tx
      .updateTable('bankAccountChanges')
      .set({ takesEffectAt: sql<Date>`now()` })
      .where('syndicateId', '=', syndicateId)
      .where('state', '=', 'pending')
      .returning('id')
      .executeTakeFirstOrThrow();
    // As the job does once the wait is over.
    expect(await applyChange(tx, { tenantId, changeId })).toBe(true);
  });
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(theo, runId)).toMatchObject({ status: 403, code: 'run_pays_brought_in' });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
});

test('RUN-05 once an investor was paid, whoever brought it in approves again after 72 hours', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { own, book, ingrid, marcus } = desk;
  const ada = await sitDown(own, 'Ada Quinn');
  await book.nameOriginator();
  const evergreen = await addInvestor(ada, 'EVG');
  await payTo(desk, evergreen, 'EVG-1');
  const first = await prepareNext(desk);
  await approveAsSeen(marcus, first);
  expect(await ingrid.post(`payouts/${first}/file`)).toMatchObject({ state: 'file made' });
  await shareWith(desk, evergreen, 'EVG-2');
  const second = await book.draft(book.nextPayDate, ingrid);
  expect((await readRun(ada, second)).items).toMatchObject([{ first_payout: null }]);
  expect(await approveAsSeen(ada, second)).toMatchObject({ code: 'run_pays_brought_in' });
  await age(desk);
  expect(await approveAsSeen(ada, second)).toMatchObject({ state: 'approved' });
});
