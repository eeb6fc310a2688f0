import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { describeDifference } from '../../ledger/difference.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';
import { findDisplayDifferences } from './check-displays.ts';
import { reconcile } from './reconcile.ts';

let portal: TestPortal;
let investor: string;

beforeAll(async () => {
  portal = await openTestPortal();
  await portal.addInvestor('ties@northgate.example');
  investor = (await signInAs(portal.app, 'ties@northgate.example', PASSWORD)).accessToken;
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.db, tenantId, async (tx) => {
    for (const [reference, dealId] of [
      ['first', await createFundedDeal(tx, tenantId)],
      ['second', await createFundedDeal(tx, tenantId)],
    ] as const) {
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      const clearedDate = calendarDate('2026-10-02');
      await postPayment(tx, tenantId, {
        dealId,
        reference,
        amount: 70_000n,
        clearedDate,
        postedOn: clearedDate,
      });
    }
  });
});
afterAll(() => portal.close());

const tiedOut = async () => {
  const path = `/api/payouts/syndication_sums/${portal.syndicateId}`;
  const response = await portal.app.fetch(path, asMember(investor, portal.tenantId));
  return (await response.json()) as { tied_out_at: string | null; tied_out_since: string | null };
};
const tiedOutAt = async () => (await tiedOut()).tied_out_at;

/** As whoever may do anything would: the server's own role could change no line. */
const plant = (statement: string) =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await sql`alter table payout_lines disable trigger user`.execute(tx);
    await sql.raw(statement).execute(tx);
    await sql`alter table payout_lines enable trigger user`.execute(tx);
  });

const compare = () => reconcile(portal.database.db, portal.tenantId);

test('DASH-07 a book that agrees with itself ties out, and the dashboard says when it last did', async () => {
  expect(await tiedOutAt()).toBeNull();
  const result = await compare();
  expect(result).toMatchObject({ paymentCount: 2, lineCount: 2, netPay: 13_440n, differences: [] });
  expect(await tiedOutAt()).toBe(result.comparedAt.toISOString());
});

test('BOOK-02 the dashboard says since when all deals have been compared', async () => {
  const at = (await compare()).comparedAt.toISOString();
  expect(await tiedOut()).toMatchObject({ tied_out_at: at, tied_out_since: at });
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    sql`update deal_checks set checked_at = now() - interval '9 days'`.execute(tx),
  );
  // One of the two deals is taken; the other was compared nine days ago.
  const round = {
    nights: 30,
    atLeastDeals: 0,
    atLeastLines: 0,
    maxExportedLines: 100,
    sumsLargeExports: false,
  };
  const next = await reconcile(portal.database.db, portal.tenantId, { round });
  const told = await tiedOut();
  expect(told.tied_out_at).toBe(next.comparedAt.toISOString());
  expect(Date.parse(told.tied_out_at ?? '') - Date.parse(told.tied_out_since ?? '')).toBeGreaterThan(
    8 * 86_400_000,
  );
});

test('BOOK-02 the payouts of a large syndicate are added up by the query of their export', async () => {
  const { database, tenantId, syndicateId } = portal;
  const part = { syndicateId, agreementMonth: null, isFromLines: false, isSummed: true };
  const find = () =>
    withTenant(database.db, tenantId, (tx) => findDisplayDifferences(tx, tenantId, part), { readOnly: true });
  expect(await find()).toEqual([]);
  await plant('update participation_totals set net_pay_cents = net_pay_cents + 1');
  const found = (await find()).map(describeDifference);
  await plant('update participation_totals set net_pay_cents = net_pay_cents - 1');
  expect(found).toContain(
    `export of the payouts, syndicate_id ${syndicateId}: Net Pay is $134.40, should be $134.42`,
  );
  // Nothing was written, so there is no total row to compare.
  expect(found.filter((text) => text.startsWith('total row of the payouts'))).toEqual([]);
});

test('DASH-07 one cent anywhere is found and named, and the day it last tied out stays what it was', async () => {
  const before = await tiedOutAt();
  const cases: [plant: string, undo: string, found: string[]][] = [
    [
      'update syndicate_totals set net_pay_cents = net_pay_cents + 1',
      'update syndicate_totals set net_pay_cents = net_pay_cents - 1',
      [
        'net_pay_cents is 13441, should be 13440',
        'summary strip, syndicate_id ID: totalPayouts is $134.41, should be $134.40',
      ],
    ],
    [
      // A pay date that nothing was ever posted for, in years to come.
      `insert into syndicate_pay_dates (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents, net_pay_cents, transaction_count)
        select tenant_id, syndicate_id, '2099-10-05', 1, 0, 1, 1 from syndicate_pay_dates limit 1`,
      `delete from syndicate_pay_dates where pay_date = '2099-10-05'`,
      [
        'summary strip, syndicate_id ID: paidPayouts is $134.39, should be $134.40; upcomingPayouts is $0.01, should be $0.00',
      ],
    ],
    [
      'update participation_totals set net_pay_cents = net_pay_cents + 1',
      'update participation_totals set net_pay_cents = net_pay_cents - 1',
      ['export of the deals, syndicate_id ID: Total Payouts is $134.42, should be $134.40'],
    ],
    [
      'update payout_lines set gross_cents = gross_cents + 1, net_pay_cents = net_pay_cents + 1',
      'update payout_lines set gross_cents = gross_cents - 1, net_pay_cents = net_pay_cents - 1',
      [
        'gross_cents is 7001, should be 7000',
        'summary strip, syndicate_id ID: portfolioBalance is $16,660.00',
      ],
    ],
  ];
  for (const [statement, undo, words] of cases) {
    await plant(statement);
    const found = (await compare()).differences.map(describeDifference);
    for (const expected of words.map((text) => text.replace('ID', String(portal.syndicateId)))) {
      expect(found.filter((text) => text.includes(expected))).not.toEqual([]);
    }
    expect(await tiedOutAt()).toBe(before);
    await plant(undo);
  }
  expect((await compare()).differences).toEqual([]);
  expect(await tiedOutAt()).not.toBe(before);
});
