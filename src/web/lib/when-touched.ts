type Load = () => unknown;

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel'] as const;

const waiting = new Set<Load>();
let isTouched = false;

/**
 * Runs `load` once somebody has begun to use the page, when the browser has nothing else to do: for code that a press needs. So a press
 * finds it loaded, and a first view does not wait for it.
 */
export function whenTouched(load: Load): void {
  if (isTouched) {
    whenIdle(load);
    return;
  }
  if (waiting.size === 0) for (const sign of SIGNS) window.addEventListener(sign, begin, { passive: true });
  waiting.add(load);
}

function begin(): void {
  isTouched = true;
  for (const sign of SIGNS) window.removeEventListener(sign, begin);
  for (const load of waiting) whenIdle(load);
  waiting.clear();
}

function whenIdle(load: Load): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(load);
  else setTimeout(load, 200);
}
