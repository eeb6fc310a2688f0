import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { changeParticipation } from '../../ledger/change-participation.ts';
import { describeDifference } from '../../ledger/difference.ts';
import { renameDeal } from '../../ledger/rename-deal.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { dealsToCheck } from './deal-checks.ts';
import { reconcile } from './reconcile.ts';
import type { Round } from './round.ts';

/** Two of six deals and of six months each night, beside what changed. */
const ROUND: Round = {
  nights: 3,
  atLeastDeals: 0,
  atLeastLines: 0,
  maxExportedLines: 3,
  sumsLargeExports: false,
};
const DAY = calendarDate('2026-10-02');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openBook(dealCount = 6) {
  const tenantId = await createTenant(database.owner);
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);
  const post = (tx: Tx, dealId: bigint, reference: string) =>
    postPayment(tx, tenantId, { dealId, reference, amount: 70_000n, clearedDate: DAY, postedOn: DAY });
  const { deals, syndicateId } = await inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    const deals: bigint[] = [];
    for (let index = 1; index <= dealCount; index += 1) {
      const dealId = await createFundedDeal(tx, tenantId);
      const agreementDate = `2026-0${index}-15`;
      await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate });
      await post(tx, dealId, `old ${dealId}`);
      deals.push(dealId);
    }
    return { deals, syndicateId };
  });
  const night = (round = ROUND) => reconcile(database.db, tenantId, { round });
  expect(await night()).toMatchObject({ dealCount, changedDealCount: dealCount, differences: [] });
  return { tenantId, inTenant, post, deals, syndicateId, lastDeal: deals.at(-1) ?? 0n, night };
}

