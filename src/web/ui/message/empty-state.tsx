import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface EmptyStateProps {
  title: string;
  /** Says why it is empty and what will fill it. */
  reason: string;
  action?: ReactNode;
}

export function EmptyState({ title, reason, action }: EmptyStateProps) {
  return (
    <Notice icon={<IconInbox size={20} stroke={1.75} />} title={title} action={action}>
      {reason}
    </Notice>
  );
}
