import classes from './menu.module.css';

export const menuLook = {
  offset: 6,
  transitionProps: { duration: 140, transition: 'pop-top-right' },
  classNames: {
    dropdown: classes['dropdown'] ?? '',
    item: classes['item'] ?? '',
    label: classes['label'] ?? '',
    divider: classes['divider'] ?? '',
  },
} as const;
