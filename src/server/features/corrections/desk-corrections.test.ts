import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../../shared/domain/money.ts';
import { lockCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readPayments } from '../../ledger/payments.queries.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createDeskFile } from '../../testing/deal-files.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

let portal: TestPortal;
let tenantId: string;
let dealId: bigint;
let owen: AtDesk;
let ingrid: AtDesk;
let marcus: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  marcus = await sitDown(portal, 'Marcus Lee', { role: 'accounting' });
  dealId = await asOwner(async (tx) => {
    const id = await createFundedDeal(tx, tenantId, { mid: 'HC1', name: 'Bayview' });
    await createParticipation(tx, tenantId, { dealId: id, syndicateId: portal.syndicateId });
    return id;
  });
});
afterAll(() => portal.close());

const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
/** Somebody who has not corrected anything today. */
const newClerk = (name = 'Petra Lind') => sitDown(portal, name, { role: 'servicing' });
const OPEN = { daysAgo: 0 };
/** Its pay date has come. */
const PAID = { daysAgo: 10 };

/** A payment of $700.00, posted so many days ago. */
async function newPayment(reference: string, { daysAgo }: { daysAgo: number }, ofDeal = dealId) {
  return asOwner(async (tx) => {
    const day = addDays(await readToday(tx), -daysAgo);
    await postPayment(tx, tenantId, {
      ...{ dealId: ofDeal, reference, amount: 70_000n },
      ...{ clearedDate: day, postedOn: day },
    });
    const payment = (await readPayments(tx, tenantId, [reference])).get(reference);
    const { rows } = await sql<{ id: bigint }>`
      select id from payments where tenant_id = ${tenantId}::uuid and reference = ${reference}`.execute(tx);
    expect(payment?.amountCents).toBe(70_000n);
    return { path: `payments/${rows[0]?.id}/correction`, id: rows[0]?.id ?? 0n, day };
  });
}

const seen = ({ day }: { day: string }) => ({ seen_amount: '700.00', seen_cleared_date: day });
const lineCount = () =>
  asOwner(async (tx) => {
    const { rows } = await sql<{ lines: number }>`
      select count(*)::integer as lines from payout_lines where tenant_id = ${tenantId}::uuid`.execute(tx);
    return rows[0]?.lines;
  });

test('DESK-120 the preview tells the lines, the effect on each investor and pay date, and the status, and changes nothing', async () => {
  const payment = await newPayment('preview', OPEN);
  const before = await lineCount();
  const preview = await owen.post(`${payment.path}/preview`, { amount: '70.00' });
  expect(preview).toMatchObject({
    status: 200,
    payment: { reference: 'preview', amount: '700.00' },
    replacement: { reference: 'preview/2', amount: '70.00' },
    difference: '-630.00',
    former_status: 'Active Advance',
    deal_status: 'Active Advance',
    lines: [
      {
        syndicate_id: Number(portal.syndicateId),
        is_reversal: true,
        gross: '-70.00',
        mgt_fee: '-2.80',
        net_pay: '-67.20',
      },
      { is_reversal: false, gross: '7.00', mgt_fee: '0.28', net_pay: '6.72', balance_after: '8393.00' },
    ],
    second_person: 'over limit',
    limit_dollars: 500,
    deciders: ['Ingrid Moss', 'Marcus Lee'],
  });
  const [first] = preview['lines'] as { pay_date: string; pay_date_total: string }[];
  expect(first?.pay_date_total).toBe('6.72');
  expect(await lineCount()).toBe(before);
  expect(await trailOf(portal.database, tenantId, 'payment preview')).toEqual([]);
  expect(await owen.post(`${payment.path}/preview`, { amount: '700.00' })).toMatchObject({
    code: 'payment_correction_same',
  });
  expect(await owen.post(`${payment.path}/preview`, { date: payment.day })).toMatchObject({ status: 400 });
  const lamar = await sitDown(portal, 'Lamar Cole', { role: 'collections' });
  expect((await lamar.post(`${payment.path}/preview`, {})).status).toBe(403);
});

