import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { addFlashPlace, type FlashMessage, readFlashes, subscribeToFlashes } from './flash.ts';
import classes from './flash-place.module.css';

/** Where flash messages appear: one for the page, and one in each dialog for as long as it is open. */
export function FlashPlace() {
  const [place] = useState(() => Symbol('flash place'));
  useLayoutEffect(() => addFlashPlace(place), [place]);
  const { messages, places } = useSyncExternalStore(subscribeToFlashes, readFlashes);
  const shown = places.at(-1) === place ? messages : [];
  const bad = shown.filter(({ tone }) => tone === 'bad');
  return (
    <div className={classes['place']}>
      <div role="status">
        <Messages messages={shown.filter(({ tone }) => tone === 'good')} />
      </div>
      {bad.length > 0 && (
        <div role="alert">
          <Messages messages={bad} />
        </div>
      )}
    </div>
  );
}

interface MessagesProps {
  messages: readonly FlashMessage[];
}

function Messages({ messages }: MessagesProps) {
  return messages.map(({ id, text, tone }) => (
    <p key={id} className={classes['message']} data-tone={tone}>
      {tone === 'good' ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      )}
      {text}
    </p>
  ));
}
