import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { adviceOn } from '../lib/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorStateProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying?: boolean;
}

export function ErrorState({ title, error, onRetry, isRetrying = false }: ErrorStateProps) {
  const retry = (
    <Button variant="default" onClick={onRetry} loading={isRetrying}>
      Try again
    </Button>
  );
  return (
    <Notice role="alert" icon={<IconPlugConnectedX size={20} stroke={1.75} />} title={title} action={retry}>
      {adviceOn(error)}
    </Notice>
  );
}
