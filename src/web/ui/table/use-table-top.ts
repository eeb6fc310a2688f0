import { useEffect, useRef } from 'react';

/** Scrolls to the top of the table when other rows are shown, if it is not visible. */
export function useTableTop<Choice>(choice: Choice) {
  const top = useRef<HTMLDivElement>(null);
  const last = useRef(choice);
  useEffect(() => {
    if (last.current === choice) return;
    last.current = choice;
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView();
  }, [choice]);
  return top;
}
