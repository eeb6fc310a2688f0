import classes from './field.module.css';

export const fieldLook = {
  size: 'md',
  classNames: { label: classes['label'] ?? '', input: classes['input'] ?? '', error: classes['error'] ?? '' },
} as const;
