import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface RowWalkProps {
  /** The element that contains the rows: elements with data-index, each with a data-toggle and perhaps a data-panel. */
  container: RefObject<HTMLElement | null>;
  count: number;
  /** Scrolls to a row that is not rendered. */
  bring: (index: number) => void;
  close: (index: number) => void;
}

/** The rows are one tab stop. The arrow keys, Home and End move between them, Escape closes an open one. */
export function useRowKeyboard({ container, count, bring, close }: RowWalkProps) {
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (!container.current) return;
    if (wanted.current !== null) {
      const toggle = container.current.querySelector<HTMLElement>(
        `[data-index="${wanted.current}"] [data-toggle]`,
      );
      toggle?.focus();
      if (toggle) wanted.current = null;
    }
    setTabStops(container.current, current);
  });

  const goTo = (index: number) => {
    wanted.current = index;
    setCurrent(index);
    if (!container.current?.querySelector(`[data-index="${index}"]`)) bring(index);
  };

  return {
    onFocus: ({ target }: { target: EventTarget }) => {
      const index = indexOf(target);
      if (index !== null) setCurrent(index);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const index = indexOf(event.target);
      if (index === null) return;
      if (event.key === 'Escape') {
        close(index);
        goTo(index);
        return;
      }
      const next = nextIndex(event.key, index, count);
      const isInPanel = event.target instanceof Element && event.target.closest('[data-panel]');
      if (next === null || isInPanel || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      goTo(next);
    },
  };
}

function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row ? Number(row.dataset['index']) : null;
}

/** Tab reaches only the controls of the current row, or of the first one if the current one is gone. */
function setTabStops(container: HTMLElement, current: number): void {
  const rows = [...container.querySelectorAll<HTMLElement>('[data-index]:has([data-toggle])')];
  const stop = rows.find((row) => Number(row.dataset['index']) === current) ?? rows[0];
  for (const row of rows) {
    for (const element of row.querySelectorAll<HTMLElement>('a, button')) {
      if (!element.closest('[data-panel]')) element.tabIndex = row === stop ? 0 : -1;
    }
  }
}
