import { useId } from 'react';
import { visuallyHidden } from '../visually-hidden.ts';
import classes from './choice-switch.module.css';

interface ChoiceSwitchProps<V extends string> {
  /** What is chosen, for screen readers. */
  legend: string;
  values: readonly V[];
  names: Readonly<Record<V, string>>;
  chosen: V;
  onChoose: (value: V) => void;
  /** Over the whole width. */
  isWide?: boolean;
}

/** A few choices side by side, one of which is on. */
export function ChoiceSwitch<V extends string>(props: ChoiceSwitchProps<V>) {
  const { legend, values, names, chosen, onChoose, isWide = false } = props;
  const group = useId();
  return (
    <fieldset className={classes['choices']} data-wide={isWide || undefined}>
      <legend className={visuallyHidden}>{legend}</legend>
      {values.map((value) => (
        <label key={value} className={classes['choice']}>
          <input type="radio" name={group} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{names[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
