import { ErrorState } from '../ui/message/error-state.tsx';
import classes from './sign-out-failure.module.css';

interface SignOutFailureProps {
  error: unknown;
  onRetry: () => void;
}

export function SignOutFailure({ error, onRetry }: SignOutFailureProps) {
  return (
    <div className={classes['place']}>
      <ErrorState title="You are still signed in" error={error} onRetry={onRetry} />
    </div>
  );
}
