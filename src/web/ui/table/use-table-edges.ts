import { type RefObject, useEffect } from 'react';

interface TableEdges {
  /** The element that scrolls sideways. */
  area: RefObject<HTMLElement | null>;
  /** The header that sticks to the top of the window and follows the sideways scrolling. */
  stuckHead: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLElement | null>;
}

/** Sets attributes on the frame: data-stuck while the header is not visible, data-scrolled and data-more while columns are not. */
export function useTableEdges({ area, stuckHead, frame }: TableEdges): void {
  useEffect(() => {
    const [scrolling, head, marked] = [area.current, stuckHead.current, frame.current];
    const header = scrolling?.querySelector('thead');
    const pinned = header?.querySelector('[data-pinned="start"]');
    if (!scrolling || !head || !marked || !header) return;

    const look = () => {
      head.scrollLeft = scrolling.scrollLeft;
      const { left } = scrolling.getBoundingClientRect();
      const isPinned = scrolling.scrollLeft > 0 && pinned && pinned.getBoundingClientRect().left <= left + 1;
      marked.toggleAttribute('data-scrolled', Boolean(isPinned));
      const hidden = scrolling.scrollWidth - scrolling.clientWidth - scrolling.scrollLeft;
      marked.toggleAttribute('data-more', hidden > 1);
    };
    look();
    scrolling.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scrolling);

    const bar = document.querySelector('header')?.offsetHeight ?? 0;
    const passed = new IntersectionObserver(
      ([entry]) => {
        if (entry)
          marked.toggleAttribute('data-stuck', !entry.isIntersecting && entry.boundingClientRect.top < bar);
      },
      { rootMargin: `-${bar + 1}px 0px 0px 0px`, threshold: 0.9 },
    );
    passed.observe(header);
    return () => {
      scrolling.removeEventListener('scroll', look);
      resized.disconnect();
      passed.disconnect();
    };
  }, [area, stuckHead, frame]);
}
