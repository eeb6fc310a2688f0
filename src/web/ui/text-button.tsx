import type { ComponentProps } from 'react';
import classes from './text-button.module.css';

/** A button that looks like a link, for minor actions of a form. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={classes['button']} {...props} />;
}
