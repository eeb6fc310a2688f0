import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './select-field.module.css';

interface Option<Value> {
  value: Value;
  label: string;
}

interface SelectFieldProps<Value> {
  /** The text in the control before the selected option. */
  label: string;
  options: readonly Option<Value>[];
  /** Null if `everything` is selected. */
  value: Value | null;
  /** The name of the first option, which selects nothing in particular. */
  everything?: string;
  /** Without a border, for less important controls. */
  isQuiet?: boolean;
  onPick: (value: Value | null) => void;
}

const EVERYTHING = '';

/** The browser's native select: typing finds an option, and a phone shows its own picker. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
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
