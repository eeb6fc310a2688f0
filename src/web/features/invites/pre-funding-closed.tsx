import { IconLockOff } from '@tabler/icons-react';
import { refusals } from '../../../shared/contract/errors.ts';
import { Notice } from '../../ui/message/notice.tsx';

export const PreFundingClosed = () => (
  <Notice icon={<IconLockOff size={20} stroke={1.75} />} title={refusals.invite_closed.message}>
    It has been funded, or its terms have changed. Please ask your funder if you expected otherwise.
  </Notice>
);
