import { useEffect } from 'react';

/** When a submitted form disappears, the focus is lost, so it moves to the main element. */
export function useMainFocus(isDone: boolean): void {
  useEffect(() => {
    if (isDone) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [isDone]);
}
