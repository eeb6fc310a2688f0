import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { addFlashOutlet, type FlashMessage, readFlashes, subscribeToFlashes } from './flash.ts';
import classes from './flash-messages.module.css';

/** Shows flash messages. There is one in the page, and one in each open dialog. */
export function FlashMessages() {
  const [outlet] = useState(() => Symbol('flash outlet'));
  useLayoutEffect(() => addFlashOutlet(outlet), [outlet]);
  const { messages, outlets } = useSyncExternalStore(subscribeToFlashes, readFlashes);
  const shown = outlets.at(-1) === outlet ? messages : [];
  const bad = shown.filter(({ tone }) => tone === 'bad');
  return (
    <div className={classes['outlet']}>
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
