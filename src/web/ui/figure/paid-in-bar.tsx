import { formatPercent, type Rate, rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import classes from './paid-in-bar.module.css';

const FULL = rate('100');

interface PaidInBarProps {
  percent: Rate;
}

/** The percent as it is; the bar under it ends at its own ends. */
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
