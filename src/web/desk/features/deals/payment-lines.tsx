import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { InlineError } from '../../../ui/message/inline-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import { type ListedPayment, type Payment, usePayment } from './deals.api.ts';
import classes from './deals.module.css';
import { nameOfPoster } from './poster.ts';

interface PaymentLinesProps {
  payment: ListedPayment;
}

/** What a payment became: a line for each share, and for what was taken back. */
export function PaymentLines({ payment: { paymentId, reference } }: PaymentLinesProps) {
  const payment = usePayment(paymentId);
  const { data } = payment;
  if (payment.isError && !data)
    return (
      <InlineError
        title="The payout lines did not load"
        error={payment.error}
        onRetry={() => payment.refetch()}
        isRetrying={payment.isFetching}
      />
    );
  if (!data) return <Skeleton characters={50} />;
  return (
    <>
      {wordsOf(data).map((words) => (
        <p key={words} className={classes['remark']}>
          {words}
        </p>
      ))}
      {data.lines.length > 0 && (
        <table className={tableClasses['table']} aria-label={`Payout lines of ${reference}`}>
          <thead>
            <tr>
              <th scope="col">Payout line</th>
              <th scope="col" className={tableClasses['number']}>
                Share
              </th>
              <th scope="col" className={tableClasses['number']}>
                Gross
              </th>
              <th scope="col" className={tableClasses['number']}>
                Mgt fee
              </th>
              <th scope="col" className={tableClasses['number']}>
                Net pay
              </th>
              <th scope="col" className={tableClasses['day']}>
                Pay date
              </th>
            </tr>
          </thead>
          <tbody>
            {data.lines.map((line) => (
              <tr key={`${line.syndicateId} ${line.isReversal}`}>
                <td>
                  {line.syndicateName}
                  {line.isReversal && ', taken back'}
                </td>
                <td data-name="Share" className={tableClasses['number']}>
                  {formatPercent(line.sharePercent)}
                </td>
                <td data-name="Gross" className={tableClasses['number']}>
                  <MoneyText amount={line.gross} />
                </td>
                <td data-name="Mgt fee" className={tableClasses['number']}>
                  <MoneyText amount={line.managementFee} />
                </td>
                <td data-name="Net pay" className={tableClasses['number']}>
                  <MoneyText amount={line.netPay} />
                </td>
                <td data-name="Pay date" className={tableClasses['day']}>
                  {formatDate(line.payDate)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** From where it came, what became of it, and what of it is the funder's own. */
function wordsOf({ lines, amount, correction, correctionOf, ...payment }: Payment): string[] {
  const { sourceKind, fileName, fileLine, status } = payment;
  const own = amount - sumMoney(lines.filter(({ isReversal }) => !isReversal).map(({ gross }) => gross));
  return [
    ...(sourceKind ? [`Line ${fileLine} of ${fileName || 'what a system sent'}, ${sourceKind}.`] : []),
    ...(correctionOf ? [`Takes the place of ${correctionOf.reference}: ${correctionOf.reason}`] : []),
    ...(correction
      ? [
          `Corrected ${formatMoment(correction.correctedAt)} by ${nameOfPoster(correction.correctedBy)}: ${correction.reason}${
            correction.replacementReference ? ` ${correction.replacementReference} takes its place.` : ''
          }${correction.proof ? ` Proof: ${correction.proof.name}, among the files.` : ''}`,
        ]
      : []),
    ...(status === 'returned'
      ? ['It never cleared, so nothing of it was shared out.']
      : [`${formatMoney(own)} of it is the funder’s own.`]),
  ];
}
