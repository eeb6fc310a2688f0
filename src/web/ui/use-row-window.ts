import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface RowWindowProps {
  /** The element after which the rows begin. */
  start: RefObject<HTMLElement | null>;
  count: number;
  /** Of a closed row, in pixels. */
  height: number;
  /** Tells which rows are in sight; without it all of them are in the page. */
  onRowsInSight?: ((first: number, last: number) => void) | undefined;
}

/** Which rows are in the page, and how much room those take that are not. */
export function useRowWindow({ start, count, height, onRowsInSight }: RowWindowProps) {
  const isVirtual = onRowsInSight !== undefined;
  const [top, setTop] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    // Measuring makes the browser lay out the page, which costs frames, and scrolling moves nothing within it.
    if (!isVirtual || !start.current || virtualizer.isScrolling) return;
    setTop(Math.round(start.current.getBoundingClientRect().top + window.scrollY));
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);

  const firstIndex = first?.index ?? 0;
  const lastIndex = last?.index ?? 0;
  useEffect(() => onRowsInSight?.(firstIndex, lastIndex), [onRowsInSight, firstIndex, lastIndex]);

  if (!isVirtual) {
    return { indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  }
  return {
    indexes: items.map(({ index }) => index),
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - top) : count * height,
    measure: virtualizer.measureElement,
    bring: (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
