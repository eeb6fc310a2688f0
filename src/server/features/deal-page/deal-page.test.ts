import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { recordTerms } from '../../ledger/record-terms.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let other: bigint;
let investor: string;
let manager: string;
const publicIds: Record<string, string> = {};
const day = calendarDate;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId, app } = portal;
  await portal.addInvestor('investor@northgate.example');
  await portal.addInvestor('manager@northgate.example', { permissions: ['switch-syndicates'] });
  investor = (await signInAs(app, 'investor@northgate.example', PASSWORD)).accessToken;
  manager = (await signInAs(app, 'manager@northgate.example', PASSWORD)).accessToken;
  other = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  await addDeal('HC1', tenantId, syndicateId);
  await addDeal('HC2', tenantId, other);
  const elsewhere = await createTenant(database.owner);
  const theirs = await withTenant(database.owner, elsewhere, (tx) => createSyndicate(tx, elsewhere));
  await addDeal('EW1', elsewhere, theirs);
});
afterAll(() => portal.close());

async function addDeal(mid: string, tenantId: string, syndicateId: bigint): Promise<bigint> {
  return withTenant(portal.database.db, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const { publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    publicIds[mid] = publicId;
    return dealId;
  });
}

const open = (mid: string, syndicateId = portal.syndicateId, token = investor) =>
  portal.app.fetch(
    `/api/syndicates/${syndicateId}/deals/${publicIds[mid] ?? mid}`,
    asMember(token, portal.tenantId),
  );

test('SCHED-09 RETURN-03 before anything is posted, a deal has its terms, its coming debits and its returns as agreed, and no standing', async () => {
  const page = (await (await open('HC1')).json()) as Record<string, unknown>;
  expect(page).toMatchObject({
    contract_MID: 'HC1',
    platform: 'Harbor',
    industry: 'Dental',
    state: null,
    status: 'Active Advance',
    agreement_date: '2026-10-01',
    standing: null,
    points: [],
    terms: {
      funded_amount: '60000.00',
      factor_rate: '1.4',
      payback_amount: '84000.00',
      payment: '700.00',
      payment_frequency: 'DAILY',
      debit_count: 120,
      position: null,
    },
    share: {
      syndication_total_participation_amt: '6600.00',
      syndication_part_rtr: '8400.00',
      collected: '0.00',
      balance: '8400.00',
      // 8,064.00 after fees on 6,600.00, in 120 daily payments.
      tvpi: '1.22',
      simple_annualized: '47.14',
    },
  });
  const calendar = page['calendar'] as { state: string; date: string }[];
  expect(calendar.filter(({ state }) => state === 'upcoming')).toHaveLength(120);
  expect(calendar.at(-1)).toMatchObject({ date: '2027-03-29' });
});

