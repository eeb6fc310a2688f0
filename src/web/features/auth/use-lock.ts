import { useCallback, useEffect, useState } from 'react';
import { authContract } from '../../../shared/contract/auth.ts';
import { forget, keep, readKept } from '../../lib/kept-in-browser.ts';
import { send } from '../../lib/send.ts';

const TICK_MS = 250;
const ASK_AGAIN_MS = 30_000;

interface Lock {
  /** On the clock that nobody sets. */
  endsAt: number;
  startedWithSeconds: number;
}

/** Sign-in locked by the server: how long still, tick by tick. The server is asked again, for it may be over sooner. */
export function useLock() {
  const [lockedName, setLockedName] = useState(() => readKept('lockedLoginName'));
  const [lock, setLock] = useState<Lock | null>(null);
  const [isChecking, setIsChecking] = useState(lockedName !== null);
  const [now, setNow] = useState(() => performance.now());

  const end = useCallback(() => {
    forget('lockedLoginName');
    setLockedName(null);
    setLock(null);
  }, []);

  /** The name is unknown where the server alone remembers it. */
  const start = (loginName: string | null, seconds: number) => {
    if (loginName !== null) keep('lockedLoginName', loginName);
    setLockedName(loginName);
    setLock(lockOf(seconds));
    setNow(performance.now());
  };

  useEffect(() => {
    if (lockedName === null) return;
    const ask = async () => {
      try {
        const state = await send(authContract.lockState, { params: { loginName: lockedName } });
        if (!state.isLocked) return end();
        const renewed = lockOf(state.retryAfterSeconds);
        setLock((known) => ({ ...renewed, ...startOf(known) }));
        setNow(performance.now());
      } catch {
        // The countdown goes on by itself, and an attempt would be told.
      } finally {
        setIsChecking(false);
      }
    };
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible') void ask();
    };
    void ask();
    const timer = setInterval(askWhenSeen, ASK_AGAIN_MS);
    document.addEventListener('visibilitychange', askWhenSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askWhenSeen);
    };
  }, [lockedName, end]);

  useEffect(() => {
    if (!lock) return;
    const timer = setInterval(() => {
      if (performance.now() >= lock.endsAt) end();
      else setNow(performance.now());
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [lock, end]);

  const secondsLeft = lock ? Math.max(1, Math.ceil((lock.endsAt - now) / 1000)) : null;
  return { secondsLeft, startedWithSeconds: lock?.startedWithSeconds ?? null, isChecking, start };
}

const lockOf = (seconds: number): Lock => ({
  endsAt: performance.now() + seconds * 1000,
  startedWithSeconds: seconds,
});

/** What has been announced once is not announced again for a second's difference. */
const startOf = (known: Lock | null) => (known ? { startedWithSeconds: known.startedWithSeconds } : {});
