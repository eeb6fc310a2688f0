import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let other: bigint;
let investor: string;
let manager: string;
let managerId: bigint;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId, app } = portal;
  await portal.addInvestor('investor@northgate.example');
  managerId = await portal.addInvestor('manager@northgate.example', {
    permissions: ['view-fcs', 'switch-syndicates'],
  });
  investor = (await signInAs(app, 'investor@northgate.example', PASSWORD)).accessToken;
  manager = (await signInAs(app, 'manager@northgate.example', PASSWORD)).accessToken;
  other = await withTenant(database.owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: 'Bluewater' }),
  );
  await withTenant(database.db, tenantId, async (tx) => {
    const own = await createFundedDeal(tx, tenantId, { mid: 'HC1' });
    await createParticipation(tx, tenantId, { dealId: own, syndicateId });
    for (const [reference, clearedDate] of [
      ['p1', '2026-10-02'],
      ['p2', '2026-10-02'],
      ['p3', '2026-10-05'],
    ] as const) {
      const day = calendarDate(clearedDate);
      await postPayment(tx, tenantId, {
        dealId: own,
        reference,
        amount: 70_000n,
        clearedDate: day,
        postedOn: day,
      });
    }
    await addNotes(tx, tenantId, own);
    const foreign = await createFundedDeal(tx, tenantId, { mid: 'HC2' });
    await createParticipation(tx, tenantId, { dealId: foreign, syndicateId: other });
  });
});
afterAll(() => portal.close());

async function addNotes(tx: Tx, tenantId: string, dealId: bigint) {
  const note = { tenantId, dealId, authorName: 'Renee Castellano', authorRole: 'Underwriter' };
  const written = (day: number) => ({ createdAt: new Date(`2026-10-0${day}T15:00:00Z`) });
  await tx
    .insertInto('dealNotes')
    .values([
      { ...note, kind: 'Ready2Fund', bodyHtml: '<p>Ready</p>', ...written(1) },
      { ...note, kind: 'Collection', bodyHtml: '<p>Promised Friday</p>', isPinned: true, ...written(2) },
      { ...note, kind: 'Collection', bodyHtml: '<p>Called</p>', ...written(3) },
      { ...note, kind: 'Activity', bodyHtml: '<p>Ours alone</p>', ...written(4) },
      { ...note, kind: 'Offer', bodyHtml: '<p>Ours alone</p>', ...written(4) },
    ])
    .execute();
}

const payoutsOf = (mid: string, syndicateId = portal.syndicateId, token = investor) =>
  portal.app.fetch(
    '/api/payouts/deal_payouts',
    postAsMember({ syndication_id: Number(syndicateId), contract_MID: mid }, token, portal.tenantId),
  );

const get = (path: string, token = investor) => portal.app.fetch(path, asMember(token, portal.tenantId));

const notesOf = (mid: string, token = investor, kind = 'Collection') =>
  get(`/api/submission_note/submission_notes?contract_MID=${mid}&deal_note_type=${kind}`, token);

test('DEALS-03 a deal’s payouts by pay date, the newest first', async () => {
  expect(await (await payoutsOf('HC1')).json()).toEqual([
    {
      total_gross_amount: '70.00',
      total_mgt_fee: '2.80',
      total_net_pay: '67.20',
      pay_date: '2026-10-06',
      numbers_of_transactions: 1,
      has_returned_payment: false,
      has_corrected_payment: false,
    },
    {
      total_gross_amount: '140.00',
      total_mgt_fee: '5.60',
      total_net_pay: '134.40',
      pay_date: '2026-10-05',
      numbers_of_transactions: 2,
      has_returned_payment: false,
      has_corrected_payment: false,
    },
  ]);
});

test('DEALS-03 LEDGER-03 a payout with something taken back says whether a bank returned it or the funder corrected it', async () => {
  const { database, tenantId, syndicateId } = portal;
  const [day, next] = [calendarDate('2026-10-02'), calendarDate('2026-10-05')];
  await withTenant(database.db, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC3' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const payment = { dealId, amount: 70_000n, clearedDate: day, postedOn: day };
    for (const reference of ['returned', 'mistyped'])
      await postPayment(tx, tenantId, { ...payment, reference });
    const returned = { returnedDate: next, returnCode: 'R01', postedOn: next };
    await reversePayment(tx, tenantId, { reference: 'returned', ...returned });
    const asked = { reference: 'mistyped', reason: 'Mistyped', instead: null };
    await correctPayment(tx, tenantId, asked, { via: 'command line', name: 'test' });
  });
  const payouts = (await (await payoutsOf('HC3')).json()) as Record<string, unknown>[];
  expect(
    payouts.map((payout) => [
      payout['total_net_pay'],
      payout['has_returned_payment'],
      payout['has_corrected_payment'],
    ]),
  ).toEqual([
    ['-67.20', false, true],
    ['-67.20', true, false],
    ['134.40', false, false],
  ]);
});

test('DEALS-03 a deal that is not the syndicate’s is not found, and another syndicate’s is refused', async () => {
  expect((await payoutsOf('HC2')).status).toBe(404);
  expect((await payoutsOf('HC9')).status).toBe(404);
  expect((await payoutsOf('HC2', other)).status).toBe(403);
  expect(await (await payoutsOf('HC2', other, manager)).json()).toEqual([]);
});

test('DEALS-03 the notes that are meant for investors, pinned ones first', async () => {
  const notes = (await (await notesOf('HC1')).json()) as Record<string, unknown>[];
  expect(notes.map((note) => [note['deal_note_type'], note['pinned'], note['deal_user_note']])).toEqual([
    ['Collection', 1, '<p>Promised Friday</p>'],
    ['Collection', 0, '<p>Called</p>'],
    ['Ready2Fund', 0, '<p>Ready</p>'],
  ]);
  expect(notes[0]).toMatchObject({
    name: 'Renee Castellano',
    deal_note_processor_role: 'Underwriter',
    created_at: '2026-10-02T15:00:00.000Z',
  });
});

test('DEALS-03 notes of a deal the caller has no part in are not found; a manager reads them', async () => {
  expect((await notesOf('HC2')).status).toBe(404);
  expect(await (await notesOf('HC2', manager)).json()).toEqual([]);
  expect((await notesOf('HC9', manager)).status).toBe(404);
  expect((await notesOf('HC1', investor, 'Activity')).status).toBe(400);
});

test('DEALS-03 security rule: a text that PostgreSQL cannot keep is refused as such', async () => {
  const response = await notesOf('HC1%00');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid_request' });
});

test('DASH-02 DASH-03 the list behind Switch View is a manager’s alone', async () => {
  const list = '/api/syndicate/get_compact_syndicates?user_id=1';
  const { data } = (await (await get(list, manager)).json()) as { data: Record<string, unknown>[] };
  expect(data.map((syndicate) => syndicate['syndicate_name'])).toContain('Bluewater');
  expect(data).toHaveLength(2);
  const refused = await get(list);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ message: 'You dont have the access to switch accounts.' });
});

test('DASH-02 FCS-01 a user reads the own permissions and nobody else’s', async () => {
  const of = (userId: bigint, token: string) => get(`/api/user_permission/user_permissions/${userId}`, token);
  expect(await (await of(managerId, manager)).json()).toEqual([
    { user_id: Number(managerId), syndcation_manager: 1, fcs: 'On', can_manage_guests: false },
  ]);
  expect((await of(managerId, investor)).status).toBe(404);
});