test('DESK-121 one person corrects up to the limit while the pay date is open, once however often it is sent', async () => {
  const payment = await newPayment('small', OPEN);
  const body = { amount: '650.00', reason: 'Digits swapped', ...seen(payment) };
  const key = crypto.randomUUID();
  const first = await owen.post(payment.path, body, key);
  expect(first).toMatchObject({ status: 200, replaced_by: 'small/2', deal_status: 'Active Advance' });
  expect(await owen.post(payment.path, body, key)).toEqual(first);
  expect(await trailOf(portal.database, tenantId, 'payment small')).toMatchObject([
    {
      action: 'payment corrected',
      actorId: owen.userId,
      details: { reason: 'Digits swapped', before: '700.00', after: '650.00' },
    },
  ]);
  expect(await owen.post(payment.path, { ...body, amount: '640.00' })).toMatchObject({
    code: 'payment_corrected',
  });
  const large = await newPayment('large', OPEN);
  const refused = { code: 'second_person_needed' };
  expect(await owen.post(large.path, { ...body, ...seen(large), amount: '1.00' })).toMatchObject(refused);
  expect(await owen.post(large.path, { reason: 'Void it', ...seen(large) })).toMatchObject(refused);
  const paid = await newPayment('paid', PAID);
  expect(await owen.post(`${paid.path}/preview`, { amount: '699.00' })).toMatchObject({
    second_person: 'pay date closed',
  });
  expect(await owen.post(paid.path, { ...body, ...seen(paid), amount: '699.00' })).toMatchObject(refused);
  expect(await owen.post(large.path, { ...body, ...seen(large), seen_amount: '1.00' })).toMatchObject({
    code: 'payment_changed_meanwhile',
  });
});

test('LEDGER-06 nobody moves a payment before the funding of its deal or before 2000, alone or with another person', async () => {
  const clerk = await newClerk('Rita Moore');
  const payment = await newPayment('too early', OPEN);
  const early = { amount: '700.00', date: '2026-09-30', reason: 'Another day', ...seen(payment) };
  const refused = {
    ...{ status: 422, code: 'payment_before_funding' },
    message: 'The deal was funded on 10/01/2026, after this date. Please check the date.',
  };
  for (const call of ['', '/preview', '/ask'])
    expect(
      await clerk.post(`${payment.path}${call}`, call === '/preview' ? wantedOf(early) : early),
    ).toMatchObject(refused);
  expect(await clerk.post(payment.path, { ...early, date: '1990-01-01' })).toMatchObject({
    code: 'date_unlikely',
  });
  expect(await clerk.post(`${payment.path}/preview`, { amount: '700.00', date: '2026-10-01' })).toMatchObject(
    {
      status: 200,
    },
  );
});

const wantedOf = ({ amount, date }: { amount: string; date: string }) => ({ amount, date });

test('DESK-111 the page of a deal tells what was corrected from what the bank returned', async () => {
  const clerk = await newClerk('Vera Holm');
  const id = await asOwner((tx) => createFundedDeal(tx, tenantId, { mid: 'COUNTS' }));
  const wrong = await newPayment('counted wrong', OPEN, id);
  const returned = await newPayment('counted returned', OPEN, id);
  await asOwner((tx) =>
    reversePayment(tx, tenantId, {
      ...{ reference: 'counted returned', returnCode: 'R01' },
      ...{ returnedDate: returned.day, postedOn: returned.day },
    }),
  );
  const body = { amount: '690.00', reason: 'Digits swapped', ...seen(wrong) };
  expect(await clerk.post(wrong.path, body)).toMatchObject({ status: 200 });
  expect(await clerk.get(`deals/${id}`)).toMatchObject({ terms: { cleared: 1, returned: 1, corrected: 1 } });
});

/** The payment that has taken another one's place. */
async function replacementOf(reference: string) {
  const { rows } = await asOwner((tx) =>
    sql<{ id: bigint; paid: bigint; clearedOn: string }>`
      select id, amount_cents as paid, cleared_date as "clearedOn" from payments
      where tenant_id = ${tenantId}::uuid and reference = ${reference}`.execute(tx),
  );
  const [row] = rows;
  return {
    path: `payments/${row?.id}/correction`,
    seen: { seen_amount: toDecimalString(row?.paid ?? 0n), seen_cleared_date: row?.clearedOn },
  };
}

test('DESK-121 the limit of one person counts from the first payment, however often it is corrected', async () => {
  const first = await newPayment('chain', OPEN);
  const reason = 'A little less';
  expect((await owen.post(first.path, { amount: '400.00', reason, ...seen(first) })).status).toBe(200);
  const second = await replacementOf('chain/2');
  expect(await owen.post(`${second.path}/preview`, { amount: '100.00' })).toMatchObject({
    difference: '-300.00',
    second_person: 'over limit',
  });
  const refused = { code: 'second_person_needed' };
  const less = { amount: '100.00', reason, ...second.seen };
  expect(await owen.post(second.path, less)).toMatchObject(refused);
  expect(await owen.post(second.path, { reason, ...second.seen })).toMatchObject(refused);
  const { approval_id: approvalId } = await owen.post(`${second.path}/ask`, less);
  expect((await ingrid.post(`approvals/${approvalId}/approve`)).status).toBe(200);
  // From what two people have made of it, the limit counts anew.
  const third = await replacementOf('chain/3');
  expect(await owen.post(third.path, { amount: '650.00', reason, ...third.seen })).toMatchObject(refused);
  expect((await owen.post(third.path, { amount: '550.00', reason, ...third.seen })).status).toBe(200);
});

