import { isOutage } from './api-error.ts';

/** So long a call is tried again before it fails. A failover of the database takes up to half a minute. */
export const PATIENCE_MS = 75_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;
/** The longest that the server's own wish is followed, so that no odd header keeps a page waiting. */
const LONGEST_ASKED_MS = 30_000;
/** A single lost request is repeated without a word. */
const SHOWN_AFTER_MS = 700;

/** What the page says: calls are being tried again (among them something that the user sent), or nothing is tried any more. */
export type OutageState = 'reading' | 'sending' | 'given up';

/** How long a call is waited for, counted from the first time that nobody answers. Parts of one call share it. */
export interface Budget {
  giveUpAt: number | null;
}

export const newBudget = (): Budget => ({ giveUpAt: null });

interface Patience {
  budget?: Budget;
  /** Something that the user sent, and not only something that is read. */
  isSending?: boolean;
  /** Whoever gives up a call does not want it repeated. */
  signal?: AbortSignal | undefined;
}

interface Call {
  isSending: boolean;
}

const inTrouble = new Set<Call>();
let sleeping: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let showTimer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;
let isShown = false;
let hasGivenUp = false;
let state: OutageState | null = null;
const listeners = new Set<() => void>();
const onBack = new Set<() => void>();

export const readOutage = (): OutageState | null => state;

export function subscribeToOutage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers what is loaded again when the server answers after calls have failed for good. */
export function onServerBack(listener: () => void): void {
  onBack.add(listener);
}

/** Resolves when there is something to say about an outage. */
export const outageShown = (): Promise<void> =>
  new Promise((resolve) => {
    const unsubscribe = subscribeToOutage(() => {
      if (state === null) return;
      unsubscribe();
      resolve();
    });
  });

/**
 * Runs a call, and again while the server does not answer. It must be one that may be repeated, and must not itself wait through
 * an outage: the limit would hold for each of its tries.
 */
export async function throughOutage<T>(
  attempt: () => Promise<T>,
  { isSending = false, signal, budget = newBudget() }: Patience = {},
): Promise<T> {
  const call: Call = { isSending };
  let hasFailed = false;
  try {
    for (;;) {
      try {
        const answer = await attempt();
        noteAnswer(hasFailed);
        return answer;
      } catch (error) {
        if (!isOutage(error) || signal?.aborted) {
          if (hasFailed && !signal?.aborted) noteAnswer(true);
          throw error;
        }
        if (hasFailed) failures += 1;
        hasFailed = true;
        budget.giveUpAt ??= Date.now() + PATIENCE_MS;
        if (Date.now() >= budget.giveUpAt) {
          hasGivenUp = true;
          throw error;
        }
        inTrouble.add(call);
        update();
        await turn(waitBefore(failures, error.retryAfterSeconds), signal);
      }
    }
  } finally {
    inTrouble.delete(call);
    if (inTrouble.size === 0) failures = 0;
    // Somebody else has the next turn when a call ends without an answer.
    else if (sleeping.length > 0) arm(waitBefore(failures, undefined));
    update();
  }
}

/**
 * Never earlier than the server asked for, later from try to try, and by chance up to half as long again, so that not all browsers
 * come back at the same moment.
 */
export function waitBefore(
  failed: number,
  retryAfterSeconds: number | undefined,
  chance = Math.random(),
): number {
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, LONGEST_ASKED_MS);
  const own = Math.min(FIRST_WAIT_MS * 2 ** failed, LONGEST_WAIT_MS);
  return Math.max(asked, own) * (1 + chance / 2);
}

/** Tries everything that waits at once; also what has failed for good. */
export function tryNow(): void {
  wakeAll();
  if (hasGivenUp) comeBack();
}

/** Of the calls that wait only one is tried at a time. When it is answered, the others follow. */
function turn(ms: number, signal: AbortSignal | undefined): Promise<void> {
  arm(ms);
  return new Promise((resolve) => {
    sleeping.push(resolve);
    // The next attempt ends at once, because its request is aborted too.
    signal?.addEventListener('abort', () => wake(resolve), { once: true });
  });
}

function arm(ms: number): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    const [first] = sleeping;
    if (first) wake(first);
  }, ms);
}

function wake(resolve: () => void): void {
  sleeping = sleeping.filter((other) => other !== resolve);
  resolve();
}

function wakeAll(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const resolve of sleeping.splice(0)) resolve();
}

function noteAnswer(wasWaiting: boolean): void {
  if (wasWaiting) {
    failures = 0;
    wakeAll();
  }
  if (hasGivenUp) comeBack();
}

function comeBack(): void {
  hasGivenUp = false;
  update();
  for (const listener of onBack) listener();
}

function update(): void {
  if (inTrouble.size === 0) {
    clearTimeout(showTimer);
    showTimer = undefined;
    isShown = false;
  } else if (!isShown)
    showTimer ??= setTimeout(() => {
      isShown = true;
      update();
    }, SHOWN_AFTER_MS);
  const isSending = [...inTrouble].some((call) => call.isSending);
  const next = isShown ? (isSending ? 'sending' : 'reading') : hasGivenUp ? 'given up' : null;
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

// Not in a test, which has no window.
globalThis.window?.addEventListener('online', wakeAll);
