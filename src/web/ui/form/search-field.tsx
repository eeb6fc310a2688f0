import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './search-field.module.css';
import { useSlashFocus } from './use-slash-focus.ts';

const PAUSE_MS = 250;
const LONGEST = 100;

interface SearchFieldProps {
  placeholder: string;
  value: string;
  /** Called after a pause in typing, and at once when the field is emptied. */
  onSearch: (text: string) => void;
  /** False where the slash key opens another search. */
  hasKey?: boolean;
}

/** Searches while the user types. The slash key focuses it, Escape empties it. */
export function SearchField({ placeholder, value, onSearch, hasKey = true }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const sent = useRef(value);
  useSlashFocus(input, hasKey);

  // Going back or forward changes the text; but the text that is being typed must not be overwritten by its own update.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent.current) setTyped(value);
  }
  const send = (text: string) => {
    sent.current = text;
    onSearch(text);
  };
  const sendLater = useDebouncedCallback(send, PAUSE_MS);
  // A pending search belongs to the previous text.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    sendLater.cancel();
  }, [value, sendLater]);
  const empty = () => {
    sendLater.cancel();
    setTyped('');
    send('');
    input.current?.focus();
  };

  return (
    <search className={classes['field']}>
      <IconSearch className={classes['icon']} size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        className={classes['input']}
        aria-label={placeholder}
        aria-keyshortcuts={hasKey ? '/' : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          sendLater(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') empty();
          if (event.key === 'Enter') sendLater.flush();
        }}
      />
      {typed === '' && hasKey && (
        <span className={classes['key']} aria-hidden="true">
          /
        </span>
      )}
      {typed !== '' && (
        <button type="button" className={classes['clear']} aria-label="Clear search" onClick={empty}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
