import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface RowWindowProps {
  /** The element before the rows. */
  start: RefObject<HTMLElement | null>;
  count: number;
  /** The height of a closed row in pixels. */
  height: number;
  /** Reports which rows are visible. */
  onRowsInSight?: ((first: number, last: number) => void) | undefined;
  /** Renders only the visible rows. */
  isVirtual?: boolean;
  /** The rows scroll with the dialog that contains them, not with the window. */
  isInDialog?: boolean;
}

/** Which rows are rendered, and how much space the others take. */
export function useRowWindow(props: RowWindowProps) {
  const { start, count, height, onRowsInSight, isInDialog = false } = props;
  const { isVirtual = onRowsInSight !== undefined } = props;
  const [top, setTop] = useState(0);
  const dialog = () => start.current?.closest('dialog') ?? null;
  const options = { count, estimateSize: () => height, overscan: 8, scrollMargin: top };
  const inWindow = useWindowVirtualizer({ ...options, enabled: isVirtual && !isInDialog });
  const inDialog = useVirtualizer({
    ...options,
    getScrollElement: dialog,
    enabled: isVirtual && isInDialog,
  });
  const virtualizer = isInDialog ? inDialog : inWindow;
  useLayoutEffect(() => {
    // Not measured while scrolling: measuring forces a layout, which costs frames, and scrolling does not change the result.
    if (!isVirtual || !start.current || virtualizer.isScrolling) return;
    const scroller = dialog();
    const scrolled = scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY;
    setTop(Math.round(start.current.getBoundingClientRect().top + scrolled));
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
