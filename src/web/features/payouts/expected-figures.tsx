import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { Explanation } from '../../ui/figure/explanation.tsx';
import { InfoTip } from '../../ui/figure/info-tip.tsx';
import classes from './expected-payouts.module.css';
import type { Forecast } from './forecast.api.ts';

interface ExpectedFiguresProps {
  forecast: Forecast;
}

/** What all pay dates add up to, and what has none. */
export function ExpectedFigures({ forecast }: ExpectedFiguresProps) {
  const { payDates, undated, undatedCount, notReached, notReachedCount } = forecast;
  const agreed = sumMoney(payDates.map((day) => day.agreed));
  const atPace = sumMoney(payDates.map((day) => day.atPace));
  const last = payDates.at(-1);
  const through = last ? `through ${formatMonth(last.payDate)}` : '';
  return (
    <dl className={classes['figures']}>
      <Figure
        name="As agreed"
        amount={agreed}
        tip={<NetBalanceExplained forecast={forecast} agreed={agreed} />}
      >
        {through}
      </Figure>
      <Figure name="No date yet" amount={undated}>
        {undatedCount === 0 ? 'every deal has a next debit' : countOf(undatedCount, 'deal')}
      </Figure>
      <Figure name="At the pace of the last 20 debits" amount={atPace}>
        {through}
      </Figure>
      <Figure name="Not reached at this pace" amount={notReached}>
        {notReachedCount === 0 ? 'nothing is late' : countOf(notReachedCount, 'deal')}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  amount: bigint;
  tip?: ReactNode;
  children: ReactNode;
}

function Figure({ name, amount, tip, children }: FigureProps) {
  return (
    <div>
      <dt>
        {name}
        {tip && <InfoTip subject={name}>{tip}</InfoTip>}
      </dt>
      <dd>
        <span className={classes['amount']}>
          <MoneyText amount={amount} />
        </span>{' '}
        <span className={classes['note']}>{children}</span>
      </dd>
    </div>
  );
}

/** Whether dated and undated parts add up to the net balance. If they do not, the difference is said instead of a tick. */
export function NetBalanceTie({ forecast: { payDates, undated, netBalance } }: ExpectedFiguresProps) {
  const difference = sumMoney(payDates.map((day) => day.agreed)) + undated - netBalance;
  if (difference !== 0n)
    return (
      <p className={classes['wrong']}>
        Off the net balance of <MoneyText amount={netBalance} /> by <MoneyText amount={difference} />
      </p>
    );
  return (
    <p className={classes['good']}>
      <IconCheck size={15} stroke={2} aria-hidden="true" />
      <span>
        Together the net balance, <MoneyText amount={netBalance} />
      </span>
    </p>
  );
}

function NetBalanceExplained({ forecast, agreed }: { forecast: Forecast; agreed: bigint }) {
  return (
    <Explanation
      meaning="What your open deals will still pay you, after fees, if each scheduled debit comes in."
      formula="What is left of each share’s RTR, less what is left of its fee"
      terms={[
        { name: 'As agreed, with a date', value: <MoneyText amount={agreed} /> },
        { sign: '+', name: 'No date yet', value: <MoneyText amount={forecast.undated} /> },
        { sign: '=', name: 'Net balance', value: <MoneyText amount={forecast.netBalance} /> },
      ]}
      notes={[
        `The Portfolio Balance of ${formatMoney(forecast.portfolioBalance)} is another figure: it is before fees, and counts what is left of settled and discounted deals.`,
      ]}
    />
  );
}
