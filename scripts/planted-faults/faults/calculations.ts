import type { PlantedFault } from '../planted-fault.ts';

export const calculationFaults: readonly PlantedFault[] = [
  {
    ids: ['CALC-01'],
    broken: 'the portfolio return leaves the cash balance out of the gain',
    file: 'src/shared/domain/portfolio-totals.ts',
    from: 'basis.portfolioBalance - basis.netInvestment + basis.cashBalance',
    to: 'basis.portfolioBalance - basis.netInvestment',
    test: {
      file: 'src/shared/domain/portfolio-totals.test.ts',
      title: 'CALC-01 portfolio return is the gain over what is still invested',
    },
  },
  {
    ids: ['CALC-02'],
    broken: 'a net investment that the funder has set at zero does not count',
    file: 'src/shared/domain/portfolio-totals.ts',
    from: 'basis.netInvestmentOverride ?? ',
    to: 'basis.netInvestmentOverride || ',
    test: {
      file: 'src/shared/domain/portfolio-totals.test.ts',
      title: 'CALC-02 a given override wins, even at zero',
    },
  },
  {
    ids: ['CALC-03'],
    broken: 'the anticipated return is shown as a percent of the return and not of the cost',
    file: 'src/shared/domain/participation.ts',
    from: 'ratioPercent(anticipatedReturn - investmentCost, investmentCost)',
    to: 'ratioPercent(anticipatedReturn - investmentCost, anticipatedReturn)',
    test: {
      file: 'src/shared/domain/participation.test.ts',
      title: 'CALC-03 golden example: anticipated return 27.27 %',
    },
  },
  {
    ids: ['CALC-04'],
    broken: 'an advance that is paid weekly withholds by its daily payment',
    file: 'src/shared/domain/withholding.ts',
    from: "paymentFrequency === 'WEEKLY' ? weekly || daily : daily || weekly",
    to: 'daily || weekly',
    test: {
      file: 'src/shared/domain/withholding.test.ts',
      title: 'CALC-04 where the file says how an advance is paid',
    },
  },
  {
    ids: ['CALC-04'],
    broken: 'the total withhold counts advances that are paid off',
    file: 'src/shared/domain/withholding.ts',
    from: 'ratioPercent(sumMoney(activeOnly(advances).map(monthlyPull))',
    to: 'ratioPercent(sumMoney(advances.map(monthlyPull))',
    test: {
      file: 'src/shared/domain/withholding.test.ts',
      title: 'CALC-04 the total covers only active advances that pull',
    },
  },
  {
    ids: ['CALC-05'],
    broken: 'a write-off stays in the portfolio balance',
    file: 'src/shared/domain/deal-status.ts',
    from: "'Write-off',\n  'Complete with discount',\n] as const satisfies",
    to: "'Complete with discount',\n] as const satisfies",
    test: {
      file: 'src/server/ledger/ledger.test.ts',
      title: 'CALC-05 a write-off takes the remaining balance out of the portfolio balance',
    },
  },
  {
    ids: ['CALC-06'],
    broken: 'half a cent is rounded down',
    file: 'src/shared/domain/fixed-point.ts',
    from: '2n * magnitude(remainder) < magnitude(denominator)',
    to: '2n * magnitude(remainder) <= magnitude(denominator)',
    test: {
      file: 'src/shared/domain/money.test.ts',
      title: 'CALC-06 a half cent goes up, and down for a negative amount',
    },
  },
  {
    ids: ['FMT-01'],
    broken: 'dates are shown with the day before the month',
    file: 'src/shared/domain/calendar-date.ts',
    from: '`${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`',
    to: '`${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`',
    test: {
      file: 'src/shared/domain/calendar-date.test.ts',
      title: 'FMT-01 dates show as MM/DD/YYYY and statement months as MM/YYYY',
    },
  },
];
