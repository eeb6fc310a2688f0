import { IconInbox } from '@tabler/icons-react';
import { Notice } from './notice.tsx';

interface EmptyStateProps {
  title: string;
  /** Why it is empty, and what will fill it. */
  reason: string;
}

export function EmptyState({ title, reason }: EmptyStateProps) {
  return (
    <Notice icon={<IconInbox size={20} stroke={1.75} />} title={title}>
      {reason}
    </Notice>
  );
}
