import { type RefObject, useEffect, useRef } from 'react';

/**
 * What is replaced takes the focus with it, and the keyboard would start again at the top of the page: when `stage`
 * changes and the focus is nowhere, it goes to the first button in the place.
 */
export function useFocusKept<Place extends HTMLElement>(stage: string): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const last = useRef(stage);
  useEffect(() => {
    if (last.current === stage) return;
    last.current = stage;
    if (document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [stage]);
  return place;
}
