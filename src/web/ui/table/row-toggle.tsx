import { IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from './row-toggle.module.css';

interface RowToggleProps {
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes a row, for the keyboard and screen readers. */
export function RowToggle({ name, isOpen, onToggle }: RowToggleProps) {
  return (
    <button
      type="button"
      className={classes['toggle']}
      data-toggle=""
      aria-expanded={isOpen}
      aria-label={`Details of ${name}`}
      onClick={onToggle}
    >
      <IconChevronRight size={15} stroke={2} aria-hidden="true" />
    </button>
  );
}

/** A press anywhere on a row opens it, except on a control and except when selecting text. */
export function isPressOnRow({ target }: MouseEvent): boolean {
  const isOwn = target instanceof Element && target.closest('a, button, input, select, [role="tooltip"]');
  return !isOwn && window.getSelection()?.type !== 'Range';
}