/** As whoever may do anything would: the server's own role could change no line. */
const bendLine = (tenantId: string, reference: string, cents = 1) =>
  withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table payout_lines disable trigger user`.execute(tx);
    await sql`
      update payout_lines set gross_cents = gross_cents + ${cents}::integer, net_pay_cents = net_pay_cents + ${cents}::integer
      where payment_id = (select id from payments where reference = ${reference})`.execute(tx);
    await sql`alter table payout_lines enable trigger user`.execute(tx);
  });

test('BOOK-01 a cent in a line of a deal that changed is found that night, one in an old line within the round', async () => {
  const { tenantId, inTenant, post, lastDeal, night } = await openBook();
  await bendLine(tenantId, `old ${lastDeal}`);
  const found: number[] = [];
  for (let nights = 0; nights < ROUND.nights; nights += 1) {
    const { dealCount, differences } = await night();
    expect(dealCount).toBe(2);
    found.push(differences.length);
  }
  expect(found.slice(0, 2)).toEqual([0, 0]);
  expect(found[2]).toBeGreaterThan(0);
  // What differs is compared every night until it agrees.
  const again = await night();
  expect(again.differences.map(describeDifference)).toContainEqual(
    expect.stringContaining('gross_cents is 7001, should be 7000'),
  );
  expect(again.checkedSince).toBeNull();
  await bendLine(tenantId, `old ${lastDeal}`, -1);
  for (let nights = 0; nights < ROUND.nights; nights += 1) expect((await night()).differences).toEqual([]);

  await inTenant((tx) => post(tx, lastDeal, 'new'));
  await bendLine(tenantId, 'new');
  const sameNight = await night({ ...ROUND, nights: 100 });
  expect(sameNight).toMatchObject({ changedDealCount: 1, dealCount: 2 });
  expect(sameNight.differences.map(describeDifference)).toContainEqual(
    expect.stringContaining('gross_cents is 7001, should be 7000'),
  );
});

test('BOOK-01 a change that is committed only after the comparison is taken the next night', async () => {
  const { tenantId, inTenant, post, lastDeal, night } = await openBook();
  const round = { ...ROUND, nights: 100 };
  const committed = inTenant(async (tx) => {
    await post(tx, lastDeal, 'late');
    // It began, and has its number, before the comparison that does not see it.
    expect(await night(round)).toMatchObject({ changedDealCount: 0, differences: [] });
  });
  await committed;
  await bendLine(tenantId, 'late');
  const next = await night(round);
  expect(next.changedDealCount).toBe(1);
  expect(next.differences).not.toEqual([]);
});

test('BOOK-01 nights that were missed are made up for, and the result says since when everything is compared', async () => {
  const { tenantId, inTenant, night } = await openBook();
  const round = { ...ROUND, nights: 30 };
  const later = await night(round);
  expect(later).toMatchObject({ dealCount: 1, differences: [] });
  expect(later.checkedSince?.getTime()).toBeLessThan(later.comparedAt.getTime());
  await inTenant((tx) =>
    sql`update deal_checks set checked_at = now() - interval '29 days 1 hour'`.execute(tx),
  );
  const caughtUp = await night(round);
  expect(caughtUp).toMatchObject({ dealCount: 6, changedDealCount: 0, differences: [] });
  const { rows } = await inTenant((tx) =>
    sql<{ checkedSince: Date }>`
      select checked_since from reconciliations where tenant_id = ${tenantId} order by compared_at desc limit 1`.execute(
      tx,
    ),
  );
  expect(rows[0]?.checkedSince).toEqual(caughtUp.checkedSince);
});

test('BOOK-01 every kind of change has its deal compared again', async () => {
  const { tenantId, inTenant, lastDeal: dealId, night } = await openBook(1);
  const changed = async () =>
    (await inTenant((tx) => dealsToCheck(tx, tenantId, ROUND))).deals.filter(({ isChanged }) => isChanged);
  const other = await inTenant((tx) => createSyndicate(tx, tenantId));
  const unpaid = await inTenant((tx) => createFundedDeal(tx, tenantId));
  const participationId = await inTenant((tx) =>
    createParticipation(tx, tenantId, { dealId: unpaid, syndicateId: other }),
  );
  await night();
  const returned = { returnedDate: DAY, returnCode: 'R10', postedOn: DAY };
  const share = await inTenant((tx) =>
    tx.selectFrom('participations').selectAll().where('id', '=', participationId).executeTakeFirstOrThrow(),
  );
  const changes: Record<string, (tx: Tx) => Promise<unknown>> = {
    'a payment': (tx) =>
      postPayment(tx, tenantId, { dealId, reference: 'P1', amount: 100n, clearedDate: DAY, postedOn: DAY }),
    'a return': (tx) => reversePayment(tx, tenantId, { reference: 'P1', ...returned }),
    'a status': (tx) =>
      changeDealStatus(tx, tenantId, { dealId, status: 'Write-off', reason: '', changedBy: null }),
    'a name': (tx) => renameDeal(tx, tenantId, { dealId, name: 'Another', mid: 'M-1' }),
    'a new deal with a share': async (tx) =>
      createParticipation(tx, tenantId, { dealId: await createFundedDeal(tx, tenantId), syndicateId: other }),
    'a corrected share': (tx) =>
      changeParticipation(tx, tenantId, participationId, {
        dealId: unpaid,
        syndicateId: other,
        agreementDate: DAY,
        sharePercent: rate(share.sharePercent),
        managementFeePercent: rate(share.managementFeePercent),
        managementFeeUpfront: 0,
        terms: {
          participationAmount: share.participationAmountCents,
          commissionAmount: share.commissionAmountCents,
          upfrontFee: share.upfrontFeeCents,
          investmentCost: share.investmentCostCents,
          anticipatedReturn: share.anticipatedReturnCents,
        },
      }),
  };
  for (const [name, change] of Object.entries(changes)) {
    expect([name, await changed()]).toEqual([name, []]);
    await inTenant(change);
    expect([name, (await changed()).length]).toEqual([name, 1]);
    expect([name, (await night()).differences]).toEqual([name, []]);
  }
});

test('BOOK-02 the whole book is compared in parts, several at once, and says how far it has come', async () => {
  const { tenantId, deals } = await openBook();
  const told: string[] = [];
  const whole = await reconcile(database.db, tenantId, {
    isWhole: true,
    atOnce: 2,
    round: ROUND,
    onProgress: (done, of) => void told.push(`${done} of ${of}`),
  });
  expect(whole).toMatchObject({
    isWhole: true,
    dealCount: deals.length,
    changedDealCount: 0,
    paymentCount: deals.length,
    lineCount: deals.length,
    differences: [],
  });
  expect(whole.checkedSince).toEqual(whole.comparedAt);
  // The whole book, a batch of deals, the syndicate, and its exports of six months.
  expect(told).toEqual(Array.from({ length: 9 }, (_, index) => `${index + 1} of 9`));
});

test('BOOK-02 a cent in any month of a large syndicate’s exports is found and named with its month', async () => {
  const { tenantId, syndicateId, inTenant } = await openBook();
  await inTenant((tx) =>
    sql`update listed_participations set investment_cost_cents = investment_cost_cents + 1
      where participation_id = (select min(participation_id) from listed_participations)`.execute(tx),
  );
  const { differences } = await reconcile(database.db, tenantId, { isWhole: true, round: ROUND });
  expect(differences.map(({ where }) => where)).toContain('listed_participations');
  await inTenant((tx) =>
    sql`update participation_totals set net_pay_cents = net_pay_cents + 1
      where participation_id = (select min(participation_id) from participation_totals)`.execute(tx),
  );
  const texts = (await reconcile(database.db, tenantId, { isWhole: true, round: ROUND })).differences.map(
    describeDifference,
  );
  expect(texts).toContainEqual(
    expect.stringMatching(
      new RegExp(`^export of the deals, syndicate_id ${syndicateId}, month \\d{4}-\\d\\d-01: Total Payouts`),
    ),
  );
  expect(texts).toContainEqual(
    expect.stringContaining(`syndicate_totals, syndicate_id ${syndicateId}: net_pay_cents`),
  );
});
