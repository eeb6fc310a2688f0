import { type ReactNode, useState } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { divideHalfUp } from '../../../shared/domain/fixed-point.ts';
import { rateFromUnits } from '../../../shared/domain/rate.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { Explanation, type Term } from '../../ui/figure/explanation.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { CashExplained } from './cash-explained.tsx';
import { FlowsTable } from './flows-table.tsx';
import { RecoveredBalances, type RecoveredStatus } from './recovered-balances.tsx';
import { type FigureName, multipleText, rateText } from './return-figures.ts';
import type { Returns, ScenarioReturns } from './returns.api.ts';

interface WhereFromProps {
  returns: Returns;
  scenario: ScenarioReturns;
  figure: FigureName;
  /** Of one deal, the days on which money went in and came out; what was paid in is negative. */
  flows?: readonly CashFlow[] | undefined;
  linkTo?: ((status: RecoveredStatus) => ReactNode) | undefined;
}

/** What a figure is made of: the formula in words, and the inputs that add up to it. */
export function WhereFrom({ returns, scenario, figure, flows, linkTo }: WhereFromProps) {
  const paid: Term = { name: 'Paid to date', value: <MoneyText amount={returns.paid} /> };
  const cost: Term = { sign: '÷', name: 'Investment cost', value: <MoneyText amount={returns.cost} /> };
  const onItsWay: Term = { name: 'On its way', value: <MoneyText amount={returns.onItsWay} /> };
  const counted: Term = {
    sign: '+',
    name: COUNTED[scenario.scenario],
    value: <MoneyText amount={scenario.counted} />,
  };
  const result = (name: string, value: Term['value']): Term => ({ sign: '=', name, value });
  const multiple = (value: ScenarioReturns['tvpi']) => multipleText(value, returns.places);
  if (figure === 'total')
    return (
      <Explanation
        meaning={
          flows
            ? 'What this deal has paid you and what it is still expected to pay, after fees.'
            : 'What your deals have paid you and what they are still expected to pay, after fees.'
        }
        formula="Paid to date, plus what is on its way, plus what is counted of the net balance"
        terms={[
          paid,
          { sign: '+', ...onItsWay },
          counted,
          result('Total value', <MoneyText amount={scenario.totalValue} />),
        ]}
      />
    );
  if (figure === 'tvpi')
    return (
      <Explanation
        meaning="What each dollar that you have paid in has become."
        formula="Total value divided by investment cost"
        terms={[
          { name: 'Total value', value: <MoneyText amount={scenario.totalValue} /> },
          cost,
          result('Multiple', multiple(scenario.tvpi)),
        ]}
        notes={[
          `Paid to date ${multiple(scenario.dpi)} and still to come ${multiple(scenario.rvpi)} add up to it.`,
        ]}
      />
    );
  if (figure === 'dpi')
    return (
      <Explanation
        meaning="How much of what you have paid in was paid back to you, up to today."
        formula="Net pay whose pay date has come, divided by investment cost"
        terms={[paid, cost, result('Paid to date', multiple(scenario.dpi))]}
      />
    );
  if (figure === 'rvpi') {
    const explained = {
      terms: [onItsWay, counted, cost, result('Still to come', multiple(scenario.rvpi))],
      notes: isRest(returns, scenario) ? ['Rounded so that paid and still to come add up.'] : [],
    };
    if (scenario.scenario !== 'adjusted')
      return (
        <Explanation
          meaning={flows && scenario.scenario === 'agreed' ? OWED_BY_DEAL : STILL_TO_COME[scenario.scenario]}
          formula={RVPI_FORMULA}
          {...explained}
        />
      );
    return (
      <>
        <RecoveredBalances recovered={returns.recovered} linkTo={linkTo} />
        <Explanation meaning={RVPI_FORMULA} {...explained} />
      </>
    );
  }
  if (figure === 'cash' && returns.cashDrag)
    return <CashExplained returns={returns} scenario={scenario} cashDrag={returns.cashDrag} />;
  return <RateExplained returns={returns} scenario={scenario} flows={flows} />;
}

const COUNTED = {
  agreed: 'Net balance',
  adjusted: 'Net balance, adjusted',
  nothing: 'Net balance, not counted',
} as const;

const RVPI_FORMULA =
  'What is on its way, plus what is counted of the net balance, divided by investment cost';

const OWED_BY_DEAL = 'All that this deal still owes you, after fees.';

const STILL_TO_COME = {
  agreed: 'All that your open deals still owe you, after fees.',
  nothing: 'Only what is posted already and waits for its pay date.',
} as const;

/** Whether still to come was rounded as the rest of the total, and not by itself. */
function isRest({ cost, places }: Returns, { toCome, rvpi }: ScenarioReturns): boolean {
  const units = divideHalfUp(toCome * 10n ** BigInt(places), cost);
  return !rateFromUnits(units, places).eq(rvpi);
}

const YOUNG_DEALS = 'The first of these deals is under a year old';
const YOUNG_DEAL = 'You paid for this deal less than a year ago';
const UNDER_A_YEAR = 'The rate supposes that money that came back earns as much again, which it may not.';
const NO_RATE =
  'At no rate is what you paid in worth what came back. That is so where much was paid in of late and counts as lost.';

function RateExplained({ returns, scenario, flows }: Omit<WhereFromProps, 'figure'>) {
  const [isShown, setIsShown] = useState(false);
  const young = flows ? YOUNG_DEAL : YOUNG_DEALS;
  const isUnderYear = scenario.periodReturn !== null;
  const gain = scenario.totalValue - returns.cost;
  const period: Term[] = [
    { name: 'Total value', value: <MoneyText amount={scenario.totalValue} /> },
    { sign: '−', name: 'Investment cost', value: <MoneyText amount={returns.cost} /> },
    { sign: '=', name: `Gain in ${countOf(returns.days, 'day')}`, value: <MoneyText amount={gain} /> },
  ];
  const paidAndCounted: Term[] = [
    {
      sign: '−',
      name: `Paid in on ${countOf(returns.costDateCount, 'day')} since ${formatDate(returns.since)}`,
      value: <MoneyText amount={returns.cost} />,
    },
    {
      sign: '+',
      name: `Paid out on ${countOf(returns.payDateCount, 'pay date')}`,
      value: <MoneyText amount={returns.paid} />,
    },
    {
      sign: '+',
      name: `Still to come, counted on ${formatDate(returns.today)}`,
      value: <MoneyText amount={scenario.toCome} />,
    },
    { sign: '=', name: 'Yearly rate', value: rateText(scenario) },
  ];
  if (!isUnderYear || isShown)
    return (
      <>
        <Explanation
          meaning="The yearly rate at which what you paid in, on each day, is worth what came back, on each day."
          formula="XIRR: each amount counts by its day, a year has 365 days"
          terms={paidAndCounted}
          notes={[
            ...(isUnderYear ? [`${young}. ${UNDER_A_YEAR}`] : []),
            ...(scenario.noRateBecause === 'out of range' ? [NO_RATE] : []),
          ]}
        />
        {flows && <FlowsTable returns={returns} scenario={scenario} flows={flows} />}
      </>
    );
  return (
    <>
      <Explanation
        meaning={`${young}, so this is the return of that time and not of a year.`}
        formula="Total value less investment cost, as a percent of investment cost"
        terms={period}
      />
      {scenario.yearlyRate && (
        <p>
          <TextButton onClick={() => setIsShown(true)}>Show the yearly rate anyway</TextButton>
        </p>
      )}
      {flows && <FlowsTable returns={returns} scenario={scenario} flows={flows} />}
    </>
  );
}
