import { type CSSProperties, type ReactNode, useId } from 'react';
import { Skeleton } from '../skeleton.tsx';
import classes from './slider.module.css';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value as shown. */
  children: ReactNode;
  /** The value as announced by screen readers. */
  valueText: string;
  /** The labels of the two ends. */
  ends: readonly [low: string, high: string];
  isDisabled?: boolean;
  onChange: (value: number) => void;
}

/** A slider for touch and keyboard. */
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
  const part = max > min ? (value - min) / (max - min) : 0;
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

/** The slider's skeleton. */
export const SliderSkeleton = ({ label }: Pick<SliderProps, 'label'>) => (
  <div className={classes['slider']} aria-hidden="true">
    <div className={classes['head']}>
      <span>{label}</span>
      <span className={classes['chosen']}>
        <Skeleton characters={8} />
      </span>
    </div>
    <div className={classes['rangeBone']} />
    <div className={classes['ends']}>
      <Skeleton characters={3} />
      <Skeleton characters={7} />
    </div>
  </div>
);

/** The separator between two forms of the same value. */
export const SliderDot = () => (
  <span className={classes['dot']} aria-hidden="true">
    ·
  </span>
);
