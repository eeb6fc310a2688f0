import { IconCheck } from '@tabler/icons-react';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../shared/domain/money.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import classes from './forecast-card.module.css';
import type { Forecast } from './insights.api.ts';

interface ForecastFiguresProps {
  forecast: Forecast;
}

/** What the months add up to, beside the net balance, and the gap between the two lines. */
export function ForecastFigures({ forecast }: ForecastFiguresProps) {
  const { months, netBalance, undated, undatedCount, notReached, notReachedCount } = forecast;
  const agreed = sumMoney(months.map((month) => month.agreed)) + undated;
  const last = months.at(-1);
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>As agreed</dt>
        <dd>
          <span className={classes['amount']}>
            <MoneyText amount={agreed} />
          </span>
          {agreed === netBalance ? (
            <span className={classes['good']}>
              <IconCheck size={14} stroke={2} aria-hidden="true" /> equals the net balance
            </span>
          ) : (
            <span className={classes['wrong']}>
              off the net balance of {formatMoney(netBalance)} by {formatMoney(agreed - netBalance)}
            </span>
          )}
          {undated !== 0n && (
            <span className={classes['note']}>
              {formatMoney(undated)} of it has no date yet, {countOf(undatedCount, 'deal')}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>At the pace of the last 20 debits</dt>
        <dd>
          <span className={classes['amount']}>
            <MoneyText amount={sumMoney(months.map((month) => month.atPace))} />
          </span>
          {last && <span className={classes['note']}>through {formatMonth(last.month)}</span>}
        </dd>
      </div>
      <div>
        <dt>Not reached at this pace</dt>
        <dd>
          <span className={classes['amount']}>
            <MoneyText amount={notReached} />
          </span>
          <span className={classes['note']}>
            {notReachedCount === 0 ? 'nothing is late' : countOf(notReachedCount, 'deal')}
          </span>
        </dd>
      </div>
    </dl>
  );
}
