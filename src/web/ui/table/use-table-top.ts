import { useEffect, useRef } from 'react';

/** Other rows are read from their first: brings the table's top back into sight when it has been scrolled away. */
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