test('DESK-121 what was paid out takes two people also after its date was corrected to one that is open', async () => {
  const paid = await newPayment('moved', PAID);
  const today = await asOwner(readToday);
  const asked = await owen.post(`${paid.path}/ask`, {
    amount: '700.00',
    date: addDays(today, -1),
    reason: 'Another day',
    ...seen(paid),
  });
  expect((await ingrid.post(`approvals/${asked['approval_id']}/approve`)).status).toBe(200);
  const moved = await replacementOf('moved/2');
  expect(await owen.post(`${moved.path}/preview`, { amount: '650.00' })).toMatchObject({
    second_person: 'pay date closed',
  });
  expect(
    await owen.post(moved.path, { amount: '650.00', reason: 'A little less', ...moved.seen }),
  ).toMatchObject({ code: 'second_person_needed' });
});

test('DESK-121 a pay date that a payout run has closed counts as paid out', async () => {
  const payment = await newPayment('closed', OPEN);
  const petra = await newClerk();
  const preview = () => petra.post(`${payment.path}/preview`, { amount: '699.00' });
  expect(await preview()).toMatchObject({ second_person: null });
  await asOwner((tx) =>
    sql`
      insert into payout_runs (tenant_id, pay_date, prepared_by, state, approved_by, approved_at)
      select distinct ${tenantId}::uuid, pay_date, ${ingrid.userId}::bigint, 'approved', ${marcus.userId}::bigint, now()
      from payout_lines where tenant_id = ${tenantId}::uuid and payment_id = ${payment.id}`.execute(tx),
  );
  expect(await preview()).toMatchObject({ second_person: 'pay date closed' });
  await asOwner((tx) =>
    sql`
      update payout_runs set state = 'discarded', approved_by = null, approved_at = null
      where tenant_id = ${tenantId}::uuid`.execute(tx),
  );
  expect(await preview()).toMatchObject({ second_person: null });
});

test('DESK-122 what takes two people is done when another one approves it, and exactly as it was asked for', async () => {
  const payment = await newPayment('two', PAID);
  const body = { amount: '70.00', reason: 'One zero too many', ...seen(payment) };
  const { approval_id: approvalId } = await owen.post(`${payment.path}/ask`, body);
  expect(await marcus.post(`${payment.path}/ask`, body)).toMatchObject({ code: 'approval_waiting' });
  const listed = await ingrid.get('approvals');
  expect(listed['approvals']).toMatchObject([
    {
      approval_id: approvalId,
      kind: 'correct payment',
      asked_by: 'Owen Hart',
      asked_for: expect.stringContaining('Change $700.00 to $70.00: payment two of Bayview (HC1)'),
      may_decide: true,
    },
  ]);
  expect(await owen.post(`approvals/${approvalId}/approve`)).toMatchObject({ code: 'permission_needed' });
  expect(await ingrid.post(`approvals/${approvalId}/approve`)).toMatchObject({ status: 200, instead: null });
  expect(await owen.get(`payments/${payment.id}`)).toMatchObject({
    is_void: true,
    correction: {
      corrected_by: 'desk: Owen Hart, approved by Ingrid Moss',
      replaced_by: 'two/2',
      reason: 'One zero too many',
    },
  });
  expect(await marcus.post(`approvals/${approvalId}/approve`)).toMatchObject({ code: 'approval_settled' });
});

