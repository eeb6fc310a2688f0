import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { type Cents, ratioPercent, sumMoney } from './money.ts';
import type { Rate } from './rate.ts';
import { A_YEAR, type ReturnRate, type Returns, type Scenario } from './returns.ts';
import { type CashFlow, yearlyRate } from './yearly-rate.ts';

/** What an investor has put into a cash account and taken out of it, up to today. */
export interface CashContributions {
  /** What they had put in by then counts on this day. */
  readonly openedOn: CalendarDate;
  /** On their days: the opening and deposits are positive, withdrawals negative. */
  readonly contributions: readonly CashFlow[];
  /** What the account holds. */
  readonly cash: Cents;
}

export interface CashDragScenario {
  readonly scenario: Scenario;
  /** What is still to come of the deals, and the cash. */
  readonly endValue: Cents;
  readonly rate: ReturnRate;
  /** How many percent points a year the deals' own rate is above it; null where one of the two has no rate. */
  readonly difference: Rate | null;
}

/** The yearly rate over what was put in and taken out, with the cash that is in no deal: the deals' rate is higher by what idle cash costs. */
export function cashDragOf(
  { today, scenarios }: Pick<Returns, 'today' | 'scenarios'>,
  { openedOn, contributions, cash }: CashContributions,
): CashDragScenario[] {
  const flows = contributions.map(({ date, amount }) => ({ date, amount: -amount }));
  const putIn = sumMoney(contributions.filter(({ amount }) => amount > 0n).map(({ amount }) => amount));
  const net = sumMoney(contributions.map(({ amount }) => amount));
  const days = daysBetween(openedOn, today);
  return scenarios.map(({ scenario, toCome, rate: ofDeals }) => {
    const endValue = toCome + cash;
    const rate = yearlyRate([...flows, { date: today, amount: endValue }]);
    const isPeriod = days < A_YEAR && putIn > 0n;
    return {
      scenario,
      endValue,
      rate: isPeriod
        ? { kind: 'period', days, percent: ratioPercent(endValue - net, putIn), rate }
        : { kind: 'yearly', rate },
      difference:
        ofDeals.rate.kind === 'rate' && rate.kind === 'rate'
          ? ofDeals.rate.percent.minus(rate.percent)
          : null,
    };
  });
}
