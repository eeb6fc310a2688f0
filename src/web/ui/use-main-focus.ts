import { useEffect } from 'react';

/** A form that is done is gone, and the focus with it: the page is read on from its beginning. */
export function useMainFocus(isDone: boolean): void {
  useEffect(() => {
    if (isDone) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [isDone]);
}
