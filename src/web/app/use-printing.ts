import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** After so long it is printed without the charts that have not loaded; their tables are there. */
const PATIENCE_MS = 4000;
const LOOK_EVERY_MS = 50;

/** Whether the page is being printed, and how to print it with all that it does not draw until it is in sight. */
export function usePrinting(view: RefObject<HTMLElement | null>) {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture of the page right after the event.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  const print = () => {
    setIsPrinting(true);
    const began = Date.now();
    const look = () => {
      const isWaiting = view.current?.querySelector('[data-waiting]') && Date.now() - began < PATIENCE_MS;
      if (isWaiting) setTimeout(look, LOOK_EVERY_MS);
      else requestAnimationFrame(() => setTimeout(() => window.print()));
    };
    setTimeout(look, LOOK_EVERY_MS);
  };
  return { isPrinting, print };
}