test('DESK-122 nobody approves their own, and a payment that changed meanwhile is not corrected', async () => {
  const own = await newPayment('own', PAID);
  const asked = await ingrid.post(`${own.path}/ask`, { reason: 'Void', ...seen(own) });
  expect(await ingrid.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({
    code: 'own_approval',
  });
  await asOwner(async (tx) => {
    const today = await readToday(tx);
    await reversePayment(tx, tenantId, {
      reference: 'own',
      returnedDate: today,
      returnCode: 'R01',
      postedOn: today,
    });
  });
  expect(await marcus.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({
    code: 'payment_returned',
  });
  expect(await owen.post(`${own.path}/ask`, { reason: 'Void', ...seen(own) })).toMatchObject({
    code: 'payment_returned',
  });
});

test('DESK-122 an approved correction waits for whoever has an account of the deal, and neither breaks the other off', async () => {
  const payment = await newPayment('waits', PAID);
  const asked = await owen.post(`${payment.path}/ask`, {
    amount: '70.00',
    reason: 'A zero',
    ...seen(payment),
  });
  const approving: Promise<unknown>[] = [];
  await asOwner(async (tx) => {
    await lockCashAccount(tx, tenantId, portal.syndicateId);
    approving.push(marcus.post(`approvals/${asked['approval_id']}/approve`));
    await untilBlockedBy(portal.database.db, tx);
    await recordAudit(tx, { actorId: null, action: 'withdrawal asked for', subject: 'test' });
  });
  expect(await approving[0]).toMatchObject({ status: 200 });
});

test('DESK-30 DESK-122 who is closed while an approval waits for the book has not asked for it any more', async () => {
  const clerk = await newClerk('Nora Vale');
  const payment = await newPayment('closed meanwhile', PAID);
  const asked = await clerk.post(`${payment.path}/ask`, {
    amount: '70.00',
    reason: 'A zero',
    ...seen(payment),
  });
  const before = await lineCount();
  const approving: Promise<unknown>[] = [];
  await asOwner(async (tx) => {
    await lockCashAccount(tx, tenantId, portal.syndicateId);
    approving.push(marcus.post(`approvals/${asked['approval_id']}/approve`));
    await untilBlockedBy(portal.database.db, tx);
    await sql`update memberships set is_terminated = true where user_id = ${clerk.userId}`.execute(tx);
  });
  expect(await approving[0]).toMatchObject({ status: 409, code: 'asker_lost_permission' });
  expect(await lineCount()).toBe(before);
});

test('DESK-122 of fifty who approve at once one corrects it', async () => {
  const payment = await newPayment('race', PAID);
  const { approval_id: approvalId } = await owen.post(`${payment.path}/ask`, {
    reason: 'Twice',
    ...seen(payment),
  });
  const before = (await lineCount()) ?? 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) =>
      (place % 2 === 0 ? ingrid : marcus).post(`approvals/${approvalId}/approve`),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await lineCount()).toBe(before + 1);
});

test('DESK-150 a correction names its proof, which whoever approves reads, and only a clean file of the same deal is one', async () => {
  const { owner } = portal.database;
  const otherDeal = await asOwner((tx) => createFundedDeal(tx, tenantId));
  const given = { tenantId, userId: owen.userId };
  const proof = await createDeskFile(owner, { ...given, dealId, mark: 'letter' });
  const elsewhere = await createDeskFile(owner, { ...given, dealId: otherDeal, mark: 'other' });
  const payment = await newPayment('proven', OPEN);
  const body = { amount: '690.00', ...seen(payment), reason: 'As the bank writes' };
  const unknown = { status: 409, code: 'proof_unknown' };
  for (const id of [elsewhere, crypto.randomUUID()])
    for (const path of [payment.path, `${payment.path}/ask`])
      expect(await (await newClerk()).post(path, { ...body, proof_file_id: id })).toMatchObject(unknown);
  const clerk = await newClerk();
  expect(await clerk.post(payment.path, { ...body, proof_file_id: proof })).toMatchObject({ status: 200 });
  expect(await owen.get(`payments/${payment.id}`)).toMatchObject({
    correction: { proof: { file_id: proof, name: 'letter added.pdf' } },
  });

  const paid = await newPayment('proven and paid', PAID);
  await clerk.post(`${paid.path}/ask`, { ...body, ...seen(paid), proof_file_id: proof });
  const { approvals } = (await marcus.get('approvals')) as unknown as {
    approvals: { approval_id: number; facts: object[]; effects: object[]; subject_id: number }[];
  };
  const asked = approvals.find(({ subject_id }) => BigInt(subject_id) === paid.id);
  expect(asked?.facts).toContainEqual({
    label: 'Proof',
    value: 'letter added.pdf, among the files of the deal',
  });
  expect(asked?.effects).toMatchObject([{ before: expect.any(String), after: expect.any(String) }]);
  expect((await marcus.post(`approvals/${asked?.approval_id}/approve`)).status).toBe(200);
  expect(await owen.get(`payments/${paid.id}`)).toMatchObject({
    correction: { proof: { file_id: proof, name: 'letter added.pdf' } },
  });
});

