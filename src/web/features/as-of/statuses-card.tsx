import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES } from '../../../shared/domain/deal-status.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { StatusChip } from '../../ui/figure/status-chip.tsx';
import type { BookOfDay } from './as-of.api.ts';
import classes from './as-of.module.css';
import { DifferenceText } from './difference-text.tsx';

interface StatusesCardProps {
  days: readonly BookOfDay[];
}

/** The deals by status on one day or two, with what is left of their paybacks. */
export function StatusesCard({ days }: StatusesCardProps) {
  const [first, second] = days;
  const statuses = DEAL_STATUSES.filter((status) =>
    days.some((day) => day.statuses.some((each) => each.status === status)),
  );
  if (!first || statuses.length === 0) return null;
  const of = (day: BookOfDay, status: string) =>
    day.statuses.find((each) => each.status === status) ?? { dealCount: 0, balance: 0n };
  return (
    <section className={classes['card']} aria-labelledby="as-of-statuses">
      <div className={classes['head']}>
        <h2 id="as-of-statuses" className={classes['title']}>
          By status
        </h2>
        <p className={classes['about']}>what is left of the paybacks, before fees</p>
      </div>
      <table className={classes['figures']} data-two={second !== undefined} aria-label="By status">
        <thead>
          <tr>
            <th scope="col">Status</th>
            {days.map(({ date }) => (
              <th key={date} scope="col">
                {formatDate(date)}
              </th>
            ))}
            {second && <th scope="col">Difference</th>}
          </tr>
        </thead>
        <tbody>
          {statuses.map((status) => (
            <tr key={status}>
              <th scope="row">
                <StatusChip status={status} />
              </th>
              {days.map((day) => {
                const { dealCount, balance } = of(day, status);
                return (
                  <td key={day.date}>
                    <span className={classes['count']}>{countOf(dealCount, 'deal')}</span>{' '}
                    <MoneyText amount={balance} />
                  </td>
                );
              })}
              {second && (
                <td>
                  <DifferenceText amount={of(second, status).balance - of(first, status).balance} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Portfolio balance</th>
            {days.map((day) => (
              <td key={day.date}>
                <MoneyText amount={day.portfolioBalance} />
              </td>
            ))}
            {second && (
              <td>
                <DifferenceText amount={second.portfolioBalance - first.portfolioBalance} />
              </td>
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
