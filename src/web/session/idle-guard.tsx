import { useEffect, useRef, useState } from 'react';
import { IdleDialog } from './idle-dialog.tsx';
import { watchIdleness } from './idle-watch.ts';
import { leaveIdleSession } from './session.ts';

interface IdleGuardProps {
  onSignOut: () => void;
  isSigningOut: boolean;
}

/** Asks whether the user is still there, and signs out when nobody answers. */
export function IdleGuard({ onSignOut, isSigningOut }: IdleGuardProps) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const watch = useRef<ReturnType<typeof watchIdleness>>(null);

  useEffect(() => {
    watch.current = watchIdleness({ onCountdown: setSecondsLeft, onOver: leaveIdleSession });
    return watch.current.stop;
  }, []);

  if (secondsLeft === null) return null;
  return (
    <IdleDialog
      secondsLeft={secondsLeft}
      isSigningOut={isSigningOut}
      onStay={() => watch.current?.stay()}
      onSignOut={onSignOut}
    />
  );
}
