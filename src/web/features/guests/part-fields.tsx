import { useId } from 'react';
import { GUEST_PARTS, type GuestPart } from '../../../shared/domain/guest-parts.ts';
import classes from './guests.module.css';
import { PART_WORDS } from './part-words.ts';

interface PartFieldsProps {
  parts: ReadonlySet<GuestPart>;
  onChange: (parts: ReadonlySet<GuestPart>) => void;
}

/** What the guest will see, part by part. */
export function PartFields({ parts, onChange }: PartFieldsProps) {
  const id = useId();
  const toggle = (part: GuestPart, isOn: boolean) => {
    const next = new Set(parts);
    if (isOn) next.add(part);
    else next.delete(part);
    onChange(next);
  };
  return (
    <fieldset className={classes['parts']}>
      <legend className={classes['legend']}>What they can read</legend>
      {GUEST_PARTS.map((part) => (
        <div key={part} className={classes['part']}>
          <input
            id={`${id}-${part}`}
            type="checkbox"
            aria-describedby={`${id}-${part}-about`}
            checked={parts.has(part)}
            onChange={({ currentTarget }) => toggle(part, currentTarget.checked)}
          />
          <label htmlFor={`${id}-${part}`}>{PART_WORDS[part].name}</label>
          <span id={`${id}-${part}-about`} className={classes['about']}>
            {PART_WORDS[part].about}
          </span>
        </div>
      ))}
    </fieldset>
  );
}
