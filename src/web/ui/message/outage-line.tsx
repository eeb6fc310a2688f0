import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { type OutageState, readOutage, subscribeToOutage, tryNow } from '../../lib/outage.ts';
import { TextButton } from '../text-button.tsx';
import classes from './outage-line.module.css';

const WORDS: Record<OutageState, string> = {
  reading: 'The portal is not answering at the moment. Trying again …',
  sending: 'The portal is not answering at the moment. What you sent is kept, and we are still trying …',
  'given up': 'The portal has not answered for more than a minute. What is on this page stays as it is.',
};

interface OutageLineProps {
  /** In a dialog it is a part of the content, because the page's own line is behind the dialog. */
  isInDialog?: boolean;
}

/** One line for the whole page while the server does not answer. Always rendered, so that screen readers notice when it appears. */
export function OutageLine({ isInDialog = false }: OutageLineProps) {
  const state = useSyncExternalStore(subscribeToOutage, readOutage);
  return (
    <div role="status" className={classes[isInDialog ? 'inDialog' : 'onPage']}>
      {state !== null && (
        <div ref={isInDialog ? undefined : keepClearOf} className={classes['line']}>
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden="true" />
          <span>{WORDS[state]}</span>
          <TextButton onClick={tryNow}>Try now</TextButton>
        </div>
      )}
    </div>
  );
}

/** Everything can still be scrolled into view, and what sticks to the lower edge of the window sticks to the line. */
function keepClearOf(line: HTMLElement | null): (() => void) | undefined {
  if (!line) return undefined;
  const { style } = document.body;
  const follow = new ResizeObserver(() => style.setProperty('--lower-edge', `${line.offsetHeight}px`));
  follow.observe(line);
  return () => {
    follow.disconnect();
    style.removeProperty('--lower-edge');
  };
}
