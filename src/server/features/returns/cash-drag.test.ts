import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { writeCashEntries } from '../../ledger/cash/cash-entries.ts';
import { lockCashAccount, openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { keepForecasts } from '../../ledger/forecast/keep-forecasts.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { asMember } from '../../testing/test-app.ts';

let portal: InvestorsPortal;
let today: CalendarDate;
beforeAll(async () => {
  portal = await openInvestorsPortal();
  today = await readToday(portal.database.db);
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

interface Answer {
  returns: { scenarios: Record<string, string>[] };
  cash_account: null | (Record<string, unknown> & { scenarios: Record<string, string | null>[] });
}
async function read(deals = 'all'): Promise<Answer> {
  await keepForecasts(portal.database.db, portal.tenantId);
  const asked = asMember(portal.investor, portal.tenantId);
  const path = `/api/returns/${portal.syndicateId}?deals=${deals}`;
  return (await (await portal.app.fetch(path, asked)).json()) as Answer;
}

test('RETURN-14 without a cash account nothing is said about one', async () => {
  const { tenantId, syndicateId } = portal;
  await inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC1' });
    const agreementDate = addDays(today, -400);
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate });
  });
  expect((await read()).cash_account).toBeNull();
});

test('RETURN-14 what was put in, taken out and is there, and how far its rate is below that of the deals', async () => {
  const { tenantId, syndicateId } = portal;
  await inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, {
      ...{ syndicateId, cash: 100_000n, contributed: 800_000n },
      ...{ openedOn: addDays(today, -380), recordedBy: 'test' },
    });
    await lockCashAccount(tx, tenantId, syndicateId);
    const entry = { syndicateId, recordedBy: 'test' };
    await writeCashEntries(tx, tenantId, [
      { ...entry, kind: 'deposit', amount: 50_000n, effectiveDate: addDays(today, -200) },
      { ...entry, kind: 'withdrawal', amount: -20_000n, effectiveDate: addDays(today, -100) },
      // Of a day to come, so not counted.
      { ...entry, kind: 'deposit', amount: 990_000n, effectiveDate: addDays(today, 1) },
    ]);
  });
  const { returns, cash_account: account } = await read();
  expect(account).toMatchObject({
    opened_on: addDays(today, -380),
    days: 380,
    contributed_by_opening: '8000.00',
    deposits: '500.00',
    withdrawals: '200.00',
    cash_balance: '1300.00',
    not_entered_payouts: '0.00',
  });
  const [agreed] = account?.scenarios ?? [];
  // 8,064.00 still to come and 1,300.00 of cash.
  expect(agreed).toMatchObject({ scenario: 'agreed', end_value: '9364.00', period_return: null });
  // By halving: -8,000 380 days ago, -500 200 days ago, +200 100 days ago, +9,364 today.
  expect(agreed?.['xirr']).toBe('12.42');
  const difference = Number(returns.scenarios[0]?.['xirr']) - Number(agreed?.['xirr']);
  expect(Number(agreed?.['cash_drag'])).toBeCloseTo(difference, 6);
  expect((await read('open')).cash_account).toBeNull();
});
