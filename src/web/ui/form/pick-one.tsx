import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './pick-one.module.css';

interface Option<Value> {
  value: Value;
  label: string;
}

interface PickOneProps<Value> {
  /** Stands in the control, before what is picked. */
  label: string;
  options: readonly Option<Value>[];
  /** Null for none of the options but `everything`. */
  value: Value | null;
  /** What picking nothing in particular is called; it comes first. */
  everything?: string;
  /** Without an edge, where it is not the point. */
  isQuiet?: boolean;
  onPick: (value: Value | null) => void;
}

const EVERYTHING = '';

/** The browser's own choice of one: typing finds an option, and a phone shows its wheel. */
export function PickOne<Value extends string | number>(props: PickOneProps<Value>) {
  const { label, options, value, everything, isQuiet, onPick } = props;
  const id = useId();
  const picked = (text: string) => options.find((option) => String(option.value) === text)?.value ?? null;
  return (
    <div className={classes['control']} data-quiet={isQuiet} data-picked={(everything && value) || undefined}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <select
        id={id}
        className={classes['select']}
        value={value ?? EVERYTHING}
        onChange={(event) => onPick(picked(event.target.value))}
      >
        {everything !== undefined && <option value={EVERYTHING}>{everything}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown className={classes['arrow']} size={15} stroke={2} aria-hidden="true" />
    </div>
  );
}
