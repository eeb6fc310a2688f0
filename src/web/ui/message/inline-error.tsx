import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { adviceFor, isApiError } from '../../lib/api-error.ts';
import { TextButton } from '../text-button.tsx';
import classes from './inline-error.module.css';

interface InlineErrorProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The error of one section, shown in its place without moving the rest. */
export function InlineError({ title, error, onRetry, isRetrying }: InlineErrorProps) {
  return (
    <div role="alert" className={classes['error']}>
      <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p className={classes['title']}>{title}</p>
        <p className={classes['advice']}>{adviceFor(error)}</p>
        {isApiError(error, 'second_factor_required') ? (
          // Trying again would not help.
          <Link to="/profile" search={{ tab: 'login' }} className={classes['link']}>
            Go to My Profile
          </Link>
        ) : (
          <TextButton onClick={isRetrying ? undefined : onRetry} aria-disabled={isRetrying}>
            {isRetrying ? 'Trying again' : 'Try again'}
          </TextButton>
        )}
      </div>
    </div>
  );
}
