import { IconCheck } from '@tabler/icons-react';
import classes from './toggle-chip.module.css';

interface ToggleChipProps {
  label: string;
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

/** A filter that is on or off. */
export function ToggleChip({ label, isOn, onToggle }: ToggleChipProps) {
  return (
    <button type="button" className={classes['chip']} aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      {isOn && <IconCheck size={15} stroke={2} aria-hidden="true" />}
      {label}
    </button>
  );
}
