import { formatPercent, type Rate, rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import classes from './paid-in-bar.module.css';

const FULL = rate('100');

interface PaidInBarProps {
  percent: Rate;
}

/** The exact percentage; the bar below is limited to 0 to 100. */
export function PaidInBar({ percent }: PaidInBarProps) {
  return (
    <span className={classes['paidIn']}>
      {formatPercent(percent)}
      <span className={classes['track']} aria-hidden="true">
        <span className={classes['fill']} style={{ inlineSize: `${clamped(percent).toFixed(2)}%` }} />
      </span>
    </span>
  );
}

function clamped(percent: Rate): Rate {
  if (percent.lt(ZERO_RATE)) return ZERO_RATE;
  return percent.gt(FULL) ? FULL : percent;
}
