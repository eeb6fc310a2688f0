import { IconAlertCircle } from '@tabler/icons-react';
import { adviceOn } from '../../lib/api-error.ts';
import { TextButton } from '../text-button.tsx';
import classes from './inline-error.module.css';

interface InlineErrorProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** A failure of a part of something: said where the part would be, without pushing the rest aside. */
export function InlineError({ title, error, onRetry, isRetrying }: InlineErrorProps) {
  return (
    <div role="alert" className={classes['error']}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{title}</p>
        <p className={classes['advice']}>{adviceOn(error)}</p>
        <TextButton onClick={onRetry} disabled={isRetrying}>
          {isRetrying ? 'Trying again' : 'Try again'}
        </TextButton>
      </div>
    </div>
  );
}
