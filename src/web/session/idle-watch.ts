import { authContract } from '../../shared/contract/auth.ts';
import { call } from '../lib/call.ts';
import { COUNTDOWN_MS, hasGoneIdle, idleLimitMs, idleMs, keepIdleSeconds, noteActivity } from './activity.ts';

const CHECK_EVERY_MS = 3_000;
const COUNT_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 60_000;

const ACTIVITY_EVENTS = [
  'pointerdown',
  'pointermove',
  'keydown',
  'touchstart',
  'touchmove',
  'wheel',
  'scroll',
];

interface IdleListener {
  /** The seconds left to answer, or null while the user is not asked. */
  onCountdown: (secondsLeft: number | null) => void;
  onOver: () => void;
}

/**
 * Watches for inactivity until it is stopped. Everything depends on the time of the last activity in any tab, so a computer that
 * slept or a tab that the browser throttled ends the same way.
 */
export function watchIdleness({ onCountdown, onOver }: IdleListener) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let pointerPlace = '';
  const report = reporter();

  const check = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const idle = idleMs();
    const limit = idleLimitMs();
    if (idle >= limit + COUNTDOWN_MS) {
      stop();
      onOver();
      return;
    }
    const isAsked = idle >= limit;
    onCountdown(isAsked ? Math.ceil((limit + COUNTDOWN_MS - idle) / 1000) : null);
    if (!isAsked) report();
    const untilLimit = limit - idle;
    timer = setTimeout(check, isAsked ? COUNT_EVERY_MS : Math.min(CHECK_EVERY_MS, untilLimit));
  };

  const onSign = (event: Event) => {
    if (event.type === 'pointermove' && !hasMoved(event as PointerEvent)) return;
    // Once the user has been asked, only the answer counts, not a mouse that was moved by accident.
    if (hasGoneIdle()) return;
    noteActivity();
    report.due();
  };

  /** Browsers also fire pointermove when the page moves under a pointer that does not. */
  const hasMoved = ({ screenX, screenY }: PointerEvent): boolean => {
    const place = `${screenX} ${screenY}`;
    const isFirst = pointerPlace === '';
    const isSame = place === pointerPlace;
    pointerPlace = place;
    return !isFirst && !isSame;
  };

  const stay = () => {
    noteActivity();
    report.due();
    check();
  };

  const options = { capture: true, passive: true };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    for (const sign of ACTIVITY_EVENTS) window.removeEventListener(sign, onSign, options);
    window.removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
  };

  for (const sign of ACTIVITY_EVENTS) window.addEventListener(sign, onSign, options);
  window.addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  // Opening the portal counts as activity.
  report.due();
  check();
  return { stay, stop };
}

/**
 * Reports activity in this tab to the server, at most once a minute. Activity within that minute is reported at its end, because
 * the server must not consider the user idle before the browser does.
 */
function reporter() {
  let isDue = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  const report = () => {
    const now = Date.now();
    if (!isDue || now - sentAt < REPORT_EVERY_MS) return;
    isDue = false;
    sentAt = now;
    call(authContract.reportActivity, {}).then(
      ({ idleAfterSeconds }) => keepIdleSeconds(idleAfterSeconds),
      () => {
        // Reported again after a minute. A session that has ended leads to the sign-in page by itself.
        isDue = true;
      },
    );
  };
  report.due = () => {
    isDue = true;
  };
  return report;
}
