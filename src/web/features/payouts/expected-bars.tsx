import { useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatAxisMoney } from '../../ui/figure/axis-money.ts';
import classes from './expected-bars.module.css';
import type { ForecastPayDate } from './forecast.api.ts';
import { walkBars } from './walk-bars.ts';

interface ExpectedBarsProps {
  /** In order, the next first. */
  payDates: readonly ForecastPayDate[];
  onPoint: (payDate: CalendarDate | null) => void;
}

/** An outline for what is agreed, filled up to what comes in at the present pace. The bars are one tab stop; the arrow keys move between them. */
export function ExpectedBars({ payDates, onPoint }: ExpectedBarsProps) {
  const [lastFocused, setLastFocused] = useState<CalendarDate | null>(null);
  const tabStop = payDates.find(({ payDate }) => payDate === lastFocused) ?? payDates[0];
  const highest = Math.max(1, ...payDates.map(({ agreed }) => Number(agreed)));
  const heightOf = (amount: bigint) => `${Math.max(0, (Number(amount) / highest) * 100)}%`;
  return (
    <div className={classes['plot']}>
      <p className={classes['highest']} aria-hidden="true">
        {formatAxisMoney(highest)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div
        role="group"
        aria-label="Expected payouts by pay date, the next first"
        className={classes['bars']}
        onKeyDown={walkBars}
        onPointerLeave={() => onPoint(null)}
        onBlur={() => onPoint(null)}
      >
        {payDates.map(({ payDate, agreed, atPace }) => (
          <button
            key={payDate}
            type="button"
            className={classes['place']}
            aria-label={sayPayDate({ payDate, agreed, atPace })}
            tabIndex={payDate === tabStop?.payDate ? 0 : -1}
            onClick={() => onPoint(payDate)}
            onPointerEnter={() => onPoint(payDate)}
            onFocus={() => {
              setLastFocused(payDate);
              onPoint(payDate);
            }}
          >
            <span className={classes['bar']} style={{ height: heightOf(agreed) }}>
              <span className={classes['pace']} style={{ height: shareOf(atPace, agreed) }} />
            </span>
          </button>
        ))}
      </div>
      <div className={classes['dates']} aria-hidden="true">
        <span>{payDates[0] && formatDate(payDates[0].payDate)}</span>
        <span>{payDates.length > 1 && formatDate(payDates.at(-1)?.payDate as CalendarDate)}</span>
      </div>
    </div>
  );
}

const sayPayDate = ({ payDate, agreed, atPace }: ForecastPayDate): string =>
  `Expected ${formatDate(payDate)}, ${formatMoney(agreed)} as agreed, ${formatMoney(atPace)} at the present pace`;

/** Some weeks more comes in late than is agreed for that date; the bar is full then. */
const shareOf = (part: bigint, whole: bigint): string =>
  whole <= 0n ? '0%' : `${Math.min(100, Math.max(0, (Number(part) / Number(whole)) * 100))}%`;
