import { useCallback, useEffect, useState } from 'react';
import { authContract } from '../../../shared/contract/auth.ts';
import { call } from '../../lib/call.ts';
import { forget, keep, readKept } from '../../lib/kept-in-browser.ts';
import { rememberedUser } from '../../session/session.ts';

const TICK_MS = 250;
const ASK_AGAIN_MS = 30_000;

/** Who tries to sign in: a typed login name, or the user whom the server remembers on this browser. */
export type Who = { loginName: string } | 'remembered';

interface Lock {
  /** On the monotonic clock, which does not follow changes of the system's time. */
  endsAt: number;
  startedWithSeconds: number;
}

/** Counts down how long the server has locked sign-in. The server is asked again, because the lock may be lifted earlier. */
export function useLock() {
  const [locked, setLocked] = useState(readLocked);
  const [lock, setLock] = useState<Lock | null>(null);
  const [isChecking, setIsChecking] = useState(locked !== null);
  const [now, setNow] = useState(() => performance.now());

  const end = useCallback(() => {
    forget('lockedLoginName');
    setLocked(null);
    setLock(null);
  }, []);

  /** The user of a ticket is unknown here, so the server cannot be asked about them. */
  const start = (who: Who | null, seconds: number) => {
    if (who !== null && who !== 'remembered') keep('lockedLoginName', who.loginName);
    setLocked(who);
    setLock(lockOf(seconds));
    setNow(performance.now());
  };

  useEffect(() => {
    if (locked === null) return;
    // The response may be about a user who has been forgotten in the meantime.
    let isCurrent = true;
    const ask = async () => {
      try {
        const { retryAfterSeconds } = await askAbout(locked);
        if (!isCurrent) return;
        if (retryAfterSeconds === 0) return end();
        const renewed = lockOf(retryAfterSeconds);
        setLock((known) => ({ ...renewed, ...startOf(known) }));
        setNow(performance.now());
      } catch {
        // The countdown goes on without the answer, and an attempt would be refused with the reason.
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
      isCurrent = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askWhenSeen);
    };
  }, [locked, end]);

  useEffect(() => {
    if (!lock) return;
    const timer = setInterval(() => {
      if (performance.now() >= lock.endsAt) end();
      else setNow(performance.now());
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [lock, end]);

  const secondsLeft = lock ? Math.max(1, Math.ceil((lock.endsAt - now) / 1000)) : null;
  return { secondsLeft, startedWithSeconds: lock?.startedWithSeconds ?? null, isChecking, start, end };
}

function readLocked(): Who | null {
  const loginName = readKept('lockedLoginName');
  return loginName === null ? null : { loginName };
}

const askAbout = (who: Who) =>
  who === 'remembered' ? rememberedUser() : call(authContract.lockState, { body: who });

const lockOf = (seconds: number): Lock => ({
  endsAt: performance.now() + seconds * 1000,
  startedWithSeconds: seconds,
});

/** A lock that has been announced is not announced again for a difference of a second. */
const startOf = (known: Lock | null) => (known ? { startedWithSeconds: known.startedWithSeconds } : {});
