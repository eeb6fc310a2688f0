import { type RefObject, useEffect, useRef } from 'react';

/**
 * When an element that has the focus is replaced, the focus is lost and the keyboard would start at the top of the page. So when
 * `stage` changes and nothing has the focus, the first button in the referenced element gets it.
 */
export function useRestoredFocus<Place extends HTMLElement>(stage: string): RefObject<Place | null> {
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
