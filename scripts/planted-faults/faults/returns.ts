import type { PlantedFault } from '../planted-fault.ts';

const RETURNS = 'src/shared/domain/returns.test.ts';
const RATE = 'src/shared/domain/yearly-rate.test.ts';

const FILTERED = 'src/server/features/returns/filtered-returns.test.ts';
const CALL = 'src/server/features/returns/returns.test.ts';

export const returnFaults: readonly PlantedFault[] = [
  {
    ids: ['RETURN-01'],
    broken: 'what is on its way counts only where every deal pays as agreed',
    file: 'src/shared/domain/returns.ts',
    from: 'const toCome = SCENARIOS.map((scenario) => onItsWay + counted[scenario]);',
    to: "const toCome = SCENARIOS.map((scenario) => (scenario === 'agreed' ? onItsWay : 0n) + counted[scenario]);",
    test: { file: RETURNS, title: 'RETURN-01 what is on its way is not paid yet, and part of all three' },
  },
  {
    ids: ['RETURN-02'],
    broken: 'of several yearly rates that fit, the first is told',
    file: 'src/shared/domain/yearly-rate.ts',
    from: "if (roots.length > 1) return { kind: 'several rates' };",
    to: '',
    test: { file: RATE, title: 'RETURN-02 where several rates fit, none is told' },
  },
  {
    ids: ['RETURN-02'],
    broken: 'a yearly rate is told of a few weeks',
    file: 'src/shared/domain/returns.ts',
    from: 'if (days >= A_YEAR)',
    to: 'if (days >= 0)',
    test: {
      file: RETURNS,
      title: 'RETURN-02 from 365 days on there is a yearly rate, and without anything back words instead',
    },
  },
  {
    ids: ['RETURN-03'],
    broken: 'weekly payments are annualized as if they were daily',
    file: 'src/shared/domain/simple-annualized.ts',
    from: 'WEEKLY: 52n',
    to: 'WEEKLY: 255n',
    test: {
      file: RETURNS,
      title:
        'RETURN-02 RETURN-03 the golden deal, paid in full: 1.2218 of the cost, 126.77 % a year, 47.14 % simply annualized',
    },
  },
  {
    ids: ['RETURN-04'],
    broken: 'multiples are written with two places whether they add up or not',
    file: 'src/shared/domain/multiples.ts',
    from: 'toCome.every((amount) => addsUp(cost, paid, amount, each))',
    to: 'toCome.every((amount) => addsUp(cost, paid, amount, each) || each === 2)',
    test: {
      file: 'src/shared/domain/multiples.test.ts',
      title:
        'RETURN-04 paid and still to come add up as they are written: with two places, or with three everywhere',
    },
  },
  {
    ids: ['RETURN-05'],
    broken: 'shares that were cancelled before they paid anything count as invested',
    file: 'src/server/ledger/returns/work-out-returns.ts',
    from: "share.deal_status <> 'Cancelled' or exists",
    to: 'true or exists',
    test: {
      file: CALL,
      title:
        'RETURN-05 RETURN-02 a share that has come back in a year, without the cancelled one that never paid',
    },
  },
  {
    ids: ['RETURN-06'],
    broken: 'the recovery that the tenant has set is not used',
    file: 'src/server/ledger/returns/read-returns.ts',
    from: 'recovery: recoveryFrom(row.recovery)',
    to: "recovery: recoveryFrom('')",
    test: {
      file: CALL,
      title:
        'RETURN-05 RETURN-06 a deal in collections counts by the tenant’s recovery, and what is counted adds up',
    },
  },
  {
    ids: ['RETURN-07'],
    broken: 'the reconciliation passes over what returns are made of',
    file: 'src/server/ledger/find-differences.ts',
    from: '...(await findReturnDifferences(tx, scope)),',
    to: '...(await findReturnDifferences(tx, { ...scope, syndicateIds: [] })),',
    test: {
      file: CALL,
      title: 'RETURN-07 DASH-07 the reconciliation finds a cent too much in what returns are made of',
    },
  },
  {
    ids: ['RETURN-09'],
    broken: 'a negative base of the portfolio return counts as a large one',
    file: 'src/shared/domain/portfolio-totals.ts',
    from: 'base * SMALLEST_BASE < investmentCost',
    to: 'base >= 0n && base * SMALLEST_BASE < investmentCost',
    test: {
      file: 'src/shared/domain/portfolio-totals.test.ts',
      title: 'RETURN-09 a percent of less than a quarter of the cost misleads, and on cost it is a multiple',
    },
  },
  {
    ids: ['RETURN-10'],
    broken: 'closed deals count as open in the returns of the open ones',
    file: 'src/server/ledger/returns/keep-parts.ts',
    from: 'entry.deal_status <> all(',
    to: "entry.deal_status = 'Settled' or entry.deal_status <> all(",
    test: {
      file: FILTERED,
      title: 'RETURN-10 open and closed deals have their own returns, which add up to those of all deals',
    },
  },
  {
    ids: ['RETURN-11'],
    broken: 'the returns of a filter are those of all deals',
    file: 'src/server/features/returns/filtered-returns.ts',
    from: 'const found = await findParticipations(tx, choice);',
    to: "const found = await findParticipations(tx, { ...choice, search: '' });",
    test: {
      file: FILTERED,
      title: 'RETURN-11 a filter of the table has the returns of the deals that it shows',
    },
  },
  {
    ids: ['RETURN-13'],
    broken: 'the days of a deal leave out what was paid for it',
    file: 'src/server/features/deal-page/returns-of-share.ts',
    from: '({ date, amount: -amount })',
    to: '({ date, amount: 0n * amount })',
    test: {
      file: 'src/server/features/deal-page/deal-returns.test.ts',
      title: 'RETURN-13 a deal that has paid in full has its yearly rate, and the days that it is made of',
    },
  },
  {
    ids: ['RETURN-14'],
    broken: 'the rate with idle cash leaves out the cash',
    file: 'src/shared/domain/cash-drag.ts',
    from: 'const endValue = toCome + cash;',
    to: 'const endValue = toCome + 0n * cash;',
    test: {
      file: 'src/shared/domain/cash-drag.test.ts',
      title:
        'RETURN-14 half of the money in a deal at 10 % and half idle is 5 %: the idle half costs 5 points',
    },
  },
  {
    ids: ['RETURN-15'],
    broken: 'with several funders only the costs of the first count',
    file: 'src/shared/domain/merged-returns.ts',
    from: 'costs: byDate(bases.flatMap(({ costs }) => costs)),',
    to: 'costs: byDate(bases.slice(0, 1).flatMap(({ costs }) => costs)),',
    test: {
      file: 'src/shared/domain/merged-returns.test.ts',
      title:
        'RETURN-15 two funders together: costs of 200 and 600 with 100 and 600 back are 0.875 of the cost, not 0.75',
    },
  },
  {
    ids: ['RETURN-16'],
    broken: 'what the portal is compared with leaves the fee out of the net balance',
    file: 'scripts/by-hand/work-out.ts',
    from: 'share.isFeeUpfront ? 0n : percentOf',
    to: 'share.isFeeUpfront || !share.isFeeUpfront ? 0n : percentOf',
    test: {
      file: 'scripts/by-hand.unit.test.ts',
      title: 'RETURN-01 RETURN-16 what the portal is compared with gives the worked examples',
    },
  },
];
