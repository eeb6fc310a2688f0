import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import classes from './insight-parts.module.css';
import type { Forecast, ForecastMonth } from './insights.api.ts';

interface ForecastTableProps {
  forecast: Forecast;
}

/** The figures of the chart. */
export function ForecastTable({ forecast: { months, undated, notReached } }: ForecastTableProps) {
  const sum = (name: Exclude<keyof ForecastMonth, 'month'>) => sumMoney(months.map((month) => month[name]));
  return (
    <table className={classes['table']} data-hides="3" aria-label="Forecast by month">
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Paid</th>
          <th scope="col">On its way</th>
          <th scope="col">As agreed</th>
          <th scope="col">At the present pace</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, paid, onItsWay, agreed, atPace }) => (
          <tr key={month}>
            <th scope="row">{formatMonth(month)}</th>
            <AmountCells amounts={[paid, onItsWay, agreed, atPace]} />
          </tr>
        ))}
        {(undated !== 0n || notReached !== 0n) && (
          <tr>
            <th scope="row">No date, not reached</th>
            <AmountCells amounts={[0n, 0n, undated, notReached]} />
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <AmountCells
            amounts={[sum('paid'), sum('onItsWay'), sum('agreed') + undated, sum('atPace') + notReached]}
          />
        </tr>
      </tfoot>
    </table>
  );
}

interface AmountCellsProps {
  amounts: readonly [bigint, bigint, bigint, bigint];
}

/** Nothing is written for nothing, so that what was paid and what is to come stand apart. */
const AmountCells = ({ amounts: [paid, onItsWay, agreed, atPace] }: AmountCellsProps) => (
  <>
    <td>{paid !== 0n && <MoneyText amount={paid} />}</td>
    <td>{onItsWay !== 0n && <MoneyText amount={onItsWay} />}</td>
    <td>{agreed !== 0n && <MoneyText amount={agreed} />}</td>
    <td>{atPace !== 0n && <MoneyText amount={atPace} />}</td>
  </>
);
