import { divideHalfUp } from './fixed-point.ts';
import { type Cents, sumMoney } from './money.ts';
import { type Rate, rateFromUnits } from './rate.ts';

const LOW_NET_DEPOSIT: Cents = 15_000_00n;

interface StatementAmounts {
  readonly deposits: Cents;
  readonly transfers: Cents;
  readonly otherAdvances: Cents;
  readonly deductions: Cents;
  readonly netDeposits: Cents;
  readonly averageBalance: Cents;
  readonly beginningBalance: Cents;
  readonly endingBalance: Cents;
}

export interface StatementMonth extends StatementAmounts {
  /** Only months that an underwriter has checked are counted. */
  readonly isScrubbed: boolean;
  readonly numberOfDeposits: number;
  readonly negativeDays: number;
}

export interface StatementAverages extends StatementAmounts {
  readonly numberOfDeposits: Rate;
  readonly negativeDays: Rate;
}

/** All zero when no month is scrubbed. */
export function statementAverages(months: readonly StatementMonth[]): StatementAverages {
  const scrubbed = months.filter((month) => month.isScrubbed);
  const money = (field: keyof StatementAmounts) => average(scrubbed.map((month) => month[field]));
  const count = (field: 'numberOfDeposits' | 'negativeDays') =>
    rateFromUnits(average(scrubbed.map((month) => BigInt(month[field]) * 100n)), 2);
  return {
    deposits: money('deposits'),
    transfers: money('transfers'),
    otherAdvances: money('otherAdvances'),
    deductions: money('deductions'),
    netDeposits: money('netDeposits'),
    numberOfDeposits: count('numberOfDeposits'),
    negativeDays: count('negativeDays'),
    averageBalance: money('averageBalance'),
    beginningBalance: money('beginningBalance'),
    endingBalance: money('endingBalance'),
  };
}

/** The monthly deposits of all accounts together, which withholding is measured against. */
export function totalNetDeposits(accounts: readonly Pick<StatementAverages, 'netDeposits'>[]): Cents {
  return sumMoney(accounts.map(({ netDeposits }) => netDeposits));
}

export function isLowNetDeposit(averageNetDeposit: Cents): boolean {
  return averageNetDeposit < LOW_NET_DEPOSIT;
}

function average(hundredths: readonly bigint[]): bigint {
  return hundredths.length === 0 ? 0n : divideHalfUp(sumMoney(hundredths), BigInt(hundredths.length));
}
