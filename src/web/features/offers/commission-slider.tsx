import { type CSSProperties, useId } from 'react';
import { formatMoney, percentOf } from '../../../shared/domain/money.ts';
import { formatPercent, rate } from '../../../shared/domain/rate.ts';
import classes from './commission-slider.module.css';

interface CommissionSliderProps {
  percent: number;
  most: number;
  amount: bigint;
  onChange: (percent: number) => void;
}

/** The one thing that the broker decides about the price. */
export function CommissionSlider({ percent, most, amount, onChange }: CommissionSliderProps) {
  const id = useId();
  const commission = formatMoney(percentOf(amount, rate(String(percent))));
  const part = most > 1 ? (percent - 1) / (most - 1) : 1;
  return (
    <div className={classes['slider']}>
      <div className={classes['head']}>
        <label htmlFor={id}>Your commission</label>
        <output htmlFor={id} className={classes['chosen']}>
          {formatPercent(rate(String(percent)), 0)}
          <span className={classes['dot']} aria-hidden="true">
            ·
          </span>
          {commission}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={classes['range']}
        style={{ '--part': `${part * 100}%` } as CSSProperties}
        min={1}
        max={most}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent, ${commission}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <div className={classes['ends']} aria-hidden="true">
        <span>1%</span>
        <span>{most}% max</span>
      </div>
    </div>
  );
}
