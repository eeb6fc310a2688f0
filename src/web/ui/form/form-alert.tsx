import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import classes from './form-alert.module.css';

interface FormAlertProps {
  message: string | null;
  tone?: 'bad' | 'good';
  /** Said to those who listen; those who look see it elsewhere. */
  isOnlySaid?: boolean;
}

/** Always in the page, so that a screen reader is already listening when a message comes. */
export function FormAlert({ message, tone = 'bad', isOnlySaid = false }: FormAlertProps) {
  const Icon = tone === 'bad' ? IconAlertCircle : IconCircleCheck;
  return (
    <div role="alert" className={classes['place']}>
      {message !== null && (
        <p className={classes[isOnlySaid ? 'said' : 'alert']} data-tone={tone}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
