import { useMemo, useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { tryAgain } from '../../lib/code-chunk.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { NEWEST_COUNT, useNewestPayDates } from './net-payouts.api.ts';
import classes from './net-payouts.module.css';
import type { PayDate } from './payouts.api.ts';
import { NetPayoutsSkeleton } from './payouts-skeleton.tsx';

/** As many bars as a finger can tell apart. */
const NARROW_COUNT = 20;

interface NetPayoutsProps {
  syndicateId: bigint;
  chosen: CalendarDate | null;
  isNarrow: boolean;
  onChoose: (payDate: CalendarDate) => void;
}

/** The newest pay dates as a bar chart, the latest on the right. */
export function NetPayouts({ syndicateId, chosen, isNarrow, onChoose }: NetPayoutsProps) {
  const query = useNewestPayDates(syndicateId);
  const [pointedAt, setPointedAt] = useState<CalendarDate | null>(null);
  const span = isNarrow ? NARROW_COUNT : NEWEST_COUNT;
  const shown = useMemo(() => query.data?.payDates.slice(0, span).toReversed() ?? [], [query.data, span]);
  if (!query.data) {
    if (!query.isError) return <NetPayoutsSkeleton />;
    return (
      <section className={classes['card']} aria-label="Net payouts">
        <div className={classes['head']} />
        <div className={classes['failure']}>
          <InlineError
            title="The chart did not load"
            error={query.error}
            onRetry={() => tryAgain(query.error, () => void query.refetch())}
            isRetrying={query.isFetching}
          />
        </div>
      </section>
    );
  }
  const { Bars } = query.data;
  const highlighted = shown.find(({ payDate }) => payDate === (pointedAt ?? chosen ?? shown.at(-1)?.payDate));
  return (
    <section className={classes['card']} aria-label="Net payouts">
      <div className={classes['head']}>
        <h2 className={classes['title']}>Net payouts</h2>
        <p className={classes['span']}>{nameSpan(shown.length, span)}</p>
        {highlighted && (
          <p className={classes['highlighted']}>
            {formatDate(highlighted.payDate)} · <MoneyText amount={highlighted.netPay} />
            {highlighted.isUpcoming && ` · ${highlighted.state}`}
          </p>
        )}
      </div>
      <div className={classes['chart']}>
        <Bars payDates={shown} chosen={chosen} onChoose={onChoose} onPoint={setPointedAt} />
      </div>
      <SpokenTable payDates={shown} />
    </section>
  );
}

const nameSpan = (count: number, span: number): string =>
  `${count < span ? 'all' : 'last'} ${countOf(count, 'pay date')}`;

interface SpokenTableProps {
  payDates: readonly PayDate[];
}

/** The chart's content for screen readers. */
function SpokenTable({ payDates }: SpokenTableProps) {
  return (
    <table className={classes['spoken']}>
      <caption>Net payouts by pay date</caption>
      <thead>
        <tr>
          <th scope="col">Pay Date</th>
          <th scope="col">Net Pay</th>
        </tr>
      </thead>
      <tbody>
        {payDates.map(({ payDate, netPay }) => (
          <tr key={payDate}>
            <th scope="row">{formatDate(payDate)}</th>
            <td>
              <MoneyText amount={netPay} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
