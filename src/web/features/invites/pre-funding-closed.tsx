import { IconLockOff } from '@tabler/icons-react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { Notice } from '../../ui/message/notice.tsx';

export const PreFundingClosed = () => (
  <Notice icon={<IconLockOff size={20} stroke={1.75} />} title={pageRefusals.invite_closed.message}>
    It has been funded, or its terms have changed. Please ask your funder if you expected otherwise.
  </Notice>
);
