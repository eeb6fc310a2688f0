import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx';
import { visuallyHidden } from '../ui/visually-hidden.ts';
import { COUNTDOWN_MS } from './activity.ts';
import classes from './idle-dialog.module.css';

interface IdleDialogProps {
  secondsLeft: number;
  isSigningOut: boolean;
  onStay: () => void;
  onSignOut: () => void;
}

/** At which seconds a screen reader announces the time left. Announcing each one would drown out everything else. */
const ANNOUNCED_AT_SECONDS = [30, 10];

export function IdleDialog({ secondsLeft, isSigningOut, onStay, onSignOut }: IdleDialogProps) {
  const spoken = ANNOUNCED_AT_SECONDS.findLast((seconds) => secondsLeft <= seconds);
  return (
    <Dialog
      role="alertdialog"
      title="You are about to logoff"
      lead="Nothing has happened here for a while. To protect your account you will be signed out in a minute."
      onClose={onStay}
    >
      <p className={classes['time']} role="timer">
        <span className={classes['seconds']}>{secondsLeft}</span> {secondsLeft === 1 ? 'second' : 'seconds'}{' '}
        left
      </p>
      <progress
        className={classes['rest']}
        max={COUNTDOWN_MS / 1000}
        value={secondsLeft}
        aria-hidden="true"
      />
      <span className={visuallyHidden} role="status">
        {spoken !== undefined && `${spoken} seconds left`}
      </span>
      <DialogActions>
        <Button variant="default" loading={isSigningOut} onClick={onSignOut}>
          Log-out anyway
        </Button>
        <Button onClick={onStay} data-autofocus>
          cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
