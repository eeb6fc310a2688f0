import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import classes from './recovered-balances.module.css';
import type { Returns, ScenarioReturns } from './returns.api.ts';

/** The share was paid for once, before anything came back. */
const whatIs = ({ amount }: CashFlow, place: number): string =>
  place === 0 ? 'Paid in' : amount < 0n ? 'Taken back' : 'Paid out';

interface FlowsTableProps {
  returns: Returns;
  scenario: ScenarioReturns;
  flows: readonly CashFlow[];
}

/** Day by day, what the yearly rate is made of. */
export function FlowsTable({ returns, scenario, flows }: FlowsTableProps) {
  const all = [
    ...flows.map((flow, place) => ({ ...flow, what: whatIs(flow, place) })),
    { date: returns.today, amount: scenario.toCome, what: 'Still to come, counted today' },
  ];
  return (
    <table className={classes['statuses']}>
      <caption>Day by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className={classes['words']}>
            What
          </th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ date, amount, what }) => (
          <tr key={`${date} ${what}`}>
            <th scope="row">{formatDate(date)}</th>
            <td className={classes['words']}>{what}</td>
            <td>
              <MoneyText amount={amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Gain</th>
          <td />
          <td>
            <MoneyText amount={sumMoney(all.map(({ amount }) => amount))} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
