import { type RefObject, useEffect, useState } from 'react';

/** Whether the element has come into sight yet. */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isInSight, setIsInSight] = useState(false);
  useEffect(() => {
    if (!place.current || isInSight) return;
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsInSight(true);
    });
    sight.observe(place.current);
    return () => sight.disconnect();
  }, [place, isInSight]);
  return isInSight;
}