test('DESK-143 what one person corrects alone on a day counts together, also when it is sent at once', async () => {
  const petra = await newClerk();
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      asOwner(async (tx) => {
        const id = await createFundedDeal(tx, tenantId, { mid: `SUM${place}` });
        // Of a syndicate of its own: those of one syndicate wait for each other in any case.
        const syndicateId = await createSyndicate(tx, tenantId);
        await createParticipation(tx, tenantId, { dealId: id, syndicateId });
        return id;
      }),
    ),
  );
  const payments: Awaited<ReturnType<typeof newPayment>>[] = [];
  for (const [place, id] of made.entries()) payments.push(await newPayment(`sum ${place}`, OPEN, id));
  const body = (payment: { day: string }, amount: string) => ({
    ...{ amount, reason: 'Digits swapped' },
    ...seen(payment),
  });
  // Ten of $120.00 at once, of which four are within $500.00.
  const answers = await Promise.all(
    payments.map((payment) => petra.post(payment.path, body(payment, '580.00'))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set(['second_person_needed']),
  );
  const left = payments.find((_, place) => answers[place]?.status !== 200);
  if (!left) throw new Error('Some were not corrected.');
  expect(await petra.post(`${left.path}/preview`, { amount: '720.01' })).toMatchObject({
    ...{ second_person: 'over limit of the day', corrected_today: '480.00', limit_dollars: 500 },
  });
  // What is left of the day, in the other direction.
  expect(await petra.post(left.path, body(left, '720.00'))).toMatchObject({ status: 200 });
  // Somebody else has a limit of their own, and what two people do is nobody's alone.
  const other = payments.filter((payment, place) => payment !== left && answers[place]?.status !== 200);
  const [second, third] = other;
  if (!second || !third) throw new Error('Six were refused.');
  const quinn = await newClerk('Quinn Vale');
  expect(await quinn.post(second.path, body(second, '580.00'))).toMatchObject({ status: 200 });
  const { approval_id: approvalId } = await quinn.post(`${third.path}/ask`, body(third, '100.00'));
  expect(await ingrid.post(`approvals/${approvalId}/approve`)).toMatchObject({ status: 200 });
  const { rows } = await asOwner((tx) =>
    sql<{ aloneBy: bigint | null; times: number }>`
      select corrected_alone_by as "aloneBy", count(*)::integer as times from payment_corrections made
      join payments payment on payment.tenant_id = made.tenant_id and payment.id = made.payment_id
      where made.tenant_id = ${tenantId}::uuid and payment.reference like 'sum %'
      group by 1 order by 2, 1`.execute(tx),
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { aloneBy: null, times: 1 },
      { aloneBy: quinn.userId, times: 1 },
      { aloneBy: petra.userId, times: 5 },
    ]),
  );
  // On the next day nothing of it counts any more.
  await asOwner(async (tx) => {
    await sql`alter table payment_corrections disable trigger user`.execute(tx);
    await sql`update payment_corrections set corrected_at = corrected_at - interval '1 day'
      where tenant_id = ${tenantId}::uuid`.execute(tx);
    await sql`alter table payment_corrections enable trigger user`.execute(tx);
  });
  const [fourth] = other.slice(2);
  if (!fourth) throw new Error('Six were refused.');
  expect(await petra.post(`${fourth.path}/preview`, { amount: '300.00' })).toMatchObject({
    ...{ second_person: null, corrected_today: '0.00' },
  });
});

test('DESK-121 the limit is a setting: one person lowers it, two raise it', async () => {
  const ada = await sitDown(portal, 'Ada Quinn');
  const change = (dollars: number, was: number) =>
    ada.put('settings', {
      change: { correction_limit_dollars: dollars },
      seen: { correction_limit_dollars: was },
    });
  expect(await change(1000, 500)).toMatchObject({ code: 'second_person_needed' });
  expect(await change(20, 500)).toMatchObject({ status: 200, settings: { correction_limit_dollars: 20 } });
  const payment = await newPayment('limit', OPEN);
  const petra = await newClerk();
  const body = { amount: '650.00', reason: 'Digits swapped', ...seen(payment) };
  expect(await petra.post(payment.path, body)).toMatchObject({ code: 'second_person_needed' });
  const theo = await sitDown(portal, 'Theo Vance');
  const asked = await ada.post('settings/weaken', {
    kind: 'raise correction limit',
    value: 60,
    reason: 'Too low',
  });
  expect(await theo.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({ status: 200 });
  expect((await petra.post(payment.path, body)).status).toBe(200);
});
