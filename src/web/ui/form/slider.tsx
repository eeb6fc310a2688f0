import { type CSSProperties, type ReactNode, useId } from 'react';
import classes from './slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value as it is shown. */
  children: ReactNode;
  /** The value as it is said. */
  valueText: string;
  /** What stands under its two ends. */
  ends: readonly [low: string, high: string];
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

/** One figure out of a range, for the thumb and for the keyboard. */
export function Slider({
  label,
  min,
  max,
  step,
  value,
  children,
  valueText,
  ends: [low, high],
  isDisabled = false,
  onChange,
}: SliderProps) {
  const id = useId();
  const part = max > min ? (value - min) / (max - min) : isDisabled ? 0 : 1;
  return (
    <div className={classes['slider']}>
      <div className={classes['head']}>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className={classes['chosen']}>
          {children}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className={classes['range']}
        style={{ '--part': `${part * 100}%` } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isDisabled}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <div className={classes['ends']} aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </div>
  );
}

/** Between two ways to say the same value. */
export const SliderDot = () => (
  <span className={classes['dot']} aria-hidden="true">
    ·
  </span>
);
