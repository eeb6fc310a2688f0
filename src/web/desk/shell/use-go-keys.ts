import { useEffect, useRef } from 'react';
import { deskAddress, useDeskNavigate } from '../desk-address.ts';
import type { NavItem } from './desk-nav.ts';

/** How long after `g` the letter may follow. */
const PATIENCE_MS = 1500;

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** `g`, then a letter, leads to a page. Not while somebody types or answers a dialog. */
export function useGoKeys(items: readonly NavItem[]): void {
  const navigate = useDeskNavigate();
  const latest = useRef({ items, navigate });
  latest.current = { items, navigate };

  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'g') {
        pressedAt = event.timeStamp;
        return;
      }
      const isLate = event.timeStamp - pressedAt > PATIENCE_MS;
      pressedAt = Number.NEGATIVE_INFINITY;
      const item = isLate ? undefined : latest.current.items.find(({ letter }) => letter === event.key);
      if (!item) return;
      event.preventDefault();
      latest.current.navigate(deskAddress(item.page));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
