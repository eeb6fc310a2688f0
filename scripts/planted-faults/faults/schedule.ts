import type { PlantedFault } from '../planted-fault.ts';

const SCHEDULE = 'src/shared/domain/debit-schedule.test.ts';
const STANDING = 'src/shared/domain/deal-standing.test.ts';
const KEPT = 'src/server/ledger/standings/standings.test.ts';
const SINCE = 'src/server/features/since/since.test.ts';

const FORECAST = 'src/shared/domain/forecast.test.ts';
const FORECAST_CALL = 'src/server/features/forecast/forecast.test.ts';

export const scheduleFaults: readonly PlantedFault[] = [
  {
    ids: ['SCHED-10'],
    broken: 'the last debit of the forecast pays as much as the others',
    file: 'src/shared/domain/forecast.ts',
    from: '        change(last.days, last.number, left);',
    to: '        change(last.days, last.number, left - 1n);',
    test: {
      file: FORECAST,
      title: 'SCHED-10 arrears come at the end, and the last debit settles what rounding left',
    },
  },
  {
    ids: ['SCHED-10'],
    broken: 'the reconciliation passes over the forecasts',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findForecastDifferences(tx, scope)),',
    to: '...(await findForecastDifferences(tx, { ...scope, syndicateIds: [] })),',
    test: {
      file: FORECAST_CALL,
      title: 'SCHED-10 DASH-07 the reconciliation finds a cent too much on a pay date',
    },
  },
  {
    ids: ['SCHED-01'],
    broken: 'debits are counted on bank holidays',
    file: 'src/shared/domain/debit-days.ts',
    from: 'if (isBankDay(day)) days.push(day);',
    to: 'if (new Date(day).getUTCDay() % 6 !== 0) days.push(day);',
    test: { file: SCHEDULE, title: 'SCHED-01 a daily deal is debited on each bank day after its funding' },
  },
  {
    ids: ['SCHED-02'],
    broken: 'a suspended deal goes on being expected to pay',
    file: 'src/server/ledger/write-statuses.ts',
    from: '  await pauseWithStatus(tx, tenantId, statuses);',
    to: '  void pauseWithStatus;',
    test: {
      file: KEPT,
      title: 'SCHED-02 a suspended deal is paused from that day, and resumes with what it paid before',
    },
  },
  {
    ids: ['SCHED-03'],
    broken: 'the pace counts more than was asked for',
    file: 'src/shared/domain/deal-standing.ts',
    from: 'pace === null || pace.cleared >= pace.asked',
    to: 'pace === null',
    test: {
      file: STANDING,
      title: 'SCHED-03 with fewer than five debits due there is no pace yet, and none of more than all of it',
    },
  },
  {
    ids: ['SCHED-04'],
    broken: 'two missed debits put a deal on the watchlist',
    file: 'src/shared/domain/deal-standing.ts',
    from: 'const MISSED_AT_LEAST = 3;',
    to: 'const MISSED_AT_LEAST = 2;',
    test: {
      file: KEPT,
      title:
        'SCHED-04 a deal that stops paying comes on the watchlist as of the third missed debit, and leaves it with any payment',
    },
  },
  {
    ids: ['SCHED-05'],
    broken: 'the reconciliation passes over the standings',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findStandingDifferences(tx, scope, limit)),',
    to: '...(await findStandingDifferences(tx, scope, 0)),',
    test: {
      file: KEPT,
      title:
        'SCHED-05 the reconciliation finds a standing that is a cent off, a missing watch and a wrong one',
    },
  },
  {
    ids: ['SCHED-07'],
    broken: 'the sums above the watchlist keep what a deal that has left it had at stake',
    file: 'src/server/ledger/standings/keep-standings.ts',
    from: 'union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before',
    to: 'union all select syndicate_id, -1, -arrears_cents, 0 from before',
    test: {
      file: KEPT,
      title: 'SCHED-07 the sums of a watchlist follow every change of it, and a wrong one is found',
    },
  },
  {
    ids: ['SCHED-08'],
    broken: 'the second visit of a day empties the strip',
    file: 'src/server/features/since/visits.queries.ts',
    from: 'where ${dayOf(sql`visit.visited_at`)} < ${dayOf(sql`excluded.visited_at`)}`',
    to: '`',
    test: {
      file: SINCE,
      title: 'SCHED-08 the first visit has no strip, and the next day tells what happened since',
    },
  },
];
