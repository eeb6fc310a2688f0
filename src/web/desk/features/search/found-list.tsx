import { useId } from 'react';
import type { FoundGroup, FoundItem } from './found-groups.ts';
import classes from './search-dialog.module.css';

interface FoundListProps {
  groups: readonly FoundGroup[];
  chosen: FoundItem | undefined;
  optionId: (item: FoundItem) => string;
  onPoint: (item: FoundItem) => void;
  onOpen: (item: FoundItem) => void;
}

/** What was found, by kind. */
export const FoundList = ({ groups, ...props }: FoundListProps) =>
  groups.map((group) => <Group key={group.name} group={group} {...props} />);

interface GroupProps extends Omit<FoundListProps, 'groups'> {
  group: FoundGroup;
}

function Group({ group: { name, items }, chosen, optionId, onPoint, onOpen }: GroupProps) {
  const nameId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is no part of a list box.
    <div role="group" aria-labelledby={nameId}>
      <div id={nameId} className={classes['group']} role="presentation">
        {name}
      </div>
      {items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: The field above has the focus and takes the keys.
        <div
          key={item.key}
          id={optionId(item)}
          role="option"
          tabIndex={-1}
          aria-selected={item.key === chosen?.key}
          className={classes['option']}
          onMouseMove={() => onPoint(item)}
          onClick={() => onOpen(item)}
        >
          <span className={classes['title']}>{item.title}</span>
          <span className={classes['facts']}>{item.facts}</span>
        </div>
      ))}
    </div>
  );
}
