import { useState } from 'react';
import { type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import classes from './net-payout-bars.module.css';
import { NetPayoutDrawing, PLOT } from './net-payout-drawing.tsx';
import type { PayDate } from './payouts.api.ts';
import { walkBars } from './walk-bars.ts';

interface NetPayoutBarsProps {
  /** In order, the oldest first. */
  payDates: readonly PayDate[];
  chosen: CalendarDate | null;
  onChoose: (payDate: CalendarDate) => void;
  onPoint: (payDate: CalendarDate | null) => void;
}

/** A chart with a button over each of its bars. The buttons are one tab stop; the arrow keys move between them. */
export function NetPayoutBars({ payDates, chosen, onChoose, onPoint }: NetPayoutBarsProps) {
  const [lastFocused, setLastFocused] = useState<CalendarDate | null>(null);
  const isShown = (date: CalendarDate | null) => payDates.some(({ payDate }) => payDate === date);
  const tabStop = [lastFocused, chosen].find(isShown) ?? payDates.at(-1)?.payDate;
  return (
    <div className={classes['bars']}>
      <NetPayoutDrawing payDates={payDates} chosen={chosen} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div
        role="group"
        aria-label="Net payouts by pay date, oldest first"
        className={classes['buttons']}
        style={{ insetBlock: `0 ${PLOT.below}px`, insetInline: `${PLOT.before}px ${PLOT.after}px` }}
        onKeyDown={walkBars}
        onPointerLeave={() => onPoint(null)}
        onBlur={() => onPoint(null)}
      >
        {payDates.map(({ payDate, netPay }) => (
          <button
            key={payDate}
            type="button"
            className={classes['button']}
            aria-label={`${formatDate(payDate)}, ${formatMoney(netPay)}`}
            aria-pressed={payDate === chosen}
            tabIndex={payDate === tabStop ? 0 : -1}
            onClick={() => onChoose(payDate)}
            onPointerEnter={() => onPoint(payDate)}
            onFocus={() => {
              setLastFocused(payDate);
              onPoint(payDate);
            }}
          />
        ))}
      </div>
    </div>
  );
}
