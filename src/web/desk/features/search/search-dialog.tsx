import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useDeskNavigate } from '../../desk-address.ts';
import { type FoundItem, groupsOf } from './found-groups.ts';
import { FoundList } from './found-list.tsx';
import { useFound } from './search.api.ts';
import classes from './search-dialog.module.css';

const PAUSE_MS = 150;
const LONGEST = 100;

interface SearchDialogProps {
  onClose: () => void;
}

/** Finds deals, offers, investors, people and payments from any page. Arrow keys choose, Enter opens, Escape goes back to where one was. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const navigate = useDeskNavigate();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const found = useFound(text);
  const groups = text !== '' && found.data ? groupsOf(found.data) : [];
  const items = groups.flatMap((group) => group.items);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = items.find(({ key }) => key === chosenKey) ?? items[0];
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const optionId = ({ key }: FoundItem) => `${listId}-${key.replace(' ', '-')}`;

  const open = (item: FoundItem | undefined) => {
    if (!item) return;
    onClose();
    navigate(item.address);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      open(chosen);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const place = items.findIndex(({ key }) => key === chosen?.key);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const next = items[(place + step + items.length) % items.length];
    if (next) setChosenKey(next.key);
  };
  const chosenId = chosen && optionId(chosen);
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  return (
    <Dialog title="Search" isWide onClose={onClose}>
      <search className={classes['field']}>
        <IconSearch className={classes['icon']} size={18} stroke={1.75} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          inputMode="search"
          className={classes['input']}
          aria-label="Deal, MID, investor, person, reference or amount"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          placeholder="Deal, MID, investor, person, reference or amount"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          data-autofocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosenKey(null);
          }}
          onKeyDown={press}
        />
      </search>
      <p className={classes['status']} role="status">
        {statusOf(text, found, items.length)}
      </p>
      <div ref={list} id={listId} role="listbox" aria-label="Found" className={classes['list']}>
        <FoundList
          groups={groups}
          chosen={chosen}
          optionId={optionId}
          onPoint={({ key }) => setChosenKey(key)}
          onOpen={open}
        />
      </div>
    </Dialog>
  );
}

function statusOf(text: string, found: ReturnType<typeof useFound>, count: number): string {
  if (text === '') return 'Type a part of a name, a MID, or the exact amount of a payment.';
  if (found.isError) return `The search failed. ${messageOf(found.error)}`;
  if (found.isPending) return 'Searching';
  return count === 0 && !found.isFetching ? `Nothing is like ‘${text}’.` : '';
}
