import { useEffect, useRef } from 'react';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"]';

/** The keys 1 to 9 open the queue of that place. Not while somebody types or answers a dialog. */
export function useQueueKeys(open: (place: number) => void): void {
  const latest = useRef(open);
  latest.current = open;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      event.preventDefault();
      latest.current(Number(event.key) - 1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
