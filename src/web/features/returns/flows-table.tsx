import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import classes from './recovered-balances.module.css';
import type { Returns, ScenarioReturns } from './returns.api.ts';
import type { DayFlow } from './where-from.tsx';

interface FlowsTableProps {
  returns: Returns;
  scenario: ScenarioReturns;
  flows: readonly DayFlow[];
}

/** Day by day, what the yearly rate is made of. */
export function FlowsTable({ returns, scenario, flows }: FlowsTableProps) {
  const all = [
    ...flows.map((flow) => ({ ...flow, what: flow.amount < 0n ? 'Paid in or taken back' : 'Paid out' })),
    { date: returns.today, amount: scenario.toCome, what: 'Still to come, counted today' },
  ];
  return (
    <table className={classes['statuses']}>
      <caption>Day by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">What</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {all.map(({ date, amount, what }) => (
          <tr key={`${date} ${what}`}>
            <th scope="row">{formatDate(date)}</th>
            <td>{what}</td>
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
