import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { MoneyText, PercentText } from '../../ui/figure/amount.tsx';
import { groupedCount } from '../../ui/figure/count.ts';
import type { BookOfDay } from './as-of.api.ts';
import classes from './as-of.module.css';
import { CountDifference, DifferenceText } from './difference-text.tsx';

interface FigureRow {
  name: string;
  /** A part of the figure above it. */
  isPart?: true;
  value: (day: BookOfDay) => ReactNode;
  difference: (first: BookOfDay, second: BookOfDay) => ReactNode;
}

const money = (name: string, of: (day: BookOfDay) => Cents, more: { isPart?: true } = {}): FigureRow => ({
  name,
  ...more,
  value: (day) => <MoneyText amount={of(day)} />,
  difference: (first, second) => <DifferenceText amount={of(second) - of(first)} />,
});

const NotKnown = () => <span className={classes['same']}>not known</span>;

/** A figure that counts the cash, which is not known of every day. */
const cashMoney = (name: string, of: (day: BookOfDay) => Cents | null): FigureRow => ({
  name,
  value: (day) => {
    const amount = of(day);
    return amount === null ? <NotKnown /> : <MoneyText amount={amount} />;
  },
  difference: (first, second) => {
    const [before, after] = [of(first), of(second)];
    return before === null || after === null ? <NotKnown /> : <DifferenceText amount={after - before} />;
  },
});

const CASH = cashMoney('Cash balance', (day) => day.cashBalance);

const BEFORE_CASH: readonly FigureRow[] = [
  {
    name: 'Deals',
    value: ({ dealCount }) => groupedCount(dealCount),
    difference: (first, second) => <CountDifference count={second.dealCount - first.dealCount} />,
  },
  money('Total investment cost', (day) => day.investmentCost),
  money('Total anticipated return', (day) => day.anticipatedReturn),
  money('Payouts posted', (day) => day.totalPayouts),
  money('paid', (day) => day.paidPayouts, { isPart: true }),
  money('on its way', (day) => day.upcomingPayouts, { isPart: true }),
  money('Portfolio balance', (day) => day.portfolioBalance),
];

const AFTER_CASH: readonly FigureRow[] = [
  cashMoney('Net investment', (day) => day.netInvestment),
  {
    name: 'Portfolio return',
    value: ({ portfolioReturn }) =>
      portfolioReturn === null ? <NotKnown /> : <PercentText percent={portfolioReturn} />,
    difference: () => null,
  },
];

interface FiguresCardProps {
  days: readonly BookOfDay[];
  hasCash: boolean;
}

/** The figures of the strip on one day or two. */
export function FiguresCard({ days: [first, second], hasCash }: FiguresCardProps) {
  if (!first) return null;
  const rows = [...BEFORE_CASH, ...(hasCash ? [CASH] : []), ...AFTER_CASH];
  return (
    <section className={classes['card']} aria-label="Figures">
      <table className={classes['figures']} data-two={second !== undefined} aria-label="Figures">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">{formatDate(first.date)}</th>
            {second && <th scope="col">{formatDate(second.date)}</th>}
            {second && <th scope="col">Difference</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} data-part={row.isPart}>
              <th scope="row">{row.name}</th>
              <td>{row.value(first)}</td>
              {second && <td>{row.value(second)}</td>}
              {second && <td>{row.difference(first, second)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
