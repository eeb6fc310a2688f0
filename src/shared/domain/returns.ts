import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { type Cents, ratioPercent, sumMoney } from './money.ts';
import { type Multiples, shownMultiples } from './multiples.ts';
import type { Rate } from './rate.ts';
import { type RecoveredBalance, type Recovery, recoveredBalances, type StatusBalance } from './recovery.ts';
import { type CashFlow, type YearlyRate, yearlyRate } from './yearly-rate.ts';

/** What the returns of some deals are made of. Cancelled shares without a payout are left out of it. */
export interface ReturnsBasis {
  readonly today: CalendarDate;
  /** The investment cost by agreement date. */
  readonly costs: readonly CashFlow[];
  /** Net pay by pay date, with what was taken back and what is on its way. */
  readonly payouts: readonly CashFlow[];
  readonly balances: readonly StatusBalance[];
}

/** The same, with what is counted of the net balance where it is adjusted by status. */
export interface RecoveredBasis extends Omit<ReturnsBasis, 'balances'> {
  readonly recovered: readonly RecoveredBalance[];
}

/** What is assumed of the net balance: every deal pays as agreed, it pays in part by its status, nothing more comes in. */
export const SCENARIOS = ['agreed', 'adjusted', 'nothing'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** A yearly rate says little of a few weeks: under a year there is the return of the period, and the rate only for whoever asks. */
export type ReturnRate =
  | { readonly kind: 'yearly'; readonly rate: YearlyRate }
  | { readonly kind: 'period'; readonly days: number; readonly percent: Rate; readonly rate: YearlyRate };

export interface ScenarioReturns {
  readonly scenario: Scenario;
  /** Of the net balance. */
  readonly counted: Cents;
  /** With what is on its way. */
  readonly toCome: Cents;
  readonly totalValue: Cents;
  readonly multiples: Multiples;
  readonly rate: ReturnRate;
}

export interface Returns {
  readonly today: CalendarDate;
  readonly cost: Cents;
  /** The first day on which something was paid in. */
  readonly since: CalendarDate;
  readonly paid: Cents;
  readonly onItsWay: Cents;
  readonly netBalance: Cents;
  readonly places: 2 | 3;
  readonly scenarios: ScenarioReturns[];
  /** What the adjusted scenario counts of the net balance, by status. */
  readonly recovered: readonly RecoveredBalance[];
}

export const A_YEAR = 365;

/** Null where nothing was paid in, so that there is nothing to measure. */
export const returnsOf = ({ balances, ...basis }: ReturnsBasis, recovery: Recovery): Returns | null =>
  measured({ ...basis, recovered: recoveredBalances(balances, recovery) });

export function measured(basis: RecoveredBasis): Returns | null {
  const { today, recovered } = basis;
  const costs = basis.costs.filter(({ amount }) => amount !== 0n);
  const cost = sumMoney(costs.map(({ amount }) => amount));
  const since = costs.reduce<CalendarDate | null>(
    (first, { date }) => (first !== null && first < date ? first : date),
    null,
  );
  if (cost === 0n || since === null) return null;
  const pastPayouts = basis.payouts.filter(({ date }) => date <= today);
  const paid = sumMoney(pastPayouts.map(({ amount }) => amount));
  const onItsWay = sumMoney(basis.payouts.map(({ amount }) => amount)) - paid;
  const netBalance = sumMoney(recovered.map((balance) => balance.netBalance));
  const counted = {
    agreed: netBalance,
    adjusted: sumMoney(recovered.map((balance) => balance.counted)),
    nothing: 0n,
  };
  const toCome = SCENARIOS.map((scenario) => onItsWay + counted[scenario]);
  const { places, multiples } = shownMultiples(cost, paid, toCome);
  const flows = [...costs.map(({ date, amount }) => ({ date, amount: -amount })), ...pastPayouts];
  const rateOf = (endValue: Cents): ReturnRate => {
    const rate = yearlyRate([...flows, { date: today, amount: endValue }]);
    const days = daysBetween(since, today);
    if (days >= A_YEAR) return { kind: 'yearly', rate };
    return { kind: 'period', days, percent: ratioPercent(paid + endValue - cost, cost), rate };
  };
  const scenarios = SCENARIOS.flatMap((scenario, place) => {
    const [endValue, shown] = [toCome[place], multiples[place]];
    if (endValue === undefined || !shown) return [];
    return {
      scenario,
      counted: counted[scenario],
      toCome: endValue,
      totalValue: paid + endValue,
      multiples: shown,
      rate: rateOf(endValue),
    };
  });
  return { today, cost, since, paid, onItsWay, netBalance, places, scenarios, recovered };
}
