import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['post']);
  const { tenantId, syndicateId, database } = portal;
  await withTenant(database.db, tenantId, async (tx) => {
    for (const mid of ['API', 'CLI', 'FAULTS', 'WEEKLY']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
    await completeDay(tx, tenantId, calendarDate('2026-10-09'));
  });
  await turnDay(database.db, tenantId);
});
afterAll(() => portal.close());

const change = async (body: Record<string, unknown>) => {
  const answer = await operator.post('deals/terms', { reason: 'As agreed', ...body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const history = async (mid: string) => {
  const answer = await operator.get(`deals/terms?mid=${mid}`);
  return ((await answer.json()) as { terms: Record<string, unknown>[] }).terms;
};

const standing = (mid: string) =>
  withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('dealStandings as standing')
      .innerJoin('deals as deal', 'deal.id', 'standing.dealId')
      .select(['expectedCents', 'arrearsCents', 'reasons'])
      .where('deal.mid', '=', mid)
      .where('standing.tenantId', '=', portal.tenantId)
      .executeTakeFirstOrThrow(),
  );

const differences = () =>
  withTenant(portal.database.db, portal.tenantId, (tx) => findDifferences(tx, portal.tenantId));

test('SCHED-06 terms are recorded by a call, and how the deal stands is worked out with them', async () => {
  expect(await standing('API')).toMatchObject({ expectedCents: 420_000n });
  const half = { mid: 'API', change: 'modified', payment: '350.00', effective_date: '2026-10-07' };
  const first = await change(half);
  expect(first).toMatchObject({
    status: 200,
    body: {
      mid: 'API',
      terms: { effective_date: '2026-10-07', payment: '350.00', payment_frequency: 'DAILY', weekday: null },
    },
  });
  // Three debits of 700.00 and, from the 7th to the 9th, three of 350.00.
  expect(await standing('API')).toMatchObject({
    expectedCents: 315_000n,
    reasons: [{ reason: 'missed' }, { reason: 'slow' }, { reason: 'modified', since: '2026-10-07' }],
  });
  expect(await change(half)).toEqual(first);

  const pause = { mid: 'API', change: 'paused', effective_date: '2026-10-08' };
  expect(await change(pause)).toMatchObject({ status: 200, body: { terms: { payment: '0.00' } } });
  expect(await standing('API')).toMatchObject({ expectedCents: 245_000n });
  // A pause that goes on is the same pause.
  expect(await change({ ...pause, effective_date: '2026-10-09' })).toMatchObject({
    body: { terms: { effective_date: '2026-10-08', change: 'paused' } },
  });
  const resume = { mid: 'API', change: 'resumed', effective_date: '2026-10-09' };
  const resumed = await change(resume);
  expect(resumed).toMatchObject({ status: 200, body: { terms: { payment: '350.00', change: 'resumed' } } });
  expect(await change(resume)).toEqual(resumed);
  expect(await standing('API')).toMatchObject({ expectedCents: 280_000n });

  expect((await history('API')).map(({ change: kind, payment }) => [kind, payment])).toEqual([
    ['contract', '700.00'],
    ['modified', '350.00'],
    ['paused', '0.00'],
    ['resumed', '350.00'],
  ]);
  expect((await history('API'))[1]).toMatchObject({
    reason: 'As agreed',
    recorded_by: expect.stringMatching(/^service token \d+: /),
  });
  const trail = await trailOf(portal.database, portal.tenantId);
  const events = trail.filter(({ action }) => action === 'deal terms changed');
  expect(events).toHaveLength(3);
  expect(events[0]).toMatchObject({
    subject: 'deal API',
    details: {
      before: '700.00 DAILY from 10/01/2026',
      after: '350.00 DAILY from 10/07/2026',
      reason: 'As agreed',
    },
  });
  expect(await differences()).toEqual([]);
});

test('SCHED-06 a weekday that only the first debit date tells stays with later terms', async () => {
  const weekly = { mid: 'WEEKLY', change: 'modified', payment: '3500.00', payment_frequency: 'WEEKLY' };
  // A Tuesday; the deal was funded on a Thursday.
  const dates = { effective_date: '2026-10-02', first_debit_date: '2026-10-06' };
  expect(await change({ ...weekly, ...dates })).toMatchObject({ body: { terms: { weekday: null } } });
  const less = { mid: 'WEEKLY', change: 'modified', payment: '1750.00', effective_date: '2026-10-12' };
  expect(await change(less)).toMatchObject({
    body: { terms: { weekday: 'tuesday', payment_frequency: 'WEEKLY', first_debit_date: null } },
  });
  // A first debit that is still to come stays too.
  const later = { mid: 'WEEKLY', change: 'modified', payment: '875.00' };
  const planned = { effective_date: '2026-10-14', first_debit_date: '2026-11-04' };
  await change({ ...later, ...planned });
  expect(await change({ ...later, payment: '900.00', effective_date: '2026-10-15' })).toMatchObject({
    body: { terms: { weekday: null, first_debit_date: '2026-11-04' } },
  });
  const daily = { mid: 'WEEKLY', change: 'modified', payment: '100.00', payment_frequency: 'DAILY' };
  expect(await change({ ...daily, effective_date: '2026-12-01' })).toMatchObject({
    status: 200,
    body: { terms: { weekday: null, first_debit_date: null } },
  });
});

test('SCHED-06 terms that make no sense are refused by name and change nothing', async () => {
  const of = { mid: 'FAULTS', change: 'modified', payment: '350.00', effective_date: '2026-10-07' };
  const refused = async (body: object) => (await change({ ...of, ...body })).body['code'];
  expect(await refused({ mid: 'NOBODYS' })).toBe('not_found');
  expect(await refused({ effective_date: '2026-09-30' })).toBe('terms_before_funding');
  expect(await refused({ first_debit_date: '2026-10-06' })).toBe('first_debit_too_early');
  expect(await refused({ weekday: 'monday' })).toBe('weekday_of_daily_terms');
  expect(await refused({ payment: '0.00' })).toBe('pause_with_payment');
  expect(await refused({ payment: '84000.01' })).toBe('terms_above_payback');
  expect(await refused({ change: 'paused' })).toBe('pause_with_payment');
  expect(await refused({ change: 'resumed' })).toBe('deal_not_paused');
  expect(await refused({ payment: '-1.00' })).toBe('invalid_request');
  expect(await history('FAULTS')).toHaveLength(1);
  expect((await operator.get('deals/terms?mid=NOBODYS')).status).toBe(404);
});
