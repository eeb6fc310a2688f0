import { adviceFor } from '../../lib/api-error.ts';
import { TextButton } from '../text-button.tsx';
import classes from './download-failure.module.css';

interface DownloadFailureProps {
  /** The name of what failed. */
  what: 'download' | 'export';
  error: unknown;
  onRetry: () => void;
}

export const DownloadFailure = ({ what, error, onRetry }: DownloadFailureProps) => (
  <p className={classes['failure']} role="alert">
    The {what} did not finish. {adviceFor(error)} <TextButton onClick={onRetry}>Try again</TextButton>
  </p>
);
