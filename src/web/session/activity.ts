import { IDLE_COUNTDOWN_SECONDS, IDLE_WARNING_SECONDS } from '../../shared/domain/idle-limits.ts';
import { forget, keep, readKept } from '../lib/kept-in-browser.ts';

export const IDLE_LIMIT_MS = IDLE_WARNING_SECONDS * 1000;
export const COUNTDOWN_MS = IDLE_COUNTDOWN_SECONDS * 1000;

/** Moving the pointer across the page is not worth more writes than that. */
const KEEP_EVERY_MS = 1_000;

let inThisTab = 0;
let keptAt = 0;

/** Somebody is there. The time is kept, so that all tabs and the next start know it. */
export function noteActivity(now = Date.now()): void {
  inThisTab = now;
  if (Math.abs(now - keptAt) < KEEP_EVERY_MS) return;
  keptAt = now;
  keep('lastActivity', String(now));
}

/** At the end of a session: its last activity says nothing about the next one. */
export function forgetActivity(): void {
  inThisTab = 0;
  keptAt = 0;
  forget('lastActivity');
}

/** For how long there was nobody in any tab; 0 where nothing is known. */
export function idleMs(now = Date.now()): number {
  const inAnyTab = Number(readKept('lastActivity') ?? 0);
  // A time to come is from a clock that was wrong.
  const latest = Math.max(inThisTab, inAnyTab <= now ? inAnyTab : 0);
  return latest === 0 ? 0 : now - latest;
}

export const hasGoneIdle = (): boolean => idleMs() >= IDLE_LIMIT_MS;
