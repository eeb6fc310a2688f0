import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let today: CalendarDate;
beforeAll(async () => {
  portal = await openTestPortal();
  today = await readToday(portal.database.db);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

interface Answer {
  visit_recorded: boolean;
  since: Record<string, never> | null;
}

let people = 0;

/** A new syndicate with one investor, and what they can do. */
async function openBook() {
  people += 1;
  const email = `visitor${people}@since.example`;
  const syndicateId = await inTenant((tx) => createSyndicate(tx, portal.tenantId));
  const userId = await portal.addInvestor(email, { syndicateId });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const path = `/api/since/${syndicateId}`;
  const post = async (what: string, body: object = {}) => {
    const response = await portal.app.fetch(
      `${path}/${what}`,
      postAsMember(body, accessToken, portal.tenantId),
    );
    expect(response.status).toBe(200);
  };
  return {
    syndicateId,
    visit: () => post('visit'),
    hide: (through: string) => post('hide', { through }),
    async look(): Promise<Answer> {
      const response = await portal.app.fetch(path, asMember(accessToken, portal.tenantId));
      expect(response.status).toBe(200);
      return (await response.json()) as Answer;
    },
    /** As if the visits that are recorded had been that many days earlier. */
    daysPass: (days: number) =>
      inTenant((tx) =>
        sql`update last_visits set visited_at = visited_at - make_interval(days => ${days}),
          earlier_visit_at = earlier_visit_at - make_interval(days => ${days}),
          hidden_through = hidden_through - make_interval(days => ${days})
          where user_id = ${userId}`.execute(tx),
      ),
    addDeal: (name: string, agreementDate = today) =>
      inTenant(async (tx) => {
        const dealId = await createFundedDeal(tx, portal.tenantId, { name });
        await createParticipation(tx, portal.tenantId, { dealId, syndicateId }, { agreementDate });
        return dealId;
      }),
  };
}

test('SCHED-08 the first visit has no strip, and the next day tells what happened since', async () => {
  const book = await openBook();
  expect(await book.look()).toEqual({ visit_recorded: false, since: null });
  await book.visit();
  expect(await book.look()).toEqual({ visit_recorded: true, since: null });
  await book.daysPass(1);
  const answer = await book.look();
  expect(answer).toMatchObject({
    visit_recorded: false,
    since: { since_date: addDays(today, -1), is_since_last_visit: true, today, new_deals: { count: 0 } },
  });
  // Reloading on the same day does not empty it, also after the visit is recorded.
  await book.addDeal('Bright Oak Dental');
  await book.visit();
  await book.visit();
  expect(await book.look()).toMatchObject({
    visit_recorded: true,
    since: { since_date: addDays(today, -1), new_deals: { count: 1 } },
  });
});

test('SCHED-08 five parts: payouts, new deals, returned payments, statuses, alerts', async () => {
  const book = await openBook();
  const { tenantId } = portal;
  const longAgo = addDays(today, -60);
  const known = await book.addDeal('Golden Oak Plumbing', longAgo);
  const imported = addDays(today, -400);
  const cleared = await inTenant((tx) =>
    postPayment(tx, tenantId, {
      dealId: known,
      reference: 'before',
      amount: 70_000n,
      clearedDate: addDays(today, -5),
      postedOn: addDays(today, -5),
    }),
  );
  expect(cleared).toBeDefined();
  await book.visit();
  await book.daysPass(1);
  // What is in the book from before is not new.
  await inTenant((tx) =>
    sql`update participations set created_at = now() - interval '60 days' where deal_id = ${known}`.execute(
      tx,
    ),
  );
  await book.addDeal('Bright Oak Dental');
  await book.addDeal('Imported Long After', imported);
  await inTenant(async (tx) => {
    await reversePayment(tx, tenantId, {
      reference: 'before',
      returnedDate: today,
      returnCode: 'R02',
      postedOn: today,
    });
    const entry = { dealId: known, amount: 70_000n };
    await sql`
      insert into payments (tenant_id, deal_id, reference, amount_cents, status, returned_date, return_code)
      values (${tenantId}::uuid, ${known}, 'never cleared', ${entry.amount}, 'returned', ${today}::date, 'R01')`.execute(
      tx,
    );
    await sql`
      insert into syndicate_pay_dates (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents, net_pay_cents, transaction_count)
      values (${tenantId}::uuid, ${book.syndicateId}, ${today}::date, 10000, 400, 9600, 2)
      on conflict (tenant_id, syndicate_id, pay_date) do update set gross_cents = 10000, management_fee_cents = 400,
        net_pay_cents = 9600, transaction_count = 2`.execute(tx);
    await changeDealStatus(tx, tenantId, {
      dealId: known,
      status: 'Collections',
      reason: 'No answer',
      changedBy: null,
    });
  });
  const { since } = await book.look();
  expect(since).toMatchObject({
    paid_out: {
      sum_net_pay: '96.00',
      number_of_pay_dates: 1,
      number_of_payments: 2,
      pay_dates: [{ pay_date: today }],
    },
    new_deals: {
      count: 1,
      total_participation_cost: '6600.00',
      deals: [{ syndication_company_name: 'Bright Oak Dental' }],
    },
    // 10 % of $700.00, twice: one had been paid out and is taken back, the other never was. No fee is charged on a return.
    returned_payments: { count: 2, share: '140.00', payments_taken_back: 1 },
    status_changes: {
      number_of_deals: 1,
      statuses: [{ status: 'Collections', count: 1 }],
      deals: [{ status: 'Collections', former_status: 'Active Advance', status_changed_on: today }],
    },
  });
  const { payments } = (since as unknown as { returned_payments: { payments: object[] } }).returned_payments;
  expect(payments).toHaveLength(2);
  expect(payments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ return_code: 'R01', share: '70.00', taken_back_with: null }),
      expect.objectContaining({
        return_code: 'R02',
        share: '70.00',
        taken_back_with: expect.any(String),
      }),
    ]),
  );
  const { alerts } = since as unknown as { alerts: { number_new: number; alerts: object[] } };
  expect(alerts.number_new).toBeGreaterThan(0);
  expect(alerts.alerts).toContainEqual(expect.objectContaining({ reason: 'status', is_new_alert: true }));
});

test('SCHED-08 hidden, it stays away until something new happens', async () => {
  const book = await openBook();
  await book.visit();
  await book.daysPass(1);
  await book.addDeal('Bright Oak Dental');
  const { since } = await book.look();
  await book.visit();
  await book.hide((since as unknown as { as_of: string }).as_of);
  expect(await book.look()).toEqual({ visit_recorded: true, since: null });
  await book.addDeal('Golden Oak Plumbing');
  expect(await book.look()).toMatchObject({ since: { new_deals: { count: 2 } } });
});

test('SCHED-08 after more than thirty days only the last thirty are counted', async () => {
  const book = await openBook();
  await book.visit();
  await book.daysPass(90);
  expect(await book.look()).toMatchObject({
    since: { since_date: addDays(today, -30), is_since_last_visit: false },
  });
});

test('SCHED-08 at most twenty deals are listed, and all are counted', async () => {
  const book = await openBook();
  await book.visit();
  await book.daysPass(1);
  for (let number = 1; number <= 22; number += 1) await book.addDeal(`Deal ${number}`);
  const { since } = await book.look();
  const { new_deals } = since as unknown as { new_deals: { count: number; deals: object[] } };
  expect(new_deals.count).toBe(22);
  expect(new_deals.deals).toHaveLength(20);
});
