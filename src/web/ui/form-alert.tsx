import { IconAlertCircle } from '@tabler/icons-react';
import classes from './form-alert.module.css';

interface FormAlertProps {
  message: string | null;
}

/** Always in the page, so that a screen reader is already listening when a message comes. */
export function FormAlert({ message }: FormAlertProps) {
  return (
    <div role="alert" className={classes['place']}>
      {message !== null && (
        <p className={classes['alert']}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
