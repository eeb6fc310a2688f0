import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import classes from './form-alert.module.css';

interface FormAlertProps {
  message: string | null;
  tone?: 'bad' | 'good';
  /** For screen readers only, because the message is visible elsewhere. */
  isScreenReaderOnly?: boolean;
}

/** Always rendered, so that screen readers notice a message when it appears. */
export function FormAlert({ message, tone = 'bad', isScreenReaderOnly = false }: FormAlertProps) {
  const Icon = tone === 'bad' ? IconAlertCircle : IconCircleCheck;
  return (
    <div role="alert" className={classes['place']}>
      {message !== null && (
        <p className={classes[isScreenReaderOnly ? 'said' : 'alert']} data-tone={tone}>
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}
