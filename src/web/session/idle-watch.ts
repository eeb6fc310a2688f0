import { authContract } from '../../shared/contract/auth.ts';
import { call } from '../lib/call.ts';
import { COUNTDOWN_MS, hasGoneIdle, IDLE_LIMIT_MS, idleMs, noteActivity } from './activity.ts';

const CHECK_EVERY_MS = 3_000;
const COUNT_EVERY_MS = 1_000;
const REPORT_EVERY_MS = 60_000;

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'touchmove', 'wheel', 'scroll'];

interface IdleListener {
  /** The seconds left to answer, or null while there is nothing to ask. */
  onCountdown: (secondsLeft: number | null) => void;
  onOver: () => void;
}

/**
 * Watches until it is stopped. Everything follows from when somebody was last there, in whichever tab, so a computer
 * that slept or a tab that the browser held back comes to the same end.
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
    if (idle >= IDLE_LIMIT_MS + COUNTDOWN_MS) {
      stop();
      onOver();
      return;
    }
    const isAsked = idle >= IDLE_LIMIT_MS;
    onCountdown(isAsked ? Math.ceil((IDLE_LIMIT_MS + COUNTDOWN_MS - idle) / 1000) : null);
    if (!isAsked) report();
    const untilLimit = IDLE_LIMIT_MS - idle;
    timer = setTimeout(check, isAsked ? COUNT_EVERY_MS : Math.min(CHECK_EVERY_MS, untilLimit));
  };

  const onSign = (event: Event) => {
    if (event.type === 'pointermove' && !hasMoved(event as PointerEvent)) return;
    // Once asked, only the answer counts: a hand that brushes the mouse is none.
    if (hasGoneIdle()) return;
    noteActivity();
    report.due();
  };

  /** Browsers also tell of a pointer that lies still while the page moves under it. */
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
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, onSign, options);
    window.removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
  };

  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, onSign, options);
  window.addEventListener('storage', check);
  document.addEventListener('visibilitychange', check);
  // Whoever opens the portal is there.
  report.due();
  check();
  return { stay, stop };
}

/**
 * Tells the server, at most once a minute and only of what happened in this tab. What came within the minute is told
 * at its end: the server must not think the user gone before the browser does.
 */
function reporter() {
  let isDue = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  const report = () => {
    const now = Date.now();
    if (!isDue || now - sentAt < REPORT_EVERY_MS) return;
    isDue = false;
    sentAt = now;
    call(authContract.reportActivity, {}).catch(() => {
      // Told again with the next minute. A session that is over leads to the sign-in page by itself.
      isDue = true;
    });
  };
  report.due = () => {
    isDue = true;
  };
  return report;
}
