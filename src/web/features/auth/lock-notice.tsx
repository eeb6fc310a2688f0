import { IconLock } from '@tabler/icons-react';
import { lockMessage } from '../../../shared/domain/sign-in-lock.ts';
import alertClasses from '../../ui/form/form-alert.module.css';
import classes from './lock-notice.module.css';

interface LockNoticeProps {
  secondsLeft: number;
}

/** The visible countdown. A screen reader announces it once, through the form's alert. */
export function LockNotice({ secondsLeft }: LockNoticeProps) {
  return (
    <div role="timer" className={alertClasses['alert']}>
      <IconLock size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes['count']}>{lockMessage(secondsLeft)}</span>
    </div>
  );
}
