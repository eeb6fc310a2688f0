import { setTimeout } from 'node:timers/promises';

/**
 * Whoever waits for a lock that all requests need keeps them waiting behind it, so an operator's command gives up soon and tries again.
 * Sooner than PostgreSQL looks for deadlocks (`deadlock_timeout`, 1 s): otherwise somebody's request would be ended so that the command
 * goes on.
 */
export const LOCK_MS = 500;
const PAUSE_MS = 500;

const LOCKED: readonly unknown[] = ['55P03', '40P01'];

/** Whether a statement has failed because somebody else held a lock. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LOCKED.includes(error.code);

/** Does the work again after a pause, as often as said, while a lock is in its way. The work has to set the time limit of its locks. */
export async function givingWay<T>(tries: number, work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isLocked(error) || attempt === tries) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}