test('SCHED-09 a deal shows the share’s figures, its standing and its debits day by day, to the cent', async () => {
  const { database, tenantId, syndicateId } = portal;
  const dealId = await addDeal('HC3', tenantId, syndicateId);
  await withTenant(database.db, tenantId, async (tx) => {
    const pay = (date: string, amount = 70_000n) =>
      postPayment(tx, tenantId, {
        dealId,
        reference: `HC3 ${date}`,
        amount,
        clearedDate: day(date),
        postedOn: day(date),
      });
    for (const date of ['2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']) await pay(date);
    await pay('2026-10-08', 35_000n);
    const returned = { returnedDate: day('2026-10-09'), returnCode: 'R01', postedOn: day('2026-10-09') };
    await reversePayment(tx, tenantId, { reference: 'HC3 2026-10-07', ...returned });
    await completeDay(tx, tenantId, day('2026-10-13'));
    await recordTerms(tx, tenantId, [
      {
        dealId,
        payment: 35_000n,
        frequency: 'DAILY',
        weekday: null,
        firstDebitDate: null,
        effectiveDate: day('2026-10-14'),
        reason: 'modified',
        note: 'Slow season',
        recordedBy: 'Ana Ruiz',
      },
    ]);
  });
  await turnDay(database.db, tenantId);
  const response = await open('HC3');
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain('Ana Ruiz');
  const page = JSON.parse(text) as Record<string, unknown>;
  expect(page).toMatchObject({
    // Three payments of 700.00 and one of 350.00, a tenth of them; the fee is 4 %.
    share: {
      percent: '10',
      participation_amount: '6000.00',
      commission_amount: '600.00',
      syndication_fee: '0.00',
      syndication_total_participation_amt: '6600.00',
      syndication_part_rtr: '8400.00',
      collected: '245.00',
      balance: '8155.00',
      total_mgt_fee: '9.80',
      net_payouts: '235.20',
      tvpi: '1.22',
    },
    // Seven debits were asked for by 10/13. 4,900.00 less 2,450.00 is 2,450.00: seven debits of what is now 350.00.
    standing: {
      as_of: '2026-10-13',
      expected: '490.00',
      arrears: '245.00',
      debits_behind: 7,
      missed_in_a_row: 2,
      pace: { cleared: '245.00', asked: '490.00' },
      contract_payoff: '2027-03-29',
      // 79,100.00 in debits of 350.00 are 226 more, the first one on 10/14.
      schedule_payoff: '2027-09-07',
      reasons: [{ reason: 'slow', code: null }],
    },
    terms: { payment: '350.00', payment_frequency: 'DAILY', debit_count: 120 },
    terms_history: [
      { effective_date: '2026-10-14', payment: '350.00', reason: 'modified', note: 'Slow season' },
      { effective_date: '2026-10-01', payment: '700.00', reason: 'contract', note: '' },
    ],
  });
  const calendar = page['calendar'] as Record<string, unknown>[];
  expect(
    calendar.slice(0, 9).map(({ date, state, cleared, return_code }) => [date, state, cleared, return_code]),
  ).toEqual([
    ['2026-10-02', 'cleared', '70.00', null],
    ['2026-10-05', 'cleared', '70.00', null],
    ['2026-10-06', 'cleared', '70.00', null],
    ['2026-10-07', 'returned', '0.00', 'R01'],
    ['2026-10-08', 'partly', '35.00', null],
    ['2026-10-09', 'missed', '0.00', null],
    ['2026-10-12', 'holiday', '0.00', null],
    ['2026-10-13', 'missed', '0.00', null],
    ['2026-10-14', 'upcoming', '0.00', null],
  ]);
  // Each payment is paid out on the bank day after its posting; what came back is taken from a payout too.
  expect(page['pay_dates']).toEqual(
    [
      ['2026-10-13', '2026-10-07'],
      ['2026-10-09', '2026-10-08'],
      ['2026-10-08', '2026-10-07'],
      ['2026-10-07', '2026-10-06'],
      ['2026-10-06', '2026-10-05'],
      ['2026-10-05', '2026-10-02'],
    ].map(([paid, debit]) => ({ pay_date: paid, first_debit_date: debit, last_debit_date: debit })),
  );
  const standing = page['standing'] as Record<string, unknown>;
  expect(calendar.at(-1)).toMatchObject({ date: standing['expected_payoff'], state: 'upcoming' });
  const points = page['points'] as Record<string, unknown>[];
  expect(points.at(-1)).toEqual({ date: '2026-10-13', expected: '490.00', collected: '245.00' });
});

test('SCHED-09 a deal without a share of the syndicate, of another tenant or unknown is not found, in the same words', async () => {
  const answers = await Promise.all(['HC2', 'EW1', 'no-such-deal'].map((mid) => open(mid)));
  const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as Record<string, unknown>[];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(bodies.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
  expect((await open('HC2', other)).status).toBe(403);
  expect((await open('HC2', other, manager)).status).toBe(200);
  expect((await open('HC1', other, manager)).status).toBe(404);
});
