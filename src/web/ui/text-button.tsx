import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** An action that stands in the text: for what is beside the point of a form. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={classes['button']} {...props} />;
}
