import { IconChevronDown } from '@tabler/icons-react';
import classes from './switch-view.module.css';

/** The same for the field and for what is in its place until it is loaded. */
export const SWITCH_LOOK = {
  root: classes['root'] ?? '',
  label: classes['label'] ?? '',
  wrapper: classes['wrapper'] ?? '',
  input: classes['input'] ?? '',
  error: classes['error'] ?? '',
};

export const SWITCH_ARROW = <IconChevronDown size={15} stroke={2} aria-hidden="true" />;
