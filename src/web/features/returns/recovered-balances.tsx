import type { ReactNode } from 'react';
import { sumMoney } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import classes from './recovered-balances.module.css';
import type { Returns } from './returns.api.ts';

interface RecoveredBalancesProps {
  recovered: Returns['recovered'];
  /** A link to the deals of a status, where the table can show just those. */
  linkTo?: ((status: RecoveredStatus) => ReactNode) | undefined;
}

export type RecoveredStatus = Returns['recovered'][number]['status'];

/** What the adjusted end value counts of each status. */
export function RecoveredBalances({ recovered, linkTo }: RecoveredBalancesProps) {
  if (recovered.length === 0) return null;
  return (
    <table className={classes['statuses']}>
      <caption>Net balance by status, times the part that the funder expects</caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Net balance</th>
          <th scope="col">Part</th>
          <th scope="col">Counted</th>
        </tr>
      </thead>
      <tbody>
        {recovered.map(({ status, netBalance, percent, counted }) => (
          <tr key={status}>
            <th scope="row">{linkTo ? linkTo(status) : status}</th>
            <td>
              <MoneyText amount={netBalance} />
            </td>
            <td>{percent === null ? 'differs' : `${percent}%`}</td>
            <td>
              <MoneyText amount={counted} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            <MoneyText amount={sumMoney(recovered.map(({ netBalance }) => netBalance))} />
          </td>
          <td />
          <td>
            <MoneyText amount={sumMoney(recovered.map(({ counted }) => counted))} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
