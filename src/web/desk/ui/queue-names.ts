import {
  type Icon,
  IconAlertTriangle,
  IconBuildingBank,
  IconCash,
  IconChartPie,
  IconClockX,
  IconInbox,
  IconLock,
  IconMailX,
  IconMessage2,
  IconReceiptOff,
  IconSend,
  IconUserCheck,
} from '@tabler/icons-react';
import type { QueueName } from '../../../shared/domain/desk-queues.ts';

interface NamedQueue {
  label: string;
  icon: Icon;
}

/** What each queue is called on the board. */
export const QUEUES: Readonly<Record<QueueName, NamedQueue>> = {
  acceptances: { label: 'Acceptances to process', icon: IconInbox },
  'pre-fundings': { label: 'Shares accepted', icon: IconChartPie },
  adjustments: { label: 'Adjustment requests', icon: IconMessage2 },
  'bank-changes': { label: 'Bank changes waiting', icon: IconBuildingBank },
  'change-notices': { label: 'Notifications of change', icon: IconBuildingBank },
  mails: { label: 'Mails that failed', icon: IconMailX },
  jobs: { label: 'Jobs given up', icon: IconClockX },
  lines: { label: 'Refused payment lines', icon: IconReceiptOff },
  locked: { label: 'Locked people', icon: IconLock },
  invites: { label: 'Invites unanswered', icon: IconSend },
  approvals: { label: 'Waiting for your approval', icon: IconUserCheck },
  withdrawals: { label: 'Withdrawals asked for', icon: IconCash },
  watchlist: { label: 'Watchlist', icon: IconAlertTriangle },
};
