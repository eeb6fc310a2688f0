import { IDLE_COUNTDOWN_SECONDS, IDLE_SECONDS, warningSecondsOf } from '../../shared/domain/idle-limits.ts';
import { forget, keep, readKept } from '../lib/kept-in-browser.ts';

export const COUNTDOWN_MS = IDLE_COUNTDOWN_SECONDS * 1000;

/** Limits how often moving the pointer writes to the storage. */
const KEEP_EVERY_MS = 1_000;

/** After how long without activity the user is asked. The server says when it ends the session, and for a reload that is kept. */
export const idleLimitMs = (): number =>
  warningSecondsOf(Number(readKept('idleSeconds') ?? IDLE_SECONDS)) * 1000;

export const keepIdleSeconds = (seconds: number): void => keep('idleSeconds', String(seconds));

let inThisTab = 0;
let keptAt = 0;

/** Records that there was activity. The time is stored, so that all tabs and the next visit know it. */
export function noteActivity(now = Date.now()): void {
  inThisTab = now;
  if (Math.abs(now - keptAt) < KEEP_EVERY_MS) return;
  keptAt = now;
  keep('lastActivity', String(now));
}

/** Called at the end of a session, whose last activity says nothing about the next one. */
export function forgetActivity(): void {
  inThisTab = 0;
  keptAt = 0;
  forget('lastActivity');
  forget('idleSeconds');
}

/** How long there was no activity in any tab; 0 if nothing is known. */
export function idleMs(now = Date.now()): number {
  const inAnyTab = Number(readKept('lastActivity') ?? 0);
  // A time in the future was stored while the clock was wrong.
  const latest = Math.max(inThisTab, inAnyTab <= now ? inAnyTab : 0);
  return latest === 0 ? 0 : now - latest;
}

export const hasGoneIdle = (): boolean => idleMs() >= idleLimitMs();
