import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { GUEST_PARTS, type GuestPart } from '../../../shared/domain/guest-parts.ts';
import classes from './guests.module.css';
import { PART_WORDS } from './part-words.ts';

interface PartFieldsProps {
  parts: ReadonlySet<GuestPart>;
  onChange: (parts: ReadonlySet<GuestPart>) => void;
}

/** What the guest will see, part by part. */
export function PartFields({ parts, onChange }: PartFieldsProps) {
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
        <Checkbox
          key={part}
          checked={parts.has(part)}
          label={PART_WORDS[part].name}
          description={PART_WORDS[part].about}
          onChange={({ currentTarget }) => toggle(part, currentTarget.checked)}
          classNames={{ description: classes['about'] ?? '' }}
        />
      ))}
    </fieldset>
  );
}
