import classes from './field.module.css';

export const fieldLook = {
  size: 'md',
  classNames: {
    label: classes['label'] ?? '',
    description: classes['description'] ?? '',
    input: classes['input'] ?? '',
    error: classes['error'] ?? '',
  },
} as const;
