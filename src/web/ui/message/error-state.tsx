import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { adviceFor, isApiError } from '../../lib/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorStateProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function ErrorState({ title, error, onRetry, isRetrying = false }: ErrorStateProps) {
  // This is not a failure, and trying again would not help.
  if (isApiError(error, 'second_factor_required')) return <SecondFactorNeeded />;
  const retry = (
    <Button variant="default" onClick={onRetry} loading={isRetrying}>
      Try again
    </Button>
  );
  return (
    <Notice role="alert" icon={<IconPlugConnectedX size={20} stroke={1.75} />} title={title} action={retry}>
      {adviceFor(error)}
    </Notice>
  );
}

function SecondFactorNeeded() {
  const setUp = (
    <Button renderRoot={(props) => <Link {...props} to="/profile" search={{ tab: 'login' }} />}>
      Go to My Profile
    </Button>
  );
  return (
    <Notice
      icon={<IconShieldLock size={20} stroke={1.75} />}
      title="Please set up a second factor first"
      action={setUp}
    >
      Your funder asks for more than a password. It takes a minute in My Profile; after that everything is
      here.
    </Notice>
  );
}
