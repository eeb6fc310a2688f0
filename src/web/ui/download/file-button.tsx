import type { ComponentProps } from 'react';
import classes from './file-button.module.css';

/** Saves one file of a list. Its row says which, so that the button can be short. */
export const FileButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" className={classes['button']} {...props} />
);
