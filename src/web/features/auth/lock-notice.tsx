import { IconLock } from '@tabler/icons-react';
import { lockMessage } from '../../../shared/domain/sign-in-lock.ts';
import alertClasses from '../../ui/form-alert.module.css';
import classes from './lock-notice.module.css';

interface LockNoticeProps {
  secondsLeft: number | null;
  startedWithSeconds: number | null;
}

/** Said once to those who listen, and counted down for those who look. */
export function LockNotice({ secondsLeft, startedWithSeconds }: LockNoticeProps) {
  return (
    <>
      <div role="alert" className={classes['announced']}>
        {startedWithSeconds !== null && lockMessage(startedWithSeconds)}
      </div>
      {secondsLeft !== null && (
        <div role="timer" className={alertClasses['alert']}>
          <IconLock size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes['count']}>{lockMessage(secondsLeft)}</span>
        </div>
      )}
    </>
  );
}
