import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import { originInWords, posterInWords } from './origin-words.ts';
import type { Line } from './why.api.ts';

interface LinesTableProps {
  lines: readonly Line[];
}

/** Payout lines, the newest first, each with its payment and with where that came from. */
export const LinesTable = ({ lines }: LinesTableProps) => (
  <div className={tableClasses['scroll']}>
    <table className={tableClasses['table']} aria-label="Lines">
      <thead>
        <tr>
          <th scope="col">Payment</th>
          <th scope="col">From</th>
          <th scope="col">Posted by</th>
          <th scope="col" className={tableClasses['day']}>
            Pay date
          </th>
          <th scope="col" className={tableClasses['number']}>
            Gross
          </th>
          <th scope="col" className={tableClasses['number']}>
            Fee
          </th>
          <th scope="col" className={tableClasses['number']}>
            Net pay
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.reference} ${line.isReversal}`}>
            <td>
              <b>{line.reference}</b>
              <span className={tableClasses['below']}>{paymentInWords(line)}</span>
            </td>
            <td data-name="From">{originInWords(line.origin)}</td>
            <td data-name="Posted by">{posterInWords(line.origin)}</td>
            <td data-name="Pay date" className={tableClasses['day']}>
              {formatDate(line.payDate)}
            </td>
            <td data-name="Gross" className={tableClasses['number']}>
              <MoneyText amount={line.gross} />
            </td>
            <td data-name="Fee" className={tableClasses['number']}>
              <MoneyText amount={line.managementFee} />
            </td>
            <td data-name="Net pay" className={tableClasses['number']}>
              <MoneyText amount={line.netPay} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function paymentInWords({
  paymentAmount,
  clearedDate,
  returnedDate,
  returnCode,
  isVoid,
  isReversal,
}: Line): string {
  const amount = formatMoney(paymentAmount);
  if (!isReversal) return `${amount}, cleared ${clearedDate ? formatDate(clearedDate) : 'never'}`;
  const on = returnedDate ? formatDate(returnedDate) : '';
  return isVoid ? `${amount}, taken back by a correction ${on}` : `${amount}, came back ${on}, ${returnCode}`;
}
